/** When words are cut: by a job after bulk writes, and by a search where only few rows have none. */
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { withLongTimeout } from '../../db/long-timeout.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { loadCollection } from '../collections/cache.ts';
import type { Collection } from '../collections/collection.ts';
import { changeLayout } from '../indexes/layout.ts';
import type { KindOfJob } from '../jobs/worker.ts';
import { startJob } from '../jobs/worker.ts';
import { cutWords } from './cut-words.ts';
import * as store from './store.ts';

/** Rows without words that a search cuts itself; with more of them it is refused until a job has cut them. */
const AT_ONCE = 2_000;
const BATCH = 200;
/** batches of one stretch of the job */
const BATCHES = 20;
const WAIT_MS = 1_000;
const RETRY_SECONDS = 2;

/**
 * Brings the words up to date, so that a search finds everything that was written before it.
 * @throws AppError SEARCH_INDEXING with the progress while that takes a job: an incomplete answer would look right
 */
export async function keepWords(ctx: SiteCtx, collection: Collection): Promise<void> {
  if (collection.layout.wordsIn !== ctx.site.settings.language) await makeSearchable(ctx, collection);
  // The first round may join one that began before this search, and has passed rows written since.
  for (let round = 0; round < 2; round++) {
    const missing = await store.countUncut(ctx.db, collection, AT_ONCE + 1);
    if (missing > AT_ONCE) await indexInBackground(ctx, collection);
    if (missing > AT_ONCE || (await store.hasUnreached(ctx.db, collection))) throw await indexing(ctx, collection);
    if (missing === 0) return;
    await together(collection.table, () => cutMissing(ctx, collection));
  }
}

/** Starts the job that cuts the words of all rows without any, unless it is under way. */
export async function indexInBackground(ctx: SiteCtx, collection: Collection): Promise<void> {
  if (collection.layout.wordsIn !== ctx.site.settings.language) await makeSearchable(ctx, collection);
  const building = await store.isBuilding(ctx.db, ctx.site.id, collection.tableName);
  if (!building) await startJob(ctx, collection, 'BUILD_WORDS', {});
}

/** items of one call from which on their words are cut by a job, and not by the next search */
const BULK = 100;

/** Has the words of items cut that one call has written. The write stands, whether or not that can begin. */
export async function indexAfterWrite(ctx: SiteCtx, collectionId: string, items: number): Promise<void> {
  if (items < BULK) return;
  try {
    await indexInBackground(ctx, await loadCollection(ctx, collectionId));
  } catch (error) {
    ctx.log.warn({ err: error, collection: collectionId }, 'the search index could not be updated after a bulk write');
  }
}

/** The same job for items that `kind` has changed, once it is done. */
export const thenIndexed = (kind: KindOfJob): KindOfJob => ({
  ...kind,
  async work(ctx, collection, job) {
    const stretch = await kind.work(ctx, collection, job);
    if (stretch.done && collection.layout.searchable) await indexInBackground(ctx, collection);
    return stretch;
  },
});

async function indexing(ctx: SiteCtx, collection: Collection): Promise<AppError> {
  const progress = await store.countIndexed(ctx.db, collection);
  return new AppError('SEARCH_INDEXING', {
    collectionName: collection.id,
    ...progress,
    retryAfterSeconds: RETRY_SECONDS,
  });
}

async function makeSearchable(ctx: SiteCtx, { id }: Collection): Promise<void> {
  const { language } = ctx.site.settings;
  await changeLayout(ctx, id, async (ctx, held) => {
    if (held.layout.wordsIn === language) return null;
    await startJob(ctx, held, 'BUILD_WORDS', { anew: held.layout.searchable });
    return { searchable: true, wordsIn: language };
  });
}

async function cutMissing(ctx: SiteCtx, collection: Collection): Promise<void> {
  let after: string | null = null;
  for (let cut = 0; cut < AT_ONCE; cut += BATCH) {
    const rows: store.UncutRow[] = await store.listUncut(ctx.db, collection, { after, limit: BATCH });
    if (rows.length === 0) return;
    await cutWords(ctx, collection, rows);
    after = rows.at(-1)?.id ?? null;
  }
}

const running = new Map<string, Promise<void>>();

/** Searches that come while words are being cut wait for that, instead of doing the same. */
async function together(table: string, work: () => Promise<void>): Promise<void> {
  const promise = running.get(table) ?? work().finally(() => running.delete(table));
  running.set(table, promise);
  await promise;
}

/** The job: indexes first, while they have nothing to hold, then the words of every row that has none. */
export const buildWords: KindOfJob = {
  outsideTransaction: true,
  async work(ctx, collection, job) {
    if (!job.state.indexed) {
      const indexed = await buildIndexes(ctx.db, collection);
      return indexed ? { done: false, state: { indexed } } : { done: false, waitMs: WAIT_MS };
    }
    let after = typeof job.state.after === 'string' ? job.state.after : null;
    const anew = job.details.anew === true;
    let succeeded = 0;
    for (let batch = 0; batch < BATCHES; batch++) {
      const rows = await store.listUncut(ctx.db, collection, { after, limit: BATCH, anew });
      if (rows.length === 0 && after !== null && !anew) {
        // Rows with smaller ids may have been written behind the position.
        after = null;
        continue;
      }
      if (rows.length === 0) {
        await refreshStatistics(ctx.db, collection);
        return { done: true, succeeded };
      }
      await cutWords(ctx, collection, rows);
      after = (rows.at(-1) as store.UncutRow).id;
      succeeded += rows.length;
    }
    return { done: false, state: { indexed: true, after }, succeeded };
  },
};

/** Every row was just written: until the statistics say so, searches are planned as if no row had words. */
const refreshStatistics = (db: Db, { table }: Collection): Promise<unknown> =>
  withLongTimeout(db, (db) => sql.raw(`vacuum (analyze) ${table}`).execute(db));

/** False where another process is at it. */
function buildIndexes(db: Db, { schema, table, tableName }: Collection): Promise<boolean> {
  const indexes = [
    { name: `${tableName}_words`, on: 'using gin (words)' },
    { name: `${tableName}_uncut`, on: '(id) where words is null' },
  ];
  return withLongTimeout(db, async (db) => {
    const lock = sql`hashtextextended(${`words of ${table}`}, 0)`;
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${lock}) as mine`.execute(db);
    if (!rows[0]?.mine) return false;
    try {
      for (const { name, on } of indexes) {
        // What a killed build left behind serves nobody.
        if ((await isValid(db, `${schema}.${name}`)) === false) {
          await sql.raw(`drop index concurrently if exists ${schema}.${name}`).execute(db);
        }
        await sql.raw(`create index concurrently if not exists ${name} on ${table} ${on}`).execute(db);
      }
      return true;
    } finally {
      await sql`select pg_advisory_unlock(${lock})`.execute(db).catch(() => undefined);
    }
  });
}

async function isValid(db: Db, index: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${index})`.execute(db);
  return rows[0]?.valid;
}
