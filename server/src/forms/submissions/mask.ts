/** What an update changes (contract section 1: no client of the vendor sends a mask; the specification knows one). Pure. */
import type { Input } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { AppError } from '../../kernel/app-error.ts';
import { maskPaths } from '../mask.ts';
import type { Change } from '../records/store.ts';
import type { SubmissionRow } from '../records/wire.ts';

type Sent = Input<(typeof formsEndpoints)['updateSubmission']>['body']['submission'];

const CHANGEABLE = ['submissions', 'status', 'seen', 'extendedFields', 'tags'] as const;

/**
 * The change that a request asks for. Without a mask every changeable field that is present; with one those that it
 * names, `submissions.<target>` for a single value, which an absent one takes away.
 * @throws AppError INVALID_MASK for one that is no list of paths, or names what cannot be changed
 */
export function maskedChange(stored: Pick<SubmissionRow, 'answers'>, sent: Sent, mask: unknown): Change {
  const paths = mask === undefined || mask === null ? CHANGEABLE.filter((key) => key in sent) : pathsOf(mask);
  const named = (key: (typeof CHANGEABLE)[number]) => paths.includes(key) && sent[key] !== undefined;
  const answers = answersOf(stored.answers, sent.submissions ?? {}, paths);
  return {
    ...(answers ? { answers } : {}),
    ...(named('status') && sent.status ? { status: sent.status } : {}),
    ...(named('seen') && sent.seen !== undefined ? { seen: sent.seen } : {}),
    ...(named('extendedFields') ? { extendedFields: sent.extendedFields } : {}),
    ...(named('tags') ? { tags: sent.tags } : {}),
  };
}

function answersOf(
  stored: Readonly<Record<string, unknown>>,
  sent: Readonly<Record<string, unknown>>,
  paths: readonly string[],
): Record<string, unknown> | undefined {
  if (paths.includes('submissions')) return { ...sent };
  const targets = paths.flatMap((path) => (path.startsWith(VALUE) ? [path.slice(VALUE.length)] : []));
  if (targets.length === 0) return undefined;
  const rest = Object.entries(stored).filter(([target]) => !targets.includes(target));
  const changed = targets.flatMap((target) => (Object.hasOwn(sent, target) ? [[target, sent[target]] as const] : []));
  return Object.fromEntries([...rest, ...changed]);
}

const VALUE = 'submissions.';
/** sent along by clients that name every field; read-only, and so left alone */
const IGNORED = ['id', 'formId', 'revision', 'namespace', 'createdDate', 'updatedDate', 'submitter', 'contactId'];

function pathsOf(mask: unknown): string[] {
  return maskPaths(mask)
    .map((path) => path.replace(/^submission\./, ''))
    .filter((path) => !IGNORED.includes(path))
    .map((path) => {
      const known = (CHANGEABLE as readonly string[]).includes(path) || path.startsWith(VALUE);
      if (!known) throw new AppError('INVALID_MASK', { path: path.slice(0, 100) });
      return path;
    });
}
