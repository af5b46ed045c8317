import type { collectionsEndpoints } from '@portico/contract/data/collections';
import type { Input, Output } from '@portico/contract/endpoint';
import type { Db } from '../db/index.ts';
import type { Ctx, SiteCtx } from '../kernel/ctx.ts';
import { insertAll } from './bulk/bulk-insert.ts';
import { deleteOldBulkChanges } from './bulk/changes/store.ts';
import { loadCollection } from './collections/cache.ts';
import { requireAccess } from './collections/permissions.ts';
import { buildReach } from './collections/reach.ts';
import { countCollections as count } from './collections/store.ts';
import * as collections from './definitions/create-collection.ts';
import { purgeCollections } from './definitions/deleted/purge.ts';
import { jobKinds } from './job-kinds.ts';
import { deleteOldJobs } from './jobs/store.ts';
import { startJobWorker } from './jobs/worker.ts';
import { deleteOldChanges } from './schema-changes/store.ts';
import { indexAfterWrite } from './search/ensure-indexed.ts';
import { mend, withFreshLayout } from './table/mend.ts';
import { LayoutMismatch } from './table/statement.ts';

export { exportItems } from './export-items.ts';
export { forgetOwner } from './forget-owner.ts';

/** Does the long work on collections, a stretch at a time. */
export const startDataJobs = (installation: () => Ctx): { stop(): Promise<void> } =>
  startJobWorker(installation, jobKinds, async (ctx, error) => {
    if (error instanceof LayoutMismatch) await mend(ctx, error);
  });

/** Deletes what is kept for a limited time: deleted collections, values kept for an undo, ended jobs. */
export async function sweepData(db: Db, now: Date): Promise<void> {
  await purgeCollections(db, now);
  await deleteOldChanges(db, now);
  await deleteOldBulkChanges(db, now);
  await deleteOldJobs(db, now);
}

type CreateCollection = (typeof collectionsEndpoints)['createCollection'];
type NewCollection = Input<CreateCollection>['body']['collection'];

/**
 * Makes a collection of the site, as the collections service does; opens a transaction of its own.
 * @throws AppError WDE0027 for a caller without collections:manage, WDE0104 where the id is taken, WDE0080
 */
export async function createCollection(
  ctx: SiteCtx,
  collection: NewCollection,
): Promise<Output<CreateCollection>['collection']> {
  return (await collections.createCollection(ctx, { query: {}, body: { collection } })).collection;
}

/**
 * Inserts items in one statement and answers their ids in order. Each is the item's data; `_id` may be among it.
 * @throws AppError the first refusal (WDE0074, WDE0080 …); the items that were not refused are inserted all the same
 */
export async function insertItems(
  ctx: SiteCtx,
  collectionId: string,
  items: readonly Readonly<Record<string, unknown>>[],
): Promise<string[]> {
  const outcomes = await withFreshLayout(ctx, async () => {
    const collection = await loadCollection(ctx, collectionId);
    requireAccess(ctx.caller, collection, 'insert');
    const sent = items.map((data) => ({ data }));
    return insertAll(ctx, buildReach(ctx, collection, null), sent);
  });
  await indexAfterWrite(ctx, collectionId, items.length);
  return outcomes.map(({ id, error }) => {
    if (error) throw error;
    return id as string;
  });
}

/** How many collections the site has. */
export const countCollections = (ctx: SiteCtx): Promise<number> => count(ctx.db, ctx.site.id);
