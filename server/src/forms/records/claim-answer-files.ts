import type { FormSchema, ValueError } from '@portico/domain';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { claimFiles, findClaimableFiles, releaseFiles, type StoredFile } from '../../media/index.ts';
import { mayManageSubmissions } from '../permissions.ts';
import { formatsOf, mapFiles, type NamedFile } from './file-fields.ts';
import { fileOwnerOf, fileScopeOf } from './file-owners.ts';
import { invalidSubmissionError } from './invalid-submission.ts';

interface CheckedSubmission {
  readonly form: { readonly id: string; readonly document: FormSchema };
  /** The values that `checkValues` returned. */
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Claims the uploaded files that the values name, in the transaction of `ctx`, so that they belong to the submission.
 * Returns the values with the stored id, name, type and URL of each file. The values of clients are not reliable: one
 * client sends the same id with every file.
 * @param replaces True if the values replace earlier ones. Releases files that only the earlier values name.
 * @throws ViolationError with a NOT_ALLOWED_VALUE_ERROR for each file that the submission may not name
 */
export async function claimAnswerFiles(
  ctx: SiteCtx,
  { form, submissionId, values, replaces = false }: CheckedSubmission & { submissionId: string; replaces?: boolean },
): Promise<Record<string, unknown>> {
  const owner = fileOwnerOf(submissionId);
  const claimedFiles = await claimFiles(ctx, { scope: fileScopeOf(form.id), owner, urls: urlsIn({ form, values }) });
  const { answers, errors } = resolveFileAnswers(ctx, { form, values }, claimedFiles);
  if (errors.length > 0) throw invalidSubmissionError(errors);
  if (replaces) {
    const except = [...claimedFiles.values()].map((file) => file.id);
    await releaseFiles(ctx, owner, { except });
  }
  return answers;
}

/** Returns the errors that `claimAnswerFiles` would throw for a new submission. Claims nothing. */
export async function findFileErrors(ctx: SiteCtx, checked: CheckedSubmission): Promise<ValueError[]> {
  const urls = urlsIn(checked);
  if (urls.length === 0) return [];
  const claimableFiles = await findClaimableFiles(ctx, { scope: fileScopeOf(checked.form.id), urls });
  return resolveFileAnswers(ctx, checked, claimableFiles).errors;
}

/** Values name a file by its `url`, or by its `fileId` if it has none. */
const nameOf = ({ url, fileId }: NamedFile['file']): string => String(url ?? fileId ?? '');

function urlsIn({ form, values }: CheckedSubmission): string[] {
  const urls: string[] = [];
  mapFiles(form.document, values, ({ file }) => urls.push(nameOf(file)));
  return urls;
}

/**
 * Replaces the files that the answers name with the stored files, and returns an error for each that is unknown or does
 * not fit its field. Callers who manage submissions may name files at https URLs of other servers, because imported
 * submissions contain them. Threat: anyone else could make the owner open any URL.
 */
function resolveFileAnswers(
  ctx: SiteCtx,
  { form, values }: CheckedSubmission,
  files: ReadonlyMap<string, StoredFile>,
): { readonly answers: Record<string, unknown>; readonly errors: ValueError[] } {
  const mayImport = mayManageSubmissions(ctx.caller);
  const errors: ValueError[] = [];
  const answers = mapFiles(form.document, values, (file) => {
    const stored = files.get(nameOf(file.file));
    if (!stored && mayImport && isForeign(ctx, file.file)) return file.file;
    errors.push(...(stored ? formatErrors(file, stored) : [unknownFileError(file)]));
    return stored ? fileAnswerOf(stored) : file.file;
  });
  return { answers, errors };
}

const fileAnswerOf = ({ id, displayName, fileType, url }: StoredFile) => ({ fileId: id, displayName, fileType, url });

const isForeign = ({ site }: SiteCtx, { url }: NamedFile['file']): boolean => {
  const parsed = typeof url === 'string' ? URL.parse(url) : null;
  return parsed?.protocol === 'https:' && parsed.origin !== site.origin;
};

/** Checks the file's format now, because the upload did not name a field. */
function formatErrors({ field, path }: NamedFile, { format, displayName }: StoredFile): ValueError[] {
  const formats = formatsOf(field);
  if (!formats || formats.includes(format)) return [];
  const errorMessage = `"${displayName}" must be a file of one of these kinds: ${formats.join(', ')}`;
  return [notAllowedError(`${path}/fileType`, errorMessage, { allowedValues: formats })];
}

const unknownFileError = ({ path }: NamedFile): ValueError =>
  notAllowedError(
    `${path}/url`,
    'must be a file that was uploaded to this form and is not part of another submission',
    {},
  );

const notAllowedError = (errorPath: string, errorMessage: string, params: ValueError['params']): ValueError => ({
  errorPath,
  errorType: 'NOT_ALLOWED_VALUE_ERROR',
  errorMessage,
  params,
});
