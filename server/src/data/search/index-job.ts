import { indexBatches } from '../../full-text/index-batches.ts';
import { changeLayout } from '../indexes/layout.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { indexItems } from './index-items.ts';
import { buildSearchIndexes, refreshStatistics } from './indexes.ts';
import { listUnindexed, type UnindexedRow } from './store.ts';

/** Maximum number of batches between two extensions of the job's lease. */
const MAX_BATCHES = 20;
const WAIT_MS = 1_000;

/**
 * Builds the PostgreSQL indexes before there are vectors. Then indexes every row without a vector, or every row if
 * `anew` is set because the site's language has changed. Searches wait until no vector of the previous language is
 * left.
 */
export const indexJob: JobHandler = {
  runsOutsideTransaction: true,
  async runBatch(ctx, collection, job) {
    if (!job.state.indexed) {
      const areIndexesBuilt = await buildSearchIndexes(ctx.db, collection);
      return areIndexesBuilt ? { done: false, state: { indexed: areIndexesBuilt } } : { done: false, waitMs: WAIT_MS };
    }
    const start = typeof job.state.after === 'string' ? job.state.after : null;
    const isReindexing = job.details.anew === true;
    const { language } = ctx.site.settings;
    // The language of the site has changed again. The next search starts another job.
    if (isReindexing && job.details.language !== language) return { done: true };
    const { isComplete, rows, last } = await indexBatches<UnindexedRow>({
      maxBatches: MAX_BATCHES,
      list: (last) => listUnindexed(ctx.db, collection, { after: last?.id ?? start, includesIndexed: isReindexing }),
      index: (batch) => indexItems(ctx, collection, batch),
    });
    const after = last?.id ?? start;
    if (!isComplete) return { done: false, state: { indexed: true, after }, succeeded: rows };
    // The job starts again with the smallest id, because rows with smaller ids may have been written meanwhile.
    if (!isReindexing && after !== null) return { done: false, state: { indexed: true, after: null }, succeeded: rows };
    if (isReindexing) await changeLayout(ctx, collection.id, async () => ({ wordsIn: language }));
    await refreshStatistics(ctx.db, collection);
    return { done: true, succeeded: rows };
  },
};
