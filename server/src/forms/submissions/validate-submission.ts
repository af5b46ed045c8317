import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { type ValueError, validateSubmission } from '@portico/domain';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { checkOptions } from '../engine.ts';
import { loadWholeForm } from '../forms/load-form.ts';
import { requireSubmitter, submitterOf } from '../permissions.ts';
import { isFull } from './is-full.ts';

type Endpoint = (typeof formsEndpoints)['validateFormSubmission'];

/** What would be wrong with a submission (forms contract section 5.4). Nothing is stored. */
export async function validateFormSubmission(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  requireSubmitter(ctx.caller);
  const { submission, fieldsToValidate } = body;
  const form = await loadWholeForm(ctx, submission.formId);
  const closed = await isFull(ctx, form, submitterOf(ctx.caller, ctx.paired));
  const errors = validateSubmission({ ...form.document, enabled: form.enabled }, submission.submissions ?? {}, {
    ...checkOptions(ctx.now, ctx.site.settings.forms.country),
    closed,
    ...(fieldsToValidate?.length ? { fieldsToValidate } : {}),
  });
  return { valid: errors.length === 0, violationErrors: errors.length === 0 ? [] : [violationOf(errors)] };
}

const violationOf = (errors: readonly ValueError[]) => ({
  name: 'submission',
  description: 'The submission holds values that the form does not accept.',
  ruleName: 'SUBMISSION_VALIDATION',
  submissionValidationErrors: {
    errors: errors.map((error) => ({
      ...error,
      ...(error.useCustomErrorMessage ? { customErrorMessage: error.errorMessage } : {}),
    })),
  },
});
