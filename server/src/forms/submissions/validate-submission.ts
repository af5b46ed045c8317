import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { checkSubmission, type ValueError } from '@portico/domain';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { buildCheckOptions } from '../engine.ts';
import { loadFormWithNested } from '../forms/load-form.ts';
import { requireSubmitter, submitterOf } from '../permissions.ts';
import { findFileErrors } from '../records/claim-answer-files.ts';
import { isFull } from './is-full.ts';

type Endpoint = (typeof formsEndpoints)['validateFormSubmission'];

/**
 * Returns the errors with which `createSubmission` would reject these values now (forms contract section 5.4), and
 * stores nothing. With `fieldsToValidate`, only errors of these targets are returned.
 */
export async function validateFormSubmission(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  requireSubmitter(ctx.caller);
  const { submission, fieldsToValidate } = body;
  const form = await loadFormWithNested(ctx, submission.formId);
  const closed = await isFull(ctx, form, submitterOf(ctx.caller, ctx.paired));
  const targets = fieldsToValidate?.length ? new Set(fieldsToValidate) : null;
  const checked = checkSubmission({ ...form.document, enabled: form.enabled }, submission.submissions ?? {}, {
    ...buildCheckOptions(ctx.now, ctx.site.settings.forms.country),
    closed,
    ...(targets ? { fieldsToValidate: [...targets] } : {}),
  });
  const values = Object.fromEntries(Object.entries(checked.values).filter(([target]) => targets?.has(target) ?? true));
  const errors = checked.errors.length > 0 ? checked.errors : await findFileErrors(ctx, { form, values });
  return { valid: errors.length === 0, violationErrors: errors.length === 0 ? [] : [violationOf(errors)] };
}

const violationOf = (errors: readonly ValueError[]) => ({
  name: 'submission',
  description: 'The submission contains values that the form does not accept.',
  ruleName: 'SUBMISSION_VALIDATION',
  submissionValidationErrors: {
    errors: errors.map((error) => ({
      ...error,
      ...(error.useCustomErrorMessage ? { customErrorMessage: error.errorMessage } : {}),
    })),
  },
});
