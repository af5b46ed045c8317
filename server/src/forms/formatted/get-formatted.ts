import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { findFormWithNested } from '../forms/load-form.ts';
import type { FormRow } from '../forms/wire.ts';
import { requireSubmissionsReader } from '../permissions.ts';
import type { SubmissionRow } from '../records/wire.ts';
import { loadSubmission } from '../submissions/read-submissions.ts';
import { formatSubmission } from './format-submission.ts';
import type { FormatOptions } from './format-value.ts';

type Endpoint = (typeof formsEndpoints)['getFormattedSubmission'];

const MAX_ROWS = 100;

/** Returns labels and values of a submission as text, in the order of the form's layout. */
export async function getFormattedSubmission(ctx: SiteCtx, { query }: Input<Endpoint>): Promise<Output<Endpoint>> {
  requireSubmissionsReader(ctx.caller);
  const row = await loadSubmission(ctx, query.submissionId);
  const form = await formOf(ctx, row);
  const rows = formatSubmission(form.document, row.answers, formatOptions(ctx, row)).slice(0, MAX_ROWS);
  return {
    submissionId: row.id,
    submissions: rows.map(({ label, key, value, fieldId }) => ({ label, key, value, ...(fieldId ? { fieldId } : {}) })),
  };
}

/**
 * Returns the form of a submission with its nested forms, even if the form is in the trash.
 * @throws AppError FORM_NOT_FOUND
 */
export async function formOf(ctx: SiteCtx, { form_id }: SubmissionRow): Promise<FormRow> {
  const form = await findFormWithNested(ctx, form_id, { includesTrash: true });
  if (!form) throw new AppError('FORM_NOT_FOUND', { formId: form_id });
  return form;
}

/** Returns the options for formatting the values of a submission in the language of the site. */
export const formatOptions = (
  { site }: Pick<SiteCtx, 'site'>,
  row?: Pick<SubmissionRow, 'order_details'>,
): FormatOptions => ({
  language: site.settings.language,
  currency: row?.order_details?.currency ?? site.settings.forms.currency,
});
