import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { FORM_CLOSED, type FormSchema, type UploadFileFormat } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { issueUpload } from '../../media/index.ts';
import { policyOf } from '../forms/document.ts';
import { loadWholeForm } from '../forms/load-form.ts';
import { requireSubmitter } from '../permissions.ts';
import { fileFields, formatsOf } from '../records/file-fields.ts';
import { fileScope } from '../records/file-owners.ts';
import { invalidSubmission } from '../records/invalid-submission.ts';

type Endpoint = (typeof formsEndpoints)['getMediaUploadUrl'];

const MEGABYTE = 1_048_576;

/**
 * An address for the upload of one file of a submission to the form (forms contract section 7.5). The submission then
 * names the file by the `url` that the upload answers.
 * @throws AppError FORM_NOT_FOUND; FILE_UPLOAD_RESTRICTIONS_ERROR where no field of the form takes such a file;
 *   FILE_QUOTA_REACHED
 * @throws ViolationError DISABLED_FORM_ERROR
 */
export async function getMediaUploadUrl(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  requireSubmitter(ctx.caller);
  const form = await loadWholeForm(ctx, body.formId);
  if (!form.enabled) throw invalidSubmission([FORM_CLOSED]);
  const { maxFileMb, formQuotaMb, siteQuotaMb } = ctx.site.settings.forms.files;
  return issueUpload(ctx, {
    scope: fileScope(form.id),
    filename: body.filename,
    mimeType: body.mimeType,
    formats: acceptedFormats(form.document),
    maxBytes: maxFileMb * MEGABYTE,
    scopeQuotaBytes: (policyOf(form.document).filesQuotaMb ?? formQuotaMb) * MEGABYTE,
    siteQuotaBytes: siteQuotaMb * MEGABYTE,
  });
}

/** What any of its fields takes: which field a file is for, the call does not say; the submission does. */
function acceptedFormats(form: FormSchema): readonly UploadFileFormat[] | null {
  const lists = fileFields(form).map(formatsOf);
  if (lists.length === 0) throw new AppError('FILE_UPLOAD_RESTRICTIONS_ERROR', { reason: 'the form takes no files' });
  return lists.includes(null) ? null : [...new Set(lists.flatMap((list) => list ?? []))];
}
