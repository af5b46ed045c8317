import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { checkSubmission, type SubmissionStatus, type ValueError } from '@portico/domain';
import { transaction } from '../../db/index.ts';
import { emit } from '../../events/index.ts';
import { AppError, ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { checkOptions } from '../engine.ts';
import { loadForm } from '../forms/read-forms.ts';
import { lockForm } from '../forms/store.ts';
import { requireSubmitter, setsSubmissionState, submitterOf } from '../permissions.ts';
import { isFull } from './is-full.ts';
import { insertSubmission } from './store.ts';
import { toWire } from './wire.ts';

type Endpoint = (typeof formsEndpoints)['createSubmission'];

/**
 * Submits a form. The values are checked by the engine that the browser runs too; the submitter is the caller; the
 * submission and its event are stored in one transaction, and what is answered is what was stored.
 * @throws ViolationError with every violation at once
 */
export async function createSubmission(
  ctx: SiteCtx,
  { body }: Pick<Input<Endpoint>, 'body'>,
): Promise<Output<Endpoint>> {
  requireSubmitter(ctx.caller);
  const { submission } = body;
  const submitter = submitterOf(ctx.caller, ctx.paired);
  const trusted = setsSubmissionState(ctx.caller);
  const form = await loadForm(ctx, submission.formId);

  return transaction(ctx, async (ctx) => {
    if (form.document.limitationRule && !(await lockForm(ctx.db, ctx.site.id, form.id))) {
      throw new AppError('FORM_NOT_FOUND', { formId: form.id });
    }
    const closed = await isFull(ctx, form, submitter);
    const schema = { ...form.document, enabled: form.enabled };
    const { values, errors } = checkSubmission(schema, submission.submissions ?? {}, {
      ...checkOptions(ctx.now),
      closed,
    });
    if (errors.length > 0) throw invalidSubmission(errors);

    const row = await insertSubmission(
      ctx.db,
      ctx.site.id,
      {
        id: newId(),
        formId: form.id,
        namespace: form.namespace,
        status: trusted ? firstStatus(submission.status) : 'CONFIRMED',
        submitter,
        answers: values,
        extendedFields: trusted ? submission.extendedFields : undefined,
        tags: trusted ? submission.tags : undefined,
      },
      ctx.now,
    );
    const created = toWire(row);
    await emit(ctx, { type: 'wix.forms.v4.submission_created', entityId: created.id, payload: { entity: created } });
    return { submission: created };
  });
}

/** A submission starts confirmed, or pending where an app or the owner asks for it. */
const firstStatus = (asked: string | undefined): SubmissionStatus => (asked === 'PENDING' ? 'PENDING' : 'CONFIRMED');

/** The vendor's shape: one violation that carries every error of the values (forms contract section 8). */
function invalidSubmission(errors: readonly ValueError[]): ViolationError {
  const description = errors
    .slice(0, 10)
    .map((error) => `${error.errorPath} ${error.errorMessage}`)
    .join('; ');
  return new ViolationError([
    { field: 'submission', description, violatedRule: 'OTHER', ruleName: 'SUBMISSION_VALIDATION', data: { errors } },
  ]);
}
