/** The job that brings every item through the schema changes of its collection. */
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
import type { Job, Stretch } from '../jobs/store.ts';
import { type KindOfJob, startJob } from '../jobs/worker.ts';
import { withFreshLayout } from '../table/mend.ts';
import { run } from '../table/statement.ts';
import { settle } from './settle.ts';
import { countStayed, finishChanges, noteProgress } from './store.ts';

/** rows of a stretch: one transaction each */
const ROWS = 500;
/** after it every process has heard of the change, or is cut off from the database */
const HEARD_MS = 3_000;
const POLL_MS = 200;

interface State {
  /** transactions that were writing when everybody had heard: they may have known the former shape alone */
  readonly writers?: readonly string[];
  readonly total?: number;
  readonly done?: number;
  /** the last item that was looked at */
  readonly after?: string;
}

/** A stretch repeated changes nothing: it needs no transaction with its note. */
export const reshapeJob: KindOfJob = {
  work: reshape,
  outsideTransaction: true,
  // Reads go on answering the new shape, at a price: it is begun anew, whatever was in its way.
  async onFailure(ctx, collection, job) {
    await startJob(ctx, collection, 'RESHAPE', job.details);
  },
};

async function reshape(ctx: SiteCtx, collection: Collection, job: Job): Promise<Stretch> {
  const upTo = job.details.number as number;
  const state = job.state as State;
  if (!collection.pending.some(({ number }) => number <= upTo)) return { done: true };
  const waitMs = job.created_at.getTime() + HEARD_MS - ctx.now.getTime();
  if (waitMs > 0) return { done: false, waitMs };
  if (state.total === undefined) {
    const now = await currentWriters(ctx, collection);
    const writers = state.writers?.filter((writer) => now.includes(writer)) ?? now;
    if (writers.length > 0) return { done: false, state: { writers }, waitMs: POLL_MS };
    return { done: false, state: { total: await countRows(ctx, collection), done: 0, after: '' } };
  }
  const stretch = () => reshapeStretch(ctx, collection.id, state.after ?? '', ROWS);
  const { last, count } = await stretch().catch(async (error) => {
    if (!(error instanceof AppError) || error.code !== 'WDE0123') throw error;
    await failUniqueIndexes(ctx, collection.id, error);
    return stretch();
  });
  const done = (state.done ?? 0) + count;
  await noteProgress(ctx.db, collection, upTo, { total: Math.max(state.total, done), done });
  if (last !== null) return { done: false, state: { ...state, done, after: last }, succeeded: count };
  await finish(ctx, collection.id, upTo, done);
  return { done: true, succeeded: count };
}

/**
 * Brings the next rows to the shape of the collection, in the order of ids.
 * @returns the last of them, or null where there are no more
 */
export function reshapeStretch(
  ctx: SiteCtx,
  id: string,
  after: string,
  rows: number,
): Promise<{ last: string | null; count: number }> {
  return withFreshLayout(ctx, () =>
    transaction(ctx, async (ctx) => {
      const collection = await findCollection(ctx.db, ctx.site, id);
      if (!collection) return { last: null, count: 0 };
      const found = await run<{ id: string }>(
        ctx.db,
        collection,
        `select id from ${collection.table} where id > $1 order by id limit $2`,
        [after, rows],
      );
      const { stayed } = await settle(
        ctx.db,
        collection,
        found.map(({ id }) => id),
      );
      await countStayed(ctx.db, collection, stayed);
      return { last: found.length < rows ? null : (found.at(-1)?.id ?? null), count: found.length };
    }),
  );
}

/** Notes that every row has been through the changes up to this one; fields get their columns and indexes back. */
export async function finish(ctx: SiteCtx, id: string, upTo: number, total: number): Promise<void> {
  await transaction(ctx, async (ctx) => {
    const held = await lockCollection(ctx.db, ctx.site, id);
    if (!held) return;
    await finishChanges(ctx.db, held, upTo, total, ctx.now);
    const isLast = held.pending.every(({ number }) => number <= upTo);
    if (isLast) {
      const { waiting, columns } = held.layout;
      await updateLayout(ctx.db, ctx.site, id, { ...held.layout, waiting: [], columns: withoutFormer(columns) });
      await promoteFields(ctx, held, waiting);
    }
    await notifyChange(ctx.db, 'collection', changeKey(ctx.site.id, id));
  });
  evictCollection(changeKey(ctx.site.id, id));
}

/** The transactions that are writing to the item table. */
async function currentWriters(ctx: SiteCtx, { table }: Collection): Promise<string[]> {
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
