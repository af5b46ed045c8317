/** SQL of the bulk changes of a collection, which are rows of data_jobs. */
import { sql } from 'kysely';
import type { Db } from '../../../db/index.ts';
import type { Collection } from '../../collections/collection.ts';
import { qualifyTable } from '../../collections/item-table-store.ts';
import { type BulkChangeKind, type Job, RETENTION_DAYS } from '../../jobs/store.ts';

type Table = Pick<Collection, 'siteId' | 'tableName'>;

const KINDS: readonly BulkChangeKind[] = ['UPDATE_ITEMS', 'REMOVE_ITEMS', 'UNDO_BULK_CHANGE'];

/** A bulk change, with the id of the undo that is running or has succeeded. A failed undo can be started again. */
export interface StoredBulkChange extends Job {
  readonly kind: BulkChangeKind;
  readonly undone_by: string | null;
}

const CHANGES = sql`select change.*, (
    select undo.id from data_jobs undo
    where undo.site_id = change.site_id and undo.table_name = change.table_name and undo.kind = 'UNDO_BULK_CHANGE'
      and undo.details ->> 'undoes' = change.id::text and undo.status <> 'FAILED'
    limit 1) as undone_by
  from data_jobs change`;

export async function findBulkChange(
  db: Db,
  { siteId, tableName }: Table,
  id: string,
): Promise<StoredBulkChange | undefined> {
  const { rows } = await sql<StoredBulkChange>`${CHANGES}
    where site_id = ${siteId} and table_name = ${tableName} and id = ${id} and kind = any(${KINDS}::text[])`.execute(
    db,
  );
  return rows[0];
}

/** Returns a page of the bulk changes, newest first. */
export async function listBulkChanges(
  db: Db,
  { siteId, tableName }: Table,
  { limit, offset }: { limit: number; offset: number },
): Promise<StoredBulkChange[]> {
  const { rows } = await sql<StoredBulkChange>`${CHANGES}
    where site_id = ${siteId} and table_name = ${tableName} and kind = any(${KINDS}::text[])
    order by created_at desc, id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countBulkChanges(db: Db, { siteId, tableName }: Table): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from data_jobs
    where site_id = ${siteId} and table_name = ${tableName} and kind = any(${KINDS}::text[])`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Locks the change, so that only one of two concurrent calls can start its undo. */
export async function lockBulkChange(db: Db, { siteId, tableName }: Table, id: string): Promise<void> {
  await sql`select from data_jobs where site_id = ${siteId} and table_name = ${tableName} and id = ${id} for update`.execute(
    db,
  );
}

/** Deletes up to 1,000 bulk changes of any site that can no longer be undone, with the previous values of their items. */
export async function deleteOldBulkChanges(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_DAYS * 86_400_000);
  const { rows } = await sql<{ site_id: string; id: string; table_name: string; schema_name: string }>`
    select change.site_id, change.id, change.table_name, site.schema_name
    from data_jobs change join sites site on site.id = change.site_id
    where change.kind in ('UPDATE_ITEMS', 'REMOVE_ITEMS') and change.finished_at <= ${before}
      and not exists (select from data_jobs undo where undo.site_id = change.site_id
        and undo.table_name = change.table_name and undo.details ->> 'undoes' = change.id::text
        and undo.finished_at is null)
    limit 1000`.execute(db);
  for (const { site_id, id, table_name, schema_name } of rows) {
    const table = sql.raw(qualifyTable({ schema: schema_name }, 'kept_values'));
    await sql`delete from ${table} where table_name = ${table_name} and change_id = ${id}`.execute(db);
    await sql`delete from data_jobs where site_id = ${site_id} and id = ${id}`.execute(db);
  }
}
