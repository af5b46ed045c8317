/** The job that restores the previous values of a bulk change. */

import { withSavepoint } from '../../../db/index.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { SiteCtx } from '../../../kernel/ctx.ts';
import type { Collection } from '../../collections/collection.ts';
import { permissionDenied, requireBulkEditor } from '../../collections/permissions.ts';
import type { Reach } from '../../collections/reach.ts';
import type { BatchResult, Job } from '../../jobs/store.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { listLaterChanges } from '../../schema-changes/store.ts';
import { insertGroup, overwriteItems } from '../../table/write-store.ts';
import type { Outcome } from '../../values/outcome.ts';
import type { Item } from '../../values/patch.ts';
import { writeInHalves } from '../bulk-rows.ts';
import { countProcessed, withCurrentRights } from '../change-by-filter.ts';
import {
  type ChangedItems,
  deletePreviousValues,
  listChangedIds,
  listRemovedItems,
  lockUnmodifiedItems,
  type RemovedItem,
  restoreLinks,
} from './previous-values-store.ts';
import { operationOf } from './undo-bulk-change.ts';
import { detailsOf, findSchemaObstacle } from './undo-rules.ts';

const BATCH = 250;

export const undoBulkChangeJob: JobHandler = {
  runBatch(ctx, collection, job) {
    const { undoesKind } = detailsOf(job);
    return withCurrentRights(ctx, collection, job, operationOf(undoesKind), (ctx, reach) =>
      undoNextBatch(ctx, reach, job),
    );
  },
};

/**
 * Restores the next items in descending order of ids, the reverse order of the change. A link is saved with the item
 * that was removed first, so the item at its other end exists again when the link is restored.
 */
async function undoNextBatch(ctx: SiteCtx, reach: Reach, job: Job): Promise<BatchResult> {
  const { collection } = reach;
  const { undoes: changeId = '', undoesKind } = detailsOf(job);
  await assertRestorable(ctx, reach, job);
  const before = typeof job.state.before === 'string' ? job.state.before : null;
  const ids = await listChangedIds(ctx.db, collection, changeId, { before, limit: BATCH });
  const restore = undoesKind === 'UPDATE_ITEMS' ? restoreUpdatedItems : restoreRemovedItems;
  const succeeded = ids.length > 0 ? await restore(ctx, reach, job, { changeId, ids }) : 0;
  await deletePreviousValues(ctx.db, collection, { changeId, ids });
  const state = { before: ids.at(-1) ?? before, processed: countProcessed(job) + ids.length };
  return { done: ids.length < BATCH, state, succeeded };
}

/** Repeats the checks for each batch, because permissions and fields may have changed since the undo started. */
async function assertRestorable(ctx: SiteCtx, { collection, locked }: Reach, job: Job): Promise<void> {
  const { keys, shape, undoesKind } = detailsOf(job);
  const operation = operationOf(undoesKind);
  requireBulkEditor(ctx.caller, collection.id, operation);
  if (locked.some((key) => keys.includes(key))) throw permissionDenied(collection.id, operation);
  const later = await listLaterChanges(ctx.db, collection, shape);
  const reason = findSchemaObstacle({ keys, removes: undoesKind === 'REMOVE_ITEMS' }, later);
  if (reason !== null) throw new AppError('WDE0080', { reason });
}

async function restoreUpdatedItems(
  ctx: SiteCtx,
  { collection, owner }: Reach,
  job: Job,
  batch: ChangedItems,
): Promise<number> {
  const { keys } = detailsOf(job);
  const rows = await lockUnmodifiedItems(ctx.db, collection, batch, { keys, owner, now: ctx.now });
  return countRestored(ctx, rows, async (part) => {
    await overwriteItems(ctx.db, collection, part);
    return part;
  });
}

async function restoreRemovedItems(
  ctx: SiteCtx,
  { collection, owner }: Reach,
  _job: Job,
  batch: ChangedItems,
): Promise<number> {
  const rows = await listRemovedItems(ctx.db, collection, batch, owner);
  const restoredItems: RemovedItem[] = [];
  const count = await countRestored(ctx, rows, async (part) => {
    const inserted = await insertAgain(ctx, collection, part);
    restoredItems.push(...inserted);
    return inserted;
  });
  await restoreLinks(
    ctx.db,
    collection,
    restoredItems.flatMap(({ links }) => links ?? []),
  );
  return count;
}

/** Inserts removed items again, except those whose id has been used since. */
async function insertAgain(
  ctx: SiteCtx,
  collection: Collection,
  items: readonly RemovedItem[],
): Promise<readonly RemovedItem[]> {
  const rows = items.map(({ id, owner, json, createdAt }) => ({
    id,
    owner,
    json,
    item: JSON.parse(json) as Item,
    now: createdAt,
  }));
  const inserted = await insertGroup(ctx.db, collection, rows);
  return items.filter(({ id }) => inserted.has(id));
}

/** Writes the rows and returns how many were written. A row that violates a unique index does not affect the others. */
async function countRestored<Row extends { readonly id: string }>(
  ctx: SiteCtx,
  rows: readonly Row[],
  write: (rows: readonly Row[]) => Promise<readonly { readonly id: string }[]>,
): Promise<number> {
  if (rows.length === 0) return 0;
  const outcomes = await writeInHalves(ctx, rows, (part) =>
    withSavepoint(ctx.db, async (): Promise<Outcome[]> => (await write(part)).map(({ id }) => ({ id }))),
  );
  return outcomes.filter(({ error }) => !error).length;
}
