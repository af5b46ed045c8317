/** SQL on deleted collections. The row and item table of a deleted collection are retained while it can be restored. */
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { json } from '../../db/statements.ts';
import type { Collections } from '../../db/tables.gen.ts';
import type { Site } from '../../kernel/ctx.ts';
import type { Collection } from './collection.ts';
import { qualifyTable } from './item-table-store.ts';
import { withPending } from './store.ts';

export const RESTORE_DAYS = 30;

const oldestRestorable = (now: Date): Date => new Date(now.getTime() - RESTORE_DAYS * 86_400_000);

/** Moves the row of a collection to `deleted_collections`. */
export async function moveToDeleted(db: Db, site: Site, id: string, now: Date): Promise<void> {
  await sql`
    insert into deleted_collections (site_id, table_name, id, definition, deleted_at)
    select site_id, table_name, id, to_jsonb(collections), ${now} from collections
    where site_id = ${site.id} and id = ${id}`.execute(db);
  await sql`delete from collections where site_id = ${site.id} and id = ${id}`.execute(db);
}

/**
 * Returns the most recently deleted collection with this id if it can still be restored, and locks it until the end of
 * the transaction.
 */
export async function lockDeleted(db: Db, site: Site, id: string, now: Date): Promise<Collection | undefined> {
  const { rows } = await sql<{ definition: StoredRow }>`
    select definition from deleted_collections
    where site_id = ${site.id} and id = ${id} and deleted_at > ${oldestRestorable(now)}
    order by deleted_at desc limit 1 for update`.execute(db);
  return rows[0] && (await withPending(db, site, [toRow(rows[0].definition)]))[0];
}

/** Returns true if a collection with this id was deleted and can still be restored. */
export async function isDeleted(db: Db, siteId: string, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from deleted_collections
    where site_id = ${siteId} and id = ${id} and deleted_at > ${oldestRestorable(now)} limit 1`.execute(db);
  return rows.length > 0;
}

/**
 * Restores the row of a deleted collection unchanged. Constraint `collections_pkey` rejects an id that is in use. A
 * migration that adds a not-null column to `collections` must also add it to the JSON in
 * `deleted_collections.definition`.
 */
export async function restoreRow(db: Db, { siteId, tableName }: Collection): Promise<void> {
  const { rows } = await sql<{ definition: unknown }>`
    delete from deleted_collections where site_id = ${siteId} and table_name = ${tableName}
    returning definition`.execute(db);
  await sql`
    insert into collections
    select * from jsonb_populate_record(null::collections, ${json(rows[0]?.definition)})`.execute(db);
}

interface DeletedCollection {
  readonly id: string;
  readonly displayName: string;
  readonly deletedAt: Date;
  readonly idTaken: boolean;
}

/** Returns a page of the collections that can be restored, latest first, and their total number. */
export async function listDeleted(
  db: Db,
  siteId: string,
  page: { limit: number; offset: number; now: Date },
): Promise<{ rows: DeletedCollection[]; total: number }> {
  const { rows } = await sql<DeletedCollection & { total: string }>`
    select id, definition ->> 'display_name' as "displayName", deleted_at as "deletedAt", count(*) over () as total,
      exists (select from collections c where c.site_id = d.site_id and c.id = d.id) as "idTaken"
    from deleted_collections d where site_id = ${siteId} and deleted_at > ${oldestRestorable(page.now)}
    order by deleted_at desc, table_name limit ${page.limit} offset ${page.offset}`.execute(db);
  return { rows, total: Number(rows[0]?.total ?? 0) };
}

/** Returns a page of the deleted collections of a site, by table name. */
export async function scanDeleted(db: Db, site: Site, page: { after: string; limit: number }): Promise<Collection[]> {
  const { rows } = await sql<{ definition: StoredRow }>`
    select definition from deleted_collections where site_id = ${site.id} and table_name > ${page.after}
    order by table_name limit ${page.limit}`.execute(db);
  return withPending(
    db,
    site,
    rows.map(({ definition }) => toRow(definition)),
  );
}

/** Returns up to 1000 collections, of all sites, that can no longer be restored. */
export async function listExpired(db: Db, now: Date): Promise<{ siteId: string; tableName: string }[]> {
  const { rows } = await sql<{ siteId: string; tableName: string }>`
    select site_id as "siteId", table_name as "tableName" from deleted_collections
    where deleted_at <= ${oldestRestorable(now)} limit 1000`.execute(db);
  return rows;
}

/** Deletes a collection permanently, with everything that belongs to its items. Call it in a transaction. */
export async function purgeCollection(db: Db, siteId: string, tableName: string): Promise<void> {
  const { rows } = await sql`
    delete from deleted_collections where site_id = ${siteId} and table_name = ${tableName} returning id`.execute(db);
  const sites = await sql<{ schema: string }>`select schema_name as schema from sites where id = ${siteId}`.execute(db);
  const [schema] = sites.rows;
  if (rows.length === 0 || !schema) return;
  await sql`drop table if exists ${sql.raw(qualifyTable(schema, tableName))}`.execute(db);
  await sql`delete from ${sql.raw(qualifyTable(schema, 'links'))}
    where table_name = ${tableName} or other_table = ${tableName}`.execute(db);
  for (const table of ['kept_values', 'search_words']) {
    await sql`delete from ${sql.raw(qualifyTable(schema, table))} where table_name = ${tableName}`.execute(db);
  }
  await sql`delete from schema_changes where site_id = ${siteId} and table_name = ${tableName}`.execute(db);
  await sql`delete from data_jobs where site_id = ${siteId} and table_name = ${tableName}`.execute(db);
}

type Row = Selectable<Collections>;

/** A row as JSON, in which timestamps are strings. */
type StoredRow = Omit<Row, 'created_at' | 'updated_at'> & { created_at: string; updated_at: string };

const toRow = (row: StoredRow): Row => ({
  ...row,
  created_at: new Date(row.created_at),
  updated_at: new Date(row.updated_at),
});
