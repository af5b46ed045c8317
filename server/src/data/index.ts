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
import { repairLayout, retryOnLayoutMismatch } from './table/layout-retry.ts';
import { LayoutMismatch } from './table/statement.ts';

export { exportItems } from './export-items.ts';
export { forgetOwner } from './forget-owner.ts';

/** Starts the worker that runs the jobs on collections in batches. */
export const startDataJobs = (createContext: () => Ctx): { stop(): Promise<void> } =>
  startJobWorker(createContext, jobKinds, async (ctx, error) => {
    if (error instanceof LayoutMismatch) await repairLayout(ctx, error);
  });

/** Deletes expired data: deleted collections, previous values that can no longer be restored, and finished jobs. */
export async function sweepData(db: Db, now: Date): Promise<void> {
  await purgeCollections(db, now);
  await deleteOldChanges(db, now);
  await deleteOldBulkChanges(db, now);
  await deleteOldJobs(db, now);
}

type CreateCollection = (typeof collectionsEndpoints)['createCollection'];
type NewCollection = Input<CreateCollection>['body']['collection'];

/**
 * Creates a collection of the site in a separate transaction, like the endpoint does.
 * @throws AppError WDE0027 without collections:manage, WDE0104 if the id exists, WDE0080 for an invalid definition
 */
export async function createCollection(
  ctx: SiteCtx,
  collection: NewCollection,
): Promise<Output<CreateCollection>['collection']> {
  return (await collections.createCollection(ctx, { query: {}, body: { collection } })).collection;
}

/**
 * Inserts items in one statement and returns their ids in order.
 * @param items data of the items, with or without `_id`
 * @throws AppError the first error of an item (WDE0074, WDE0080 …); the valid items are inserted nevertheless
 */
export async function insertItems(
  ctx: SiteCtx,
  collectionId: string,
  items: readonly Readonly<Record<string, unknown>>[],
): Promise<string[]> {
  const outcomes = await retryOnLayoutMismatch(ctx, async () => {
    const collection = await loadCollection(ctx, collectionId);
    requireAccess(ctx.caller, collection, 'insert');
    const inputs = items.map((data) => ({ data }));
    return insertAll(ctx, buildReach(ctx, collection, null), inputs);
  });
  await indexAfterWrite(ctx, collectionId, items.length);
  return outcomes.map(({ id, error }) => {
    if (error) throw error;
    return id as string;
  });
}

/** Returns the number of collections of the site. */
export const countCollections = (ctx: SiteCtx): Promise<number> => count(ctx.db, ctx.site.id);
