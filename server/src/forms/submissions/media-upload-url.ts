import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { FORM_CLOSED, type FormSchema, type UploadFileFormat } from '@portico/domain';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { limitsOf } from '../../kernel/site-limits.ts';
import { issueUpload } from '../../media/index.ts';
import { policyOf } from '../forms/document.ts';
import { loadFormWithNested } from '../forms/load-form.ts';
import { requireAllowedOrigin } from '../forms/require-allowed-origin.ts';
import { requireSubmitter } from '../permissions.ts';
import { formatsOf, listFileFields } from '../records/file-fields.ts';
import { fileScopeOf } from '../records/file-owners.ts';
import { invalidSubmissionError } from '../records/invalid-submission.ts';

type Endpoint = (typeof formsEndpoints)['getMediaUploadUrl'];

const MEGABYTE = 1_048_576;

/**
 * Issues a URL for uploading one file of a submission to the form (forms contract section 7.5). The upload returns the
 * `url` by which the submission names the file.
 * @throws AppError FORM_NOT_FOUND; FILE_UPLOAD_RESTRICTIONS_ERROR if no field of the form accepts such a file;
 *   FILE_QUOTA_REACHED
 * @throws ViolationError DISABLED_FORM_ERROR
 */
export async function getMediaUploadUrl(
  ctx: SiteCtx,
  { body }: Input<Endpoint>,
  request?: RequestInfo,
): Promise<Output<Endpoint>> {
  requireSubmitter(ctx.caller);
  const form = await loadFormWithNested(ctx, body.formId);
  requireAllowedOrigin(ctx, form, request);
  if (!form.enabled) throw invalidSubmissionError([FORM_CLOSED]);
  const { maxFileMb, formQuotaMb, siteQuotaMb } = ctx.site.settings.forms.files;
  return issueUpload(ctx, {
    scope: fileScopeOf(form.id),
    filename: body.filename,
    mimeType: body.mimeType,
    formats: listAcceptedFormats(form.document),
    maxBytes: maxFileMb * MEGABYTE,
    scopeQuotaBytes: (policyOf(form.document).filesQuotaMb ?? formQuotaMb) * MEGABYTE,
    siteQuotaBytes: Math.min(siteQuotaMb, limitsOf(ctx).storageMb ?? siteQuotaMb) * MEGABYTE,
  });
}

/** Returns the formats of all file fields, because the request does not name the field. Null accepts any format. */
function listAcceptedFormats(form: FormSchema): readonly UploadFileFormat[] | null {
  const lists = listFileFields(form).map(formatsOf);
  if (lists.length === 0) throw new AppError('FILE_UPLOAD_RESTRICTIONS_ERROR', { reason: 'the form takes no files' });
  return lists.includes(null) ? null : [...new Set(lists.flatMap((list) => list ?? []))];
}
