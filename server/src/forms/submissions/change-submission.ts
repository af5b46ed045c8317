/**
 * Changes of single parts of a submission. They need no revision, because each replaces only what the request names.
 */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { transaction } from '../../db/index.ts';
import { AppError, ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { runBulk } from '../bulk.ts';
import { requireSubmissionsManager } from '../permissions.ts';
import type { Change } from '../records/store.ts';
import { lockSubmission, updateSubmission } from '../records/store.ts';
import type { SubmissionRow } from '../records/wire.ts';
import { applyTagChange, requireSomeTags, type TagChange } from '../tags.ts';
import { emitUpdated } from './emit-updated.ts';

type Endpoints = typeof formsEndpoints;

/**
 * Locks a submission, changes it and emits the events.
 * @throws AppError SUBMISSION_NOT_FOUND
 */
export function changeLocked(
  ctx: SiteCtx,
  submissionId: string,
  change: (row: SubmissionRow) => Change,
): Promise<SubmissionRow> {
  return transaction(ctx, async (ctx) => {
    const stored = isGuid(submissionId) ? await lockSubmission(ctx.db, ctx.site.id, submissionId) : undefined;
    if (!stored) throw new AppError('SUBMISSION_NOT_FOUND', { submissionId });
    const changes = change(stored);
    const row = await updateSubmission(ctx.db, ctx.site.id, stored, changes, ctx.now);
    if (!row) throw new AppError('CONFLICT');
    await emitUpdated(ctx, row, listModifiedFields(changes), stored.status);
    return row;
  });
}

/** Returns the names that the fields of a change have on the wire. */
export const listModifiedFields = (change: Change): string[] =>
  Object.keys(change).map((name) => (name === 'answers' ? 'submissions' : name));

/** Maximum size of the extended fields of a submission, all namespaces together. */
const MAX_EXTENDED_BYTES = 262_144;

/** Replaces the extended fields of one namespace. The other namespaces stay as they are. */
export async function updateSubmissionExtendedFields(
  ctx: SiteCtx,
  { query, body }: Input<Endpoints['updateSubmissionExtendedFields']>,
): Promise<Output<Endpoints['updateSubmissionExtendedFields']>> {
  requireSubmissionsManager(ctx.caller);
  const { namespace, namespaceData } = body;
  await changeLocked(ctx, query.submissionId, ({ extended_fields }) => {
    const others = Object.entries(extended_fields?.namespaces ?? {});
    const extendedFields = { namespaces: Object.fromEntries([...others, [namespace, namespaceData]]) };
    if (Buffer.byteLength(JSON.stringify(extendedFields)) > MAX_EXTENDED_BYTES) {
      const description = `must not make the extended fields of the submission larger than ${MAX_EXTENDED_BYTES} bytes`;
      throw new ViolationError([{ field: 'namespaceData', description, violatedRule: 'OTHER' }]);
    }
    return { extendedFields };
  });
  return { namespace, namespaceData };
}

/** Assigns and unassigns tags of several submissions. Returns one result per submission. */
export async function bulkUpdateSubmissionTags(
  ctx: SiteCtx,
  { body }: Input<Endpoints['bulkUpdateSubmissionTags']>,
): Promise<Output<Endpoints['bulkUpdateSubmissionTags']>> {
  requireSubmissionsManager(ctx.caller);
  requireSomeTags(body);
  return runBulk(
    body.submissionIds,
    (id) => id,
    async (submissionId) => {
      await changeLocked(ctx, submissionId, tagChange(body));
      return undefined;
    },
  );
}

/** Returns the function that computes the change of a submission's tags. */
export const tagChange =
  (change: TagChange) =>
  ({ tags }: Pick<SubmissionRow, 'tags'>): Change => ({ tags: applyTagChange(tags, change) });
