import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { loadWholeForm } from '../forms/load-form.ts';
import { requireSubmissionsManager } from '../permissions.ts';
import { checkedValues } from '../records/check-values.ts';
import { claimAnswers } from '../records/claim-answers.ts';
import { type Change, updateSubmission as updateStored } from '../records/store.ts';
import { type SubmissionRow, toWire } from '../records/wire.ts';
import { modifiedBy } from './change-submission.ts';
import { maskedChange } from './mask.ts';
import { noteUpdated } from './note-updated.ts';
import { reckoned } from './orders.ts';
import { loadSubmission } from './read-submissions.ts';
import { mayMove } from './transitions.ts';

type Endpoint = (typeof formsEndpoints)['updateSubmission'];

/**
 * Changes a submission: the fields present are the change, or those that the mask names. Its form may be closed by now;
 * the values must fit it all the same.
 * @throws AppError REVISION_MISMATCH when somebody else was quicker; INVALID_STATUS_TRANSITION
 * @throws ViolationError with every violation of the values
 */
export async function updateSubmission(ctx: SiteCtx, { query, body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  requireSubmissionsManager(ctx.caller);
  const stored = await loadSubmission(ctx, query.submissionId);
  if (stored.form_id !== body.submission.formId) {
    throw new AppError('SUBMISSION_NOT_FOUND', { submissionId: query.submissionId });
  }
  const { revision } = body.submission;
  if (revision !== stored.revision) throw new AppError('REVISION_MISMATCH', { revision: stored.revision });
  const change = maskedChange(stored, body.submission, body.mask);
  const to = change.status ?? stored.status;
  if (to !== stored.status && !mayMove(stored.status, to)) {
    throw new AppError('INVALID_STATUS_TRANSITION', { from: stored.status, to });
  }
  return transaction(ctx, async (ctx) => {
    const whole = change.answers ? { ...change, ...(await fitting(ctx, stored, change.answers)) } : change;
    const row = await updateStored(ctx.db, ctx.site.id, stored, whole, ctx.now);
    if (!row) throw new AppError('REVISION_MISMATCH', { revision: 'a newer one' });
    await noteUpdated(ctx, row, modifiedBy(change), stored.status);
    return { submission: toWire(row) };
  });
}

/** The answers as they are stored, and what follows from them: their files, and the sum of an order that waits to be paid. */
async function fitting(
  ctx: SiteCtx,
  stored: SubmissionRow,
  answers: NonNullable<Change['answers']>,
): Promise<Pick<Change, 'answers' | 'orderDetails'>> {
  const form = await loadWholeForm(ctx, stored.form_id);
  const values = checkedValues(ctx, form, answers, { open: true });
  const claimed = await claimAnswers(ctx, { form, submissionId: stored.id, values, replaces: true });
  const order = stored.status === 'PAYMENT_WAITING' ? stored.order_details : null;
  return {
    answers: claimed,
    ...(order ? { orderDetails: reckoned(order, form.document, claimed) } : {}),
  };
}
