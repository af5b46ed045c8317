/** The job that applies the schema changes of a collection to every item. */
import { sql } from 'kysely';
import { notifyChange } from '../../db/changes.ts';
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { changeKey, evictCollection } from '../collections/cache.ts';
import type { Collection } from '../collections/collection.ts';
import { findCollection, lockCollection, updateLayout } from '../collections/store.ts';
import { failUniqueIndexes, withoutFormer } from '../indexes/rekey.ts';
import { promoteFields } from '../indexes/start.ts';
import type { BatchResult, Job } from '../jobs/store.ts';
import { type JobHandler, startJob } from '../jobs/worker.ts';
import { retryOnLayoutMismatch } from '../table/layout-retry.ts';
import { run } from '../table/statement.ts';
import { reshapeItems } from './reshape-items.ts';
import { countUnconverted, finishChanges, updateProgress } from './store.ts';

/** Rows per batch. Each batch is one transaction. */
const BATCH_SIZE = 500;
/** After this time, every process has received the change, or has lost its connection to the database. */
const PROPAGATION_MS = 3_000;
const POLL_MS = 200;

interface State {
  /**
   * Transactions that were writing when all processes had received the change, and that have not ended. They may still
   * write the former shape.
   */
  readonly writers?: readonly string[];
  readonly total?: number;
  readonly done?: number;
  /** Id of the last processed item. */
  readonly after?: string;
}

/**
 * The handler of the job. It runs outside a transaction: repeating a batch changes nothing, so a batch does not have to
 * commit together with the progress of the job.
 */
export const reshapeJob: JobHandler = {
  runBatch: reshape,
  runsOutsideTransaction: true,
  // Until the job is done, every read converts the items, which is slow. A failed job is therefore always started
  // again.
  async onFailure(ctx, collection, job) {
    await startJob(ctx, collection, 'RESHAPE', job.details);
  },
};

async function reshape(ctx: SiteCtx, collection: Collection, job: Job): Promise<BatchResult> {
  const lastNumber = job.details.number as number;
  const state = job.state as State;
  if (!collection.pending.some(({ number }) => number <= lastNumber)) return { done: true };
  const waitMs = job.created_at.getTime() + PROPAGATION_MS - ctx.now.getTime();
  if (waitMs > 0) return { done: false, waitMs };
  if (state.total === undefined) {
    const currentWriters = await listWriters(ctx, collection);
    const writers = state.writers?.filter((writer) => currentWriters.includes(writer)) ?? currentWriters;
    if (writers.length > 0) return { done: false, state: { writers }, waitMs: POLL_MS };
    return { done: false, state: { total: await countRows(ctx, collection), done: 0, after: '' } };
  }
  const nextBatch = () => reshapeBatch(ctx, collection.id, state.after ?? '', BATCH_SIZE);
  const { last, count } = await nextBatch().catch(async (error) => {
    if (!(error instanceof AppError) || error.code !== 'WDE0123') throw error;
    await failUniqueIndexes(ctx, collection.id, error);
    return nextBatch();
  });
  const done = (state.done ?? 0) + count;
  await updateProgress(ctx.db, collection, lastNumber, { total: Math.max(state.total, done), done });
  if (last !== null) return { done: false, state: { ...state, done, after: last }, succeeded: count };
  await finishReshape(ctx, collection.id, lastNumber, done);
  return { done: true, succeeded: count };
}

/**
 * Converts up to `rows` rows with ids after `after` to the shape of the collection. Returns their number and the last id;
 * null instead of this id if no rows are left.
 */
export function reshapeBatch(
  ctx: SiteCtx,
  id: string,
  after: string,
  rows: number,
): Promise<{ last: string | null; count: number }> {
  return retryOnLayoutMismatch(ctx, () =>
    transaction(ctx, async (ctx) => {
      const collection = await findCollection(ctx.db, ctx.site, id);
      if (!collection) return { last: null, count: 0 };
      const foundRows = await run<{ id: string }>(
        ctx.db,
        collection,
        `select id from ${collection.table} where id > $1 order by id limit $2`,
        [after, rows],
      );
      const { unconverted } = await reshapeItems(
        ctx.db,
        collection,
        foundRows.map(({ id }) => id),
      );
      await countUnconverted(ctx.db, collection, unconverted);
      return { last: foundRows.length < rows ? null : (foundRows.at(-1)?.id ?? null), count: foundRows.length };
    }),
  );
}

/** Marks the changes up to this number as done, and restores the columns and indexes of their fields. */
export async function finishReshape(ctx: SiteCtx, id: string, lastNumber: number, total: number): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const collection = await lockCollection(ctx.db, ctx.site, id);
    if (!collection) return;
    await finishChanges(ctx.db, collection, lastNumber, total, ctx.now);
    const isLast = collection.pending.every(({ number }) => number <= lastNumber);
    if (isLast) {
      const { waiting, columns } = collection.layout;
      await updateLayout(ctx.db, ctx.site, id, { ...collection.layout, waiting: [], columns: withoutFormer(columns) });
      await promoteFields(ctx, collection, waiting);
    }
    await notifyChange(ctx.db, 'collection', changeKey(ctx.site.id, id));
  });
  evictCollection(changeKey(ctx.site.id, id));
}

/** Returns the transactions that are writing to the item table. */
async function listWriters(ctx: SiteCtx, { table }: Collection): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`
    select distinct virtualtransaction as writer from pg_locks
    where relation = to_regclass(${table}) and mode = 'RowExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`.execute(ctx.db);
  return rows.map(({ writer }) => writer);
}

async function countRows(ctx: SiteCtx, collection: Collection): Promise<number> {
  const rows = await run<{ count: number }>(
    ctx.db,
    collection,
    `select count(*)::int as count from ${collection.table}`,
    [],
  );
  return rows[0]?.count ?? 0;
}
