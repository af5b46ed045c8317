import type { FormSchema, ValueError } from '@portico/domain';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { claimFiles, findClaimableFiles, releaseFiles, type StoredFile } from '../../media/index.ts';
import { setsSubmissionState } from '../permissions.ts';
import { formatsOf, mapFiles, type NamedFile } from './file-fields.ts';
import { fileOwner, fileScope } from './file-owners.ts';
import { invalidSubmission } from './invalid-submission.ts';

interface CheckedAnswers {
  readonly form: { readonly id: string; readonly document: FormSchema };
  /** values that the engine has accepted */
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Makes the uploaded files that the values name those of the submission, in the caller's transaction, and returns the
 * values with each file's true id, name, type and address: what a client says of them is not believed, and one client sends
 * the same id with every file. With `replaces`, files that the submission had before and its values no longer name are
 * released.
 * @throws ViolationError with a NOT_ALLOWED_VALUE_ERROR for each file that the submission may not name
 */
export async function claimAnswers(
  ctx: SiteCtx,
  { form, submissionId, values, replaces = false }: CheckedAnswers & { submissionId: string; replaces?: boolean },
): Promise<Record<string, unknown>> {
  const owner = fileOwner(submissionId);
  const claimed = await claimFiles(ctx, { scope: fileScope(form.id), owner, urls: urlsIn({ form, values }) });
  const { answers, errors } = readFiles(ctx, { form, values }, claimed);
  if (errors.length > 0) throw invalidSubmission(errors);
  if (replaces) {
    const except = [...claimed.values()].map((file) => file.id);
    await releaseFiles(ctx, owner, { except });
  }
  return answers;
}

/** What `claimAnswers` would refuse for a new submission. Claims nothing. */
export async function fileErrors(ctx: SiteCtx, checked: CheckedAnswers): Promise<ValueError[]> {
  const urls = urlsIn(checked);
  if (urls.length === 0) return [];
  const found = await findClaimableFiles(ctx, { scope: fileScope(checked.form.id), urls });
  return readFiles(ctx, checked, found).errors;
}

/** A file is named by its `url`, or by its `fileId` if it has none. */
const nameOf = ({ url, fileId }: NamedFile['file']): string => String(url ?? fileId ?? '');

function urlsIn({ form, values }: CheckedAnswers): string[] {
  const urls: string[] = [];
  mapFiles(form.document, values, ({ file }) => urls.push(nameOf(file)));
  return urls;
}

/**
 * Files at foreign https addresses are kept as they are for callers who manage submissions (imports), and refused for
 * everybody else: a visitor could have the owner open any address.
 */
function readFiles(
  ctx: SiteCtx,
  { form, values }: CheckedAnswers,
  files: ReadonlyMap<string, StoredFile>,
): { readonly answers: Record<string, unknown>; readonly errors: ValueError[] } {
  const mayImport = setsSubmissionState(ctx.caller);
  const errors: ValueError[] = [];
  const answers = mapFiles(form.document, values, (named) => {
    const stored = files.get(nameOf(named.file));
    if (!stored && mayImport && isForeign(ctx, named.file)) return named.file;
    errors.push(...(stored ? misplaced(named, stored) : [unknownFile(named)]));
    return stored ? answerOf(stored) : named.file;
  });
  return { answers, errors };
}

const answerOf = ({ id, displayName, fileType, url }: StoredFile) => ({ fileId: id, displayName, fileType, url });

const isForeign = ({ site }: SiteCtx, { url }: NamedFile['file']): boolean => {
  const parsed = typeof url === 'string' ? URL.parse(url) : null;
  return parsed?.protocol === 'https:' && parsed.origin !== site.origin;
};

/** The upload names no field; only the submission says which field a file is for. */
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
