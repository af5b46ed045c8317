/** Fills promoted columns in rows that were written before the column existed. */
import { type Kysely, sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { withLongTimeout } from '../../db/long-timeout.ts';
import { readTableStatistics } from '../../db/table-statistics.ts';
import type { Tables } from '../../db/tables.gen.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { Collection } from '../collections/collection.ts';
import type { StoredColumn } from '../query/scope.ts';
import { validateSql, valueSql } from './ddl.ts';
import { changeLayout, markMixed, withState } from './layout.ts';

const BATCH = 2_000;
/** Maximum milliseconds per run, well below the lease of the job. */
const RUN_MS = 10_000;
/** Approximate number of times that a large table is vacuumed while its columns are filled. */
const MAX_VACUUMS = 20;

export interface FillProgress {
  readonly done: boolean;
  /** Creation date and id of the last filled row, as JSON; empty before the first row. */
  readonly after: string;
}

/**
 * Fills the columns that are BUILDING, one batch of rows per statement, so that no row is locked for long. Each batch
 * leaves the previous versions of its rows behind, so the table is vacuumed at intervals: the next batches then use this
 * space, and the table hardly grows.
 */
export async function fillColumns(db: Db, collection: Collection, from: string): Promise<FillProgress> {
  const columns = collection.layout.columns.filter(({ state }) => state === 'BUILDING');
  if (columns.length === 0) return { done: true, after: from };
  const startedAt = performance.now();
  const { rows } = await readTableStatistics(db, collection.table, []);
  const batchesPerVacuum = Math.max(1, Math.floor(rows / MAX_VACUUMS / BATCH));
  for (let after = from, batches = 1; ; batches += 1) {
    const last = await fillBatch(db, collection, columns, after);
    if (last === null) {
      if (after !== '') await vacuum(db, collection);
      return { done: true, after };
    }
    after = last;
    if (batches % batchesPerVacuum === 0) await vacuum(db, collection);
    if (performance.now() - startedAt > RUN_MS) return { done: false, after };
  }
}

/**
 * Makes the space of previous row versions available, and marks which pages hold only visible rows: scans of only the
 * index depend on that. Writes are not blocked. It is left out while something else vacuums the table.
 */
const vacuum = (db: Db, { table }: Collection): Promise<unknown> =>
  withLongTimeout(db, (db) => sql.raw(`vacuum (skip_locked) ${table}`).execute(db));

/**
 * Fills the oldest rows first. Each update writes a new row version, so this order stores the rows on disk in the order
 * of creation, in which queries read them (newest first, backwards). A batch locks its rows in the order of ids, like
 * every bulk write, so that two batches never deadlock.
 */
async function fillBatch(
  db: Db,
  { table }: Collection,
  columns: readonly StoredColumn[],
  after: string,
): Promise<string | null> {
  const isOutdatedSql = columns.map((column) => `${column.name} is distinct from ${valueSql(column)}`).join(' or ');
  const assignments = columns.map((column) => `${column.name} = ${valueSql(column)}`).join(', ');
  const [created, id] = after === '' ? ['-infinity', ''] : (JSON.parse(after) as [string, string]);
  const { rows } = await sql<{ last: string }>`
    with wanted as materialized (select id, created_at from ${sql.raw(table)}
                   where (created_at, id) > (${created}::timestamptz, ${id}) and (${sql.raw(isOutdatedSql)})
                   order by created_at, id limit ${BATCH}),
    batch as (select id, created_at from ${sql.raw(table)} where id in (select id from wanted) order by id for update),
    filled as (update ${sql.raw(table)} as stored set ${sql.raw(assignments)}
                 from (select id as wanted_id from batch order by created_at, id) as ordered where stored.id = wanted_id)
    select json_build_array(created_at, id)::text as last from wanted order by created_at desc, id desc limit 1`.execute(
    db,
  );
  return rows[0]?.last ?? null;
}

/** Validates the checks of the columns for all rows. Columns that pass become READY, the others MIXED. */
export async function validateColumns(ctx: SiteCtx, db: Kysely<Tables>, collection: Collection): Promise<void> {
  for (const column of collection.layout.columns.filter(({ state }) => state === 'BUILDING')) {
    await sql.raw(validateSql(collection, column, 'kept')).execute(db);
    if (await passesKindCheck(db, collection, column)) {
      await changeLayout(ctx, collection.id, async (_, { layout, pending }) =>
        // If a rename has started meanwhile, the column is validated again after all rows have been migrated.
        pending.length === 0 && layout.columns.some(({ name, state }) => name === column.name && state === 'BUILDING')
          ? { columns: withState(layout.columns, column.name, 'READY') }
          : null,
      );
    } else {
      await markMixed(ctx, collection.id, column.name);
    }
  }
}

async function passesKindCheck(db: Kysely<Tables>, collection: Collection, column: StoredColumn): Promise<boolean> {
  try {
    await sql.raw(validateSql(collection, column, 'pure')).execute(db);
    return true;
  } catch (error) {
    // 23514: a row violates the check; 42704: a writer has already found a violation and dropped the check.
    if (['23514', '42704'].includes((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}
