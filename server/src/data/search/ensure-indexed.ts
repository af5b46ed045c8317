/** Decides when items are indexed: a search indexes a few itself, and a job indexes more and those of bulk writes. */
import { createSharedRuns, indexBatches } from '../../full-text/index-batches.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { loadCollection } from '../collections/cache.ts';
import type { Collection } from '../collections/collection.ts';
import { changeLayout } from '../indexes/layout.ts';
import { type KindOfJob, startJob } from '../jobs/worker.ts';
import { indexItems } from './index-items.ts';
import * as store from './store.ts';

/** A search indexes up to this number of rows; with more, it is refused until a job has indexed them. */
const MAX_ROWS_PER_SEARCH = 2_000;
const BATCH_SIZE = 200;
/** Batches of large rows are smaller. One batch more finds that no row is left. */
const MAX_BATCHES_PER_SEARCH = MAX_ROWS_PER_SEARCH / BATCH_SIZE + 1;
const RETRY_SECONDS = 2;

const shareRun = createSharedRuns<boolean>();

/**
 * Brings the index up to date, so that a search finds everything that was written before it.
 * @throws AppError SEARCH_INDEXING with the progress while a job does that: an incomplete answer would look right
 */
export async function ensureIndexed(ctx: SiteCtx, collection: Collection): Promise<void> {
  if (collection.layout.wordsIn !== ctx.site.settings.language) await makeSearchable(ctx, collection);
  // The first round may join a run that began before this search and has passed rows written since.
  for (let round = 0; round < 2; round++) {
    const missing = await store.countUnindexed(ctx.db, collection, MAX_ROWS_PER_SEARCH + 1);
    if (missing > MAX_ROWS_PER_SEARCH) throw await startIndexing(ctx, collection);
    if (await store.hasRowsToReshape(ctx.db, collection)) throw await indexingError(ctx, collection);
    if (missing === 0) return;
    const isComplete = await shareRun(collection.table, () => indexMissing(ctx, collection));
    if (!isComplete) throw await startIndexing(ctx, collection);
  }
}

async function startIndexing(ctx: SiteCtx, collection: Collection): Promise<AppError> {
  await indexInBackground(ctx, collection);
  return indexingError(ctx, collection);
}

/** Starts the job that indexes all rows without a vector, unless it is under way. */
export async function indexInBackground(ctx: SiteCtx, collection: Collection): Promise<void> {
  if (collection.layout.wordsIn !== ctx.site.settings.language) await makeSearchable(ctx, collection);
  const isRunning = await store.hasIndexingJob(ctx.db, ctx.site.id, collection.tableName);
  if (!isRunning) await startJob(ctx, collection, 'BUILD_WORDS', {});
}

/** A call that writes this number of items starts the job; the items of smaller calls are indexed by the next search. */
const BULK_SIZE = 100;

/** Indexes the items that a call has written. The call succeeds even if this cannot begin. */
export async function indexAfterWrite(ctx: SiteCtx, collectionId: string, items: number): Promise<void> {
  if (items < BULK_SIZE) return;
  try {
    await indexInBackground(ctx, await loadCollection(ctx, collectionId));
  } catch (error) {
    ctx.log.warn(
      { err: error, collection: collectionId },
      'The search index could not be updated after a bulk write. The next search updates it.',
    );
  }
}

/** Adds to a kind of job that changes items: once it is done, the changed items are indexed. */
export const thenIndexed = (kind: KindOfJob): KindOfJob => ({
  ...kind,
  async work(ctx, collection, job) {
    const batch = await kind.work(ctx, collection, job);
    if (batch.done && collection.layout.searchable) await indexInBackground(ctx, collection);
    return batch;
  },
});

async function indexingError(ctx: SiteCtx, collection: Collection): Promise<AppError> {
  const progress = await store.countIndexed(ctx.db, collection);
  return new AppError('SEARCH_INDEXING', {
    collectionName: collection.id,
    ...progress,
    retryAfterSeconds: RETRY_SECONDS,
  });
}

/** After the first search, and after a change of the site's language, whose stems all vectors need. */
async function makeSearchable(ctx: SiteCtx, { id }: Collection): Promise<void> {
  const { language } = ctx.site.settings;
  await changeLayout(ctx, id, async (ctx, locked) => {
    if (locked.layout.wordsIn === language) return null;
    await startJob(ctx, locked, 'BUILD_WORDS', { anew: locked.layout.searchable });
    return { searchable: true, wordsIn: language };
  });
}

/** Returns true if no row is left without a vector. */
async function indexMissing(ctx: SiteCtx, collection: Collection): Promise<boolean> {
  const { isComplete } = await indexBatches<store.UnindexedRow>({
    maxBatches: MAX_BATCHES_PER_SEARCH,
    list: (last) => store.listUnindexed(ctx.db, collection, { after: last?.id ?? null, limit: BATCH_SIZE }),
    index: (rows) => indexItems(ctx, collection, rows),
  });
  return isComplete;
}
