/** The change that an update request describes. A mask is optional, and the vendor's clients send none. */
import type { Input } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { AppError } from '../../kernel/app-error.ts';
import { maskPaths } from '../mask.ts';
import type { Change } from '../records/store.ts';
import type { SubmissionRow } from '../records/wire.ts';

type UpdateInput = Input<(typeof formsEndpoints)['updateSubmission']>['body']['submission'];

const CHANGEABLE_KEYS = ['submissions', 'status', 'seen', 'extendedFields', 'tags'] as const;

/**
 * Returns the change of an update request: every changeable field that is present, or those that the mask names. The
 * path `submissions.<target>` names a single value, which is deleted if the request does not contain it.
 * @throws AppError INVALID_MASK if the mask is not a list of paths or names a field that cannot be changed
 */
export function readChange(stored: Pick<SubmissionRow, 'answers'>, input: UpdateInput, mask: unknown): Change {
  const paths = mask === undefined || mask === null ? CHANGEABLE_KEYS.filter((key) => key in input) : pathsOf(mask);
  const isNamed = (key: (typeof CHANGEABLE_KEYS)[number]) => paths.includes(key) && input[key] !== undefined;
  const answers = answersOf(stored.answers, input.submissions ?? {}, paths);
  return {
    ...(answers ? { answers } : {}),
    ...(isNamed('status') && input.status ? { status: input.status } : {}),
    ...(isNamed('seen') && input.seen !== undefined ? { seen: input.seen } : {}),
    ...(isNamed('extendedFields') ? { extendedFields: input.extendedFields } : {}),
    ...(isNamed('tags') ? { tags: input.tags } : {}),
  };
}

function answersOf(
  stored: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
  paths: readonly string[],
): Record<string, unknown> | undefined {
  if (paths.includes('submissions')) return { ...values };
  const targets = paths.flatMap((path) => (path.startsWith(VALUE_PREFIX) ? [path.slice(VALUE_PREFIX.length)] : []));
  if (targets.length === 0) return undefined;
  const rest = Object.entries(stored).filter(([target]) => !targets.includes(target));
  const changed = targets.flatMap((target) =>
    Object.hasOwn(values, target) ? [[target, values[target]] as const] : [],
  );
  return Object.fromEntries([...rest, ...changed]);
}

const VALUE_PREFIX = 'submissions.';
/** Read-only fields. Some clients name every field in the mask. */
const IGNORED_PATHS = ['id', 'formId', 'revision', 'namespace', 'createdDate', 'updatedDate', 'submitter', 'contactId'];

function pathsOf(mask: unknown): string[] {
  return maskPaths(mask)
    .map((path) => path.replace(/^submission\./, ''))
    .filter((path) => !IGNORED_PATHS.includes(path))
    .map((path) => {
      const isKnown = (CHANGEABLE_KEYS as readonly string[]).includes(path) || path.startsWith(VALUE_PREFIX);
      if (!isKnown) throw new AppError('INVALID_MASK', { path: path.slice(0, 100) });
      return path;
    });
}
