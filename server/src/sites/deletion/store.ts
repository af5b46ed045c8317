/** All SQL of deleted sites. */
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';

/** A deleted site can be restored for this long; then it is removed permanently. */
export const RESTORE_DAYS = 30;

const since = (now: Date): Date => new Date(now.getTime() - RESTORE_DAYS * 86_400_000);

export const markDeleted = (db: Db, id: string, now: Date) =>
  db
    .updateTable('sites')
    .set({ deleted_at: now, updated_at: now })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** Returns deleted sites that the user owned, as long as they can be restored. */
export const listRestorable = (db: Db, userId: string, now: Date) =>
  db
    .selectFrom('sites')
    .innerJoin('site_users', 'site_users.site_id', 'sites.id')
    .selectAll('sites')
    .where('site_users.user_id', '=', userId)
    .where('site_users.role', '=', 'owner')
    .where('sites.deleted_at', '>', since(now))
    .orderBy('sites.deleted_at', 'desc')
    .limit(1_000)
    .execute();

/** Restores a site that the user owned. Undefined if there is none, or it can no longer be restored. */
export const unmarkDeleted = (db: Db, siteId: string, userId: string, now: Date) =>
  db
    .updateTable('sites')
    .set({ deleted_at: null, updated_at: now })
    .where('id', '=', siteId)
    .where('deleted_at', '>', since(now))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('site_users')
          .select('user_id')
          .where('site_id', '=', siteId)
          .where('user_id', '=', userId)
          .where('role', '=', 'owner'),
      ),
    )
    .returningAll()
    .executeTakeFirst();

/** Returns deleted sites that can no longer be restored. */
export const listOverdue = (db: Db, now: Date) =>
  db
    .selectFrom('sites')
    .select(['id', 'schema_name'])
    .where('deleted_at', '<=', since(now))
    .orderBy('deleted_at')
    .limit(100)
    .execute();

/** Tables per statement: dropping all at once would need more locks than PostgreSQL holds at a time. */
const TABLES_AT_ONCE = 50;

/** Drops the schema that holds the site's items, a few tables at a time. */
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
 * Deletes the site's rows from every shared table, then its own row. The tables come from the catalog, so that tables of
 * later migrations are included. Apps and roles reference the site, so they are deleted before it.
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
  await db.deleteFrom('sites').where('id', '=', siteId).where('deleted_at', 'is not', null).execute();
}

/** Lifts the statement timeout, because a large table takes longer than any request may. */
const withoutTimeout = (db: Db, run: (db: Db) => Promise<unknown>): Promise<void> =>
  db.transaction().execute(async (db) => {
    await sql`set local statement_timeout = 0`.execute(db);
    await run(db);
  });
