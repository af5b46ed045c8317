import type { FormSchema, ValueError } from '@portico/domain';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { claimFiles, releaseFiles, type StoredFile } from '../../media/index.ts';
import { setsSubmissionState } from '../permissions.ts';
import { formatsOf, mapFiles, type NamedFile } from './file-fields.ts';
import { fileOwner, fileScope } from './file-owners.ts';
import { invalidSubmission } from './invalid-submission.ts';

/**
 * Makes the uploaded files that checked values name those of the submission, in the caller's transaction, and answers the
 * values with the true id, name, type and address of each: what a client says of them is not believed, and one client
 * sends the same id with every file. A file is named by its `url`, or by its `fileId` where there is none. Files at
 * foreign https addresses are kept as they are for who manages submissions (imports), and refused for everybody else:
 * a visitor could have the owner open any address. With `replaces`, files that the submission had before and its values
 * no longer name are released.
 * @throws ViolationError with a NOT_ALLOWED_VALUE_ERROR for each file that is not this submission's to name
 */
export async function claimAnswers(
  ctx: SiteCtx,
  {
    form,
    submissionId,
    values,
    replaces = false,
  }: {
    readonly form: { readonly id: string; readonly document: FormSchema };
    readonly submissionId: string;
    readonly values: Readonly<Record<string, unknown>>;
    readonly replaces?: boolean;
  },
): Promise<Record<string, unknown>> {
  const owner = fileOwner(submissionId);
  const urls: string[] = [];
  mapFiles(form.document, values, (named) => urls.push(nameOf(named.file)));
  const claimed = await claimFiles(ctx, { scope: fileScope(form.id), owner, urls });
  const mayImport = setsSubmissionState(ctx.caller);
  const errors: ValueError[] = [];
  const answers = mapFiles(form.document, values, (named) => {
    const stored = claimed.get(nameOf(named.file));
    if (!stored && mayImport && isForeign(ctx, named.file)) return named.file;
    errors.push(...(stored ? misplaced(named, stored) : [unknownFile(named)]));
    return stored ? answerOf(stored) : named.file;
  });
  if (errors.length > 0) throw invalidSubmission(errors);
  if (replaces) {
    const except = [...claimed.values()].map((file) => file.id);
    await releaseFiles(ctx, owner, { except });
  }
  return answers;
}

const nameOf = ({ url, fileId }: NamedFile['file']): string => String(url ?? fileId ?? '');

const answerOf = ({ id, displayName, fileType, url }: StoredFile) => ({ fileId: id, displayName, fileType, url });

const isForeign = ({ site }: SiteCtx, { url }: NamedFile['file']): boolean => {
  const parsed = typeof url === 'string' ? URL.parse(url) : null;
  return parsed?.protocol === 'https:' && parsed.origin !== site.origin;
};

/** An upload is for any field of the form; which one, only the submission says. */
function misplaced({ field, path }: NamedFile, { format, displayName }: StoredFile): ValueError[] {
  const formats = formatsOf(field);
  if (!formats || formats.includes(format)) return [];
  const errorMessage = `"${displayName}" must be a file of one of these kinds: ${formats.join(', ')}`;
  return [notAllowed(`${path}/fileType`, errorMessage, { allowedValues: formats })];
}

const unknownFile = ({ path }: NamedFile): ValueError =>
  notAllowed(`${path}/url`, 'must be a file that was uploaded to this form and is not part of another submission', {});

const notAllowed = (errorPath: string, errorMessage: string, params: ValueError['params']): ValueError => ({
  errorPath,
  errorType: 'NOT_ALLOWED_VALUE_ERROR',
  errorMessage,
  params,
});
