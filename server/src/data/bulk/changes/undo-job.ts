/** The job that gives items back what a bulk change took from them. */

import { withSavepoint } from '../../../db/index.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { SiteCtx } from '../../../kernel/ctx.ts';
import type { Collection } from '../../collections/collection.ts';
import { permissionDenied, requireBulkEditor } from '../../collections/permissions.ts';
import type { Reach } from '../../collections/reach.ts';
import type { Job, Stretch } from '../../jobs/store.ts';
import type { KindOfJob } from '../../jobs/worker.ts';
import { listLater } from '../../schema-changes/store.ts';
import { insertGroup, overwriteItems } from '../../table/write-store.ts';
import type { Outcome } from '../../values/outcome.ts';
import type { Item } from '../../values/patch.ts';
import { inParts } from '../bulk-rows.ts';
import { processedBy, withRightsNow } from '../change-by-filter.ts';
import { deleteKept, listKeptIds, listRemoved, lockUpdated, type RemovedItem, restoreLinks } from './kept-store.ts';
import { detailsOf, refusalOfFields } from './rules.ts';
import { operationOf } from './undo-bulk-change.ts';

const BATCH = 250;

export const undoBulkChangeJob: KindOfJob = {
  work(ctx, collection, job) {
    const { undoesKind } = detailsOf(job);
    return withRightsNow(ctx, collection, job, operationOf(undoesKind), (ctx, reach) => undoNext(ctx, reach, job));
  },
};

/**
 * Restores the next items, in descending order of ids: an item that was removed before another it linked to finds that
 * one restored.
 */
async function undoNext(ctx: SiteCtx, reach: Reach, job: Job): Promise<Stretch> {
  const { collection } = reach;
  const { undoes: changeId = '', undoesKind } = detailsOf(job);
  await assertRestorable(ctx, reach, job);
  const before = typeof job.state.before === 'string' ? job.state.before : null;
  const ids = await listKeptIds(ctx.db, collection, changeId, { before, limit: BATCH });
  const restore = undoesKind === 'UPDATE_ITEMS' ? restoreFields : restoreItems;
  const succeeded = ids.length > 0 ? await restore(ctx, reach, job, { changeId, ids }) : 0;
  await deleteKept(ctx.db, collection, { changeId, ids });
  const state = { before: ids.at(-1) ?? before, processed: processedBy(job) + ids.length };
  return { done: ids.length < BATCH, state, succeeded };
}

/** Rights and fields may have changed since the undo started. */
async function assertRestorable(ctx: SiteCtx, { collection, locked }: Reach, job: Job): Promise<void> {
  const { keys, shape, undoesKind } = detailsOf(job);
  const operation = operationOf(undoesKind);
  requireBulkEditor(ctx.caller, collection.id, operation);
  if (locked.some((key) => keys.includes(key))) throw permissionDenied(collection.id, operation);
  const later = await listLater(ctx.db, collection, shape);
  const reason = refusalOfFields({ keys, removes: undoesKind === 'REMOVE_ITEMS' }, later);
  if (reason !== null) throw new AppError('WDE0080', { reason });
}

interface Batch {
  readonly changeId: string;
  readonly ids: readonly string[];
}

async function restoreFields(ctx: SiteCtx, { collection, owner }: Reach, job: Job, batch: Batch): Promise<number> {
  const { keys } = detailsOf(job);
  const rows = await lockUpdated(ctx.db, collection, batch, { keys, owner, now: ctx.now });
  return countRestored(ctx, rows, async (part) => {
    await overwriteItems(ctx.db, collection, part);
    return part;
  });
}

async function restoreItems(ctx: SiteCtx, { collection, owner }: Reach, _job: Job, batch: Batch): Promise<number> {
  const rows = await listRemoved(ctx.db, collection, batch, owner);
  const restored: RemovedItem[] = [];
  const count = await countRestored(ctx, rows, async (part) => {
    const inserted = await insertAgain(ctx, collection, part);
    restored.push(...inserted);
    return inserted;
  });
  await restoreLinks(
    ctx.db,
    collection,
    restored.flatMap(({ links }) => links ?? []),
  );
  return count;
}

/** Items whose id was taken since are left out. */
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

/** Writes rows in parts, so that one that an index refuses stops no other, and counts those that were written. */
async function countRestored<Row extends { readonly id: string }>(
  ctx: SiteCtx,
  rows: readonly Row[],
  write: (rows: readonly Row[]) => Promise<readonly { readonly id: string }[]>,
): Promise<number> {
  if (rows.length === 0) return 0;
  const outcomes = await inParts(ctx, rows, (part) =>
    withSavepoint(ctx.db, async (): Promise<Outcome[]> => (await write(part)).map(({ id }) => ({ id }))),
  );
  return outcomes.filter(({ error }) => !error).length;
}
