/**
 * Decides when items are indexed. A search indexes a few items itself, while a job indexes many items or those of a
 * bulk write.
 */
import type { Db } from '../../db/index.ts';
import { ensureIndexed as ensureRowsIndexed, indexingError, toPercent } from '../../full-text/ensure-indexed.ts';
import type { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { loadCollection } from '../collections/cache.ts';
import type { Collection } from '../collections/collection.ts';
import type { Reach } from '../collections/reach.ts';
import { changeLayout } from '../indexes/layout.ts';
import { type JobHandler, nudgeJobs, startJob } from '../jobs/worker.ts';
import { indexItems } from './index-items.ts';
import * as store from './store.ts';

/**
 * Brings the index up to date, so that a search finds everything that was written before it.
 * @throws AppError SEARCH_INDEXING with the progress while a job updates the index, because an incomplete result would
 * look complete
 */
export async function ensureIndexed(ctx: SiteCtx, reach: Reach): Promise<void> {
  const { collection } = reach;
  if (!collection.layout.searchable) await makeSearchable(ctx, collection);
  if (await store.hasRowsToReshape(ctx.db, collection)) throw await indexingErrorFor(ctx, reach);
  await ensureRowsIndexed<store.UnindexedRow>({
    key: collection.table,
    countUnindexed: async (bound) =>
      hasOtherLanguage(ctx, collection) ? bound : store.countUnindexed(ctx.db, collection, bound),
    listUnindexed: (last) => store.listUnindexed(ctx.db, collection, { after: last?.id ?? null }),
    index: (rows) => indexItems(ctx, collection, rows),
    indexInBackground: () => indexInBackground(ctx, collection),
    rejection: () => indexingErrorFor(ctx, reach),
  });
}

/**
 * Returns true if a search of these rows on `db`, which may be a replica, finds all of them without further indexing.
 */
export const isIndexed = async (ctx: SiteCtx, db: Db, { collection }: Reach): Promise<boolean> =>
  collection.layout.searchable &&
  !hasOtherLanguage(ctx, collection) &&
  !(await store.hasRowsToReshape(db, collection)) &&
  (await store.countUnindexed(db, collection, 1)) === 0;

/** Vectors contain stems of one language. After a change of the site's language all items are indexed again. */
const hasOtherLanguage = (ctx: SiteCtx, { layout }: Collection): boolean =>
  layout.wordsIn !== undefined && layout.wordsIn !== ctx.site.settings.language;

/**
 * Starts the job that indexes all rows without a vector, or all rows if the site's language has changed. If the job
 * already waits for a pause between writes, it starts immediately.
 */
export async function indexInBackground(ctx: SiteCtx, collection: Collection): Promise<void> {
  if (!collection.layout.searchable) return makeSearchable(ctx, collection);
  if (await store.hastenIndexingJob(ctx.db, ctx.site.id, collection.tableName)) nudgeJobs();
  else await startJob(ctx, collection, 'BUILD_WORDS', detailsOf(ctx, collection));
}

/**
 * Delays of the job after a bulk write. A job that ran during an import would compete with the import and update each
 * PostgreSQL index in smaller steps.
 */
const PAUSE = { delayMs: 3_000, maxDelayMs: 60_000 };

/** Starts the indexing job once no items have been written in bulk for a while. */
async function indexAfterPause(ctx: SiteCtx, collection: Collection): Promise<void> {
  if (!collection.layout.searchable) return makeSearchable(ctx, collection, PAUSE.delayMs);
  if (await store.postponeIndexingJob(ctx.db, ctx.site.id, collection.tableName, PAUSE)) return;
  await startJob(ctx, collection, 'BUILD_WORDS', detailsOf(ctx, collection), PAUSE.delayMs);
}

const detailsOf = (ctx: SiteCtx, collection: Collection) => ({
  anew: hasOtherLanguage(ctx, collection),
  language: ctx.site.settings.language,
});

/**
 * Minimum number of written items for which a call starts the job. The items of smaller calls are indexed by the next
 * search.
 */
const BULK_SIZE = 100;

/**
 * Schedules the indexing of items that a bulk call has written. The call succeeds even if the job cannot be started.
 */
export async function indexAfterWrite(ctx: SiteCtx, collectionId: string, items: number): Promise<void> {
  if (items < BULK_SIZE) return;
  try {
    await indexAfterPause(ctx, await loadCollection(ctx, collectionId));
  } catch (error) {
    ctx.log.warn(
      { err: error, collection: collectionId },
      'The search index could not be updated after a bulk write. The next search updates it.',
    );
  }
}

/** Extends the handler of a job that changes items, so that they are indexed when the job is done. */
export const indexWhenDone = (handler: JobHandler): JobHandler => ({
  ...handler,
  async runBatch(ctx, collection, job) {
    const batch = await handler.runBatch(ctx, collection, job);
    if (batch.done && collection.layout.searchable) await indexInBackground(ctx, collection);
    return batch;
  },
});

async function indexingErrorFor(ctx: SiteCtx, { collection, owner }: Reach): Promise<AppError> {
  const progress = hasOtherLanguage(ctx, collection)
    ? await store.countReindexed(ctx.db, ctx.site.id, collection)
    : await store.countIndexed(ctx.db, collection);
  return indexingError(owner === null ? progress : toPercent(progress), { collectionName: collection.id });
}

/**
 * Prepares a collection for its first search by starting the job that builds the PostgreSQL indexes and indexes the
 * items.
 */
async function makeSearchable(ctx: SiteCtx, { id }: Collection, delayMs = 0): Promise<void> {
  await changeLayout(ctx, id, async (ctx, locked) => {
    if (locked.layout.searchable) return null;
    await startJob(ctx, locked, 'BUILD_WORDS', detailsOf(ctx, locked), delayMs);
    return { searchable: true, wordsIn: ctx.site.settings.language };
  });
}
