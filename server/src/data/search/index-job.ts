import { indexBatches } from '../../full-text/index-batches.ts';
import type { KindOfJob } from '../jobs/worker.ts';
import { indexItems } from './index-items.ts';
import { buildSearchIndexes, refreshStatistics } from './indexes.ts';
import { listUnindexed, type UnindexedRow } from './store.ts';

const BATCH_SIZE = 200;
/** Batches between two extensions of the job's lease. */
const MAX_BATCHES = 20;
const WAIT_MS = 1_000;

/** Builds the indexes first, while they are empty, then indexes every row without a vector, or every row (`anew`). */
export const indexJob: KindOfJob = {
  outsideTransaction: true,
  async work(ctx, collection, job) {
    if (!job.state.indexed) {
      const indexed = await buildSearchIndexes(ctx.db, collection);
      return indexed ? { done: false, state: { indexed } } : { done: false, waitMs: WAIT_MS };
    }
    const start = typeof job.state.after === 'string' ? job.state.after : null;
    const anew = job.details.anew === true;
    const { isComplete, rows, last } = await indexBatches<UnindexedRow>({
      maxBatches: MAX_BATCHES,
      list: (last) => listUnindexed(ctx.db, collection, { after: last?.id ?? start, limit: BATCH_SIZE, anew }),
      index: (batch) => indexItems(ctx, collection, batch),
    });
    const after = last?.id ?? start;
    if (!isComplete) return { done: false, state: { indexed: true, after }, succeeded: rows };
    // Rows with smaller ids may have been written in the meantime.
    if (!anew && after !== null) return { done: false, state: { indexed: true, after: null }, succeeded: rows };
    await refreshStatistics(ctx.db, collection);
    return { done: true, succeeded: rows };
  },
};
