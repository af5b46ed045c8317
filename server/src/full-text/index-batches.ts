/** Indexes batches of rows until none is left or a bound is reached. */

interface Batches<Row> {
  /** Bounds: the loop ends after the batch that reaches this number of rows or batches. */
  readonly maxRows?: number;
  readonly maxBatches?: number;
  /** Lists the next batch; `last` is the last row of the batch before. */
  readonly list: (last: Row | undefined) => Promise<readonly Row[]>;
  readonly index: (rows: readonly Row[]) => Promise<void>;
}

interface Progress<Row> {
  /** True if there were no more rows to index. */
  readonly isComplete: boolean;
  readonly rows: number;
  readonly last: Row | undefined;
}

export async function indexBatches<Row>({
  maxRows = Number.POSITIVE_INFINITY,
  maxBatches = Number.POSITIVE_INFINITY,
  list,
  index,
}: Batches<Row>): Promise<Progress<Row>> {
  let rows = 0;
  let last: Row | undefined;
  for (let batches = 0; batches < maxBatches && rows < maxRows; batches++) {
    const batch = await list(last);
    if (batch.length === 0) return { isComplete: true, rows, last };
    await index(batch);
    rows += batch.length;
    last = batch.at(-1);
  }
  return { isComplete: false, rows, last };
}

/**
 * Returns a function that runs at most one piece of work per key at a time. A call during a run waits for that run
 * instead of starting another, so that parallel searches index the same rows once.
 */
export function createSharedRuns<Result>(): (key: string, work: () => Promise<Result>) => Promise<Result> {
  const running = new Map<string, Promise<Result>>();
  return (key, work) => {
    const run = running.get(key) ?? work().finally(() => running.delete(key));
    running.set(key, run);
    return run;
  };
}
