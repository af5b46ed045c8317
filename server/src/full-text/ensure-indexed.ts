/** A search indexes missing rows itself if they are few. Otherwise, it starts a background job. */
import { AppError } from '../kernel/app-error.ts';
import { createSharedRuns, indexBatches } from './index-batches.ts';

export const BATCH_SIZE = 200;
/**
 * Maximum number of rows that a search indexes itself. If more are missing, the search is rejected until the background
 * job has indexed them.
 */
const MAX_ROWS_PER_SEARCH = 2_000;
/**
 * The `+ 1` is for the empty batch, which shows that no row is left. Batches of large rows contain fewer rows than
 * `BATCH_SIZE`, so a search may index fewer rows than the maximum.
 */
const MAX_BATCHES_PER_SEARCH = MAX_ROWS_PER_SEARCH / BATCH_SIZE + 1;
const RETRY_SECONDS = 2;

/** The rows that a search reads, and how they are indexed. */
export interface IndexedRows<Row> {
  /** Key under which parallel searches share one run, so that each row is indexed once. */
  readonly key: string;
  /** Counts the rows without a usable vector, up to the bound. */
  readonly countUnindexed: (bound: number) => Promise<number>;
  /** Lists up to `BATCH_SIZE` rows without a vector that follow `last` in one fixed order. */
  readonly listUnindexed: (last: Row | undefined) => Promise<readonly Row[]>;
  readonly index: (rows: readonly Row[]) => Promise<void>;
  /** Starts a background job that indexes all rows, unless it is already running. */
  readonly indexInBackground: () => Promise<void>;
  /** Returns the error of a rejected search, with the progress. */
  readonly rejection: () => Promise<AppError>;
}

const shareRun = createSharedRuns<boolean>();

/**
 * Brings the index up to date, so that a search finds everything that was written before it.
 * @throws AppError SEARCH_INDEXING with the progress if more rows lack a vector than a search indexes, because an
 *   incomplete result would look complete
 */
export async function ensureIndexed<Row>(rows: IndexedRows<Row>): Promise<void> {
  // The first round may join a run that began earlier and therefore misses rows that were written since then.
  for (let round = 0; round < 2; round++) {
    const missing = await rows.countUnindexed(MAX_ROWS_PER_SEARCH + 1);
    if (missing === 0) return;
    const isComplete = missing <= MAX_ROWS_PER_SEARCH && (await shareRun(rows.key, () => indexMissing(rows)));
    if (!isComplete) {
      await rows.indexInBackground();
      throw await rows.rejection();
    }
  }
}

/** Indexes rows without a vector. Returns true if none is left. */
async function indexMissing<Row>({ listUnindexed, index }: IndexedRows<Row>): Promise<boolean> {
  const { isComplete } = await indexBatches<Row>({ maxBatches: MAX_BATCHES_PER_SEARCH, list: listUnindexed, index });
  return isComplete;
}

interface Progress {
  readonly indexed: number;
  readonly total: number;
}

/**
 * Returns the error of a search that waits for its index.
 * @param data further properties that identify the index
 */
export const indexingError = (progress: Progress, data: Readonly<Record<string, unknown>> = {}): AppError =>
  new AppError('SEARCH_INDEXING', { ...data, ...progress, retryAfterSeconds: RETRY_SECONDS });

/** Returns the progress in percent, for callers who must not learn how many rows exist. */
export const toPercent = ({ indexed, total }: Progress): Progress => ({
  indexed: total === 0 ? 0 : Math.floor((100 * indexed) / total),
  total: 100,
});
