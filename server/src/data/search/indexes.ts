/** The PostgreSQL indexes that searches of a collection use. */
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { withLongTimeout } from '../../db/long-timeout.ts';
import type { Collection } from '../collections/collection.ts';

/** Builds the missing indexes. Returns false if another process is building them. */
export function buildSearchIndexes(db: Db, { schema, table, tableName }: Collection): Promise<boolean> {
  const indexes = [
    { name: `${tableName}_words`, on: 'using gin (words)' },
    { name: `${tableName}_uncut`, on: '(id) where words is null' },
  ];
  return withLongTimeout(db, async (db) => {
    const lock = sql`hashtextextended(${`words of ${table}`}, 0)`;
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${lock}) as locked`.execute(db);
    if (!rows[0]?.locked) return false;
    try {
      for (const { name, on } of indexes) {
        // An interrupted build leaves an invalid index, which must be dropped before the index is built again.
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

/** Returns whether the index is valid, or undefined if it does not exist. */
async function isValid(db: Db, index: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${index})`.execute(db);
  return rows[0]?.valid;
}

/** Updates PostgreSQL's statistics, because outdated statistics make it plan searches as if no row had a vector. */
export const refreshStatistics = (db: Db, { table }: Collection): Promise<unknown> =>
  withLongTimeout(db, (db) => sql.raw(`vacuum (analyze) ${table}`).execute(db));
