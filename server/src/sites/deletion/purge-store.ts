/** Deletes the data of a site that can no longer be restored. */
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

/** Tables per statement, because dropping all in one would need more locks than PostgreSQL can hold. */
const TABLES_AT_ONCE = 50;

/** Drops the schema that holds the site's items, after its tables, TABLES_AT_ONCE per statement. */
export async function dropItems(db: Db, schema: string): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = ${schema} limit ${TABLES_AT_ONCE}`.execute(db);
    if (rows.length === 0) break;
    const tables = rows.map(({ name }) => sql`${sql.id(schema)}.${sql.id(name)}`);
    await withoutTimeout(db, (db) => sql`drop table if exists ${sql.join(tables)} cascade`.execute(db));
  }
  await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db);
}

/**
 * Deletes the site's rows from every shared table, then the site's own row. The tables come from the catalog, so that
 * tables of later migrations are included. Apps and roles reference the site, so they are deleted before it.
 */
export async function deleteRows(db: Db, siteId: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select c.table_name as name
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = current_schema() and c.column_name = 'site_id' and t.table_type = 'BASE TABLE'
    order by 1`.execute(db);
  for (const { name } of rows) {
    await withoutTimeout(db, (db) => sql`delete from ${sql.id(name)} where site_id = ${siteId}`.execute(db));
  }
  await sql`delete from sites where id = ${siteId} and deleted_at is not null`.execute(db);
}

/** Lifts the statement timeout, because a large table takes longer than any request may. */
const withoutTimeout = (db: Db, run: (db: Db) => Promise<unknown>): Promise<void> =>
  db.transaction().execute(async (db) => {
    await sql`set local statement_timeout = 0`.execute(db);
    await run(db);
  });
