import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { loadFormWithNested } from '../forms/load-form.ts';
import { requireSubmissionsManager } from '../permissions.ts';
import { checkValues } from '../records/check-values.ts';
import { claimAnswerFiles } from '../records/claim-answer-files.ts';
import { type Change, updateSubmission as updateStored } from '../records/store.ts';
import { type SubmissionRow, toWire } from '../records/wire.ts';
import { listModifiedFields } from './change-submission.ts';
import { emitUpdated } from './emit-updated.ts';
import { readChange } from './mask.ts';
import { withSubtotal } from './orders.ts';
import { loadSubmission } from './read-submissions.ts';
import { isAllowedTransition } from './transitions.ts';

type Endpoint = (typeof formsEndpoints)['updateSubmission'];

/**
 * Changes the fields of a submission that are present, or those that the mask names. The values must fit the form, even
 * if it is closed.
 * @throws AppError REVISION_MISMATCH if the submission has another revision; INVALID_STATUS_TRANSITION
 * @throws ViolationError with every violation of the values
 */
export async function updateSubmission(ctx: SiteCtx, { query, body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  requireSubmissionsManager(ctx.caller);
  const storedSubmission = await loadSubmission(ctx, query.submissionId);
  if (storedSubmission.form_id !== body.submission.formId) {
    throw new AppError('SUBMISSION_NOT_FOUND', { submissionId: query.submissionId });
  }
  const { revision } = body.submission;
  if (revision !== storedSubmission.revision)
    throw new AppError('REVISION_MISMATCH', { revision: storedSubmission.revision });
  const change = readChange(storedSubmission, body.submission, body.mask);
  const to = change.status ?? storedSubmission.status;
  if (to !== storedSubmission.status && !isAllowedTransition(storedSubmission.status, to)) {
    throw new AppError('INVALID_STATUS_TRANSITION', { from: storedSubmission.status, to });
  }
  return transaction(ctx, async (ctx) => {
    const checked = change.answers
      ? { ...change, ...(await checkAnswers(ctx, storedSubmission, change.answers)) }
      : change;
    const row = await updateStored(ctx.db, ctx.site.id, storedSubmission, checked, ctx.now);
    if (!row) throw new AppError('REVISION_MISMATCH', { revision: 'a newer one' });
    await emitUpdated(ctx, row, listModifiedFields(change), storedSubmission.status);
    return { submission: toWire(row) };
  });
}

/** Checks new answers, claims their files, and computes the subtotal of an order that is not paid yet. */
async function checkAnswers(
  ctx: SiteCtx,
  stored: SubmissionRow,
  answers: NonNullable<Change['answers']>,
): Promise<Pick<Change, 'answers' | 'orderDetails'>> {
  const form = await loadFormWithNested(ctx, stored.form_id);
  const values = checkValues(ctx, form, answers, { ignoresClosing: true });
  const answersWithFiles = await claimAnswerFiles(ctx, { form, submissionId: stored.id, values, replaces: true });
  const order = stored.status === 'PAYMENT_WAITING' ? stored.order_details : null;
  return {
    answers: answersWithFiles,
    ...(order ? { orderDetails: withSubtotal(order, form.document, answersWithFiles) } : {}),
  };
}
