/** Small changes of one submission that need no revision: they change what nobody else edits at the same moment. */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { transaction } from '../../db/index.ts';
import { AppError, ViolationError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { eachOf } from '../bulk.ts';
import { requireSubmissionsManager } from '../permissions.ts';
import type { Change } from '../records/store.ts';
import { lockSubmission, updateSubmission } from '../records/store.ts';
import type { SubmissionRow } from '../records/wire.ts';
import { type AssignedTags, changedTags, requireSomeTags } from '../tags.ts';
import { noteUpdated } from './note-updated.ts';

type Endpoints = typeof formsEndpoints;

/**
 * Changes a submission while it is held.
 * @throws AppError SUBMISSION_NOT_FOUND
 */
export function changeHeld(
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
    await noteUpdated(ctx, row, modifiedBy(changes), stored.status);
    return row;
  });
}

/** The fields that a change names, as the wire calls them. */
export const modifiedBy = (change: Change): string[] =>
  Object.keys(change).map((name) => (name === 'answers' ? 'submissions' : name));

/** bytes of all namespaces of a submission together */
const MOST_EXTENDED_BYTES = 262_144;

/** Sets what one namespace keeps about the submission; the other namespaces stay. */
export async function updateSubmissionExtendedFields(
  ctx: SiteCtx,
  { query, body }: Input<Endpoints['updateSubmissionExtendedFields']>,
): Promise<Output<Endpoints['updateSubmissionExtendedFields']>> {
  requireSubmissionsManager(ctx.caller);
  const { namespace, namespaceData } = body;
  await changeHeld(ctx, query.submissionId, ({ extended_fields }) => {
    const others = Object.entries(extended_fields?.namespaces ?? {});
    const extendedFields = { namespaces: Object.fromEntries([...others, [namespace, namespaceData]]) };
    if (Buffer.byteLength(JSON.stringify(extendedFields)) > MOST_EXTENDED_BYTES) {
      const description = `extended fields of a submission have at most ${MOST_EXTENDED_BYTES} bytes`;
      throw new ViolationError([{ field: 'namespaceData', description, violatedRule: 'OTHER' }]);
    }
    return { extendedFields };
  });
  return { namespace, namespaceData };
}

/** Assigns and takes away tags of some submissions, one result for each. */
export async function bulkUpdateSubmissionTags(
  ctx: SiteCtx,
  { body }: Input<Endpoints['bulkUpdateSubmissionTags']>,
): Promise<Output<Endpoints['bulkUpdateSubmissionTags']>> {
  requireSubmissionsManager(ctx.caller);
  requireSomeTags(body);
  return eachOf(
    body.submissionIds,
    (id) => id,
    async (submissionId) => {
      await changeHeld(ctx, submissionId, retagged(body));
      return undefined;
    },
  );
}

export const retagged =
  (assigned: AssignedTags) =>
  ({ tags }: Pick<SubmissionRow, 'tags'>): Change => ({ tags: changedTags(tags, assigned) });
