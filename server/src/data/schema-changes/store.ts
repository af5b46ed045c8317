/** SQL of the schema changes of a collection. */
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { json } from '../../db/statements.ts';
import type { Collection } from '../collections/collection.ts';
import { qualifyTable } from '../collections/item-table-store.ts';
import type { SchemaChange } from '../collections/schema-change.ts';

/** Days for which previous values are stored, so that the change can be undone. */
export const UNDO_DAYS = 30;

type Table = Pick<Collection, 'siteId' | 'tableName'>;

/** A schema change with its progress. `unconverted` counts the values that could not be converted. */
export interface StoredSchemaChange {
  readonly change: SchemaChange;
  readonly undoneBy: number | null;
  readonly total: number;
  readonly done: number;
  readonly unconverted: number;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

export async function insertChange(
  db: Db,
  { siteId, tableName }: Table,
  { number, kind, ...details }: SchemaChange,
  { actor, now }: { actor: string; now: Date },
): Promise<void> {
  await sql`
    insert into schema_changes (site_id, table_name, number, kind, details, undoes, actor, created_at)
    values (${siteId}, ${tableName}, ${number}, ${kind}, ${json(details)},
      ${details.undoes?.number ?? null}, ${actor}, ${now})`.execute(db);
}

const COLUMNS = sql.raw(`number, kind, details, total, done, kept, created_at, finished_at,
  (select other.number from schema_changes other where other.site_id = change.site_id
    and other.table_name = change.table_name and other.undoes = change.number) as undone_by`);

interface Row {
  number: number;
  kind: SchemaChange['kind'];
  details: object;
  undone_by: number | null;
  total: string;
  done: string;
  kept: string;
  created_at: Date;
  finished_at: Date | null;
}

export async function findChange(
  db: Db,
  { siteId, tableName }: Table,
  number: number,
): Promise<StoredSchemaChange | undefined> {
  const { rows } = await sql<Row>`select ${COLUMNS} from schema_changes change
    where site_id = ${siteId} and table_name = ${tableName} and number = ${number}`.execute(db);
  return rows[0] && toChange(rows[0]);
}

/** Returns a page of the changes, latest first. */
export async function listChanges(
  db: Db,
  { siteId, tableName }: Table,
  page: { limit: number; offset: number },
): Promise<StoredSchemaChange[]> {
  const { rows } = await sql<Row>`select ${COLUMNS} from schema_changes change
    where site_id = ${siteId} and table_name = ${tableName}
    order by number desc limit ${page.limit} offset ${page.offset}`.execute(db);
  return rows.map(toChange);
}

export async function countChanges(db: Db, { siteId, tableName }: Table): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from schema_changes where site_id = ${siteId} and table_name = ${tableName}`.execute(db);
  return Number(rows[0]?.count);
}

/** Returns the later changes that are in effect. Undone changes and undos are left out. */
export async function listLaterChanges(db: Db, { siteId, tableName }: Table, number: number): Promise<SchemaChange[]> {
  const { rows } = await sql<Row>`select ${COLUMNS} from schema_changes change
    where site_id = ${siteId} and table_name = ${tableName} and number > ${number} and kind <> 'UNDO'
      and not exists (select from schema_changes other where other.site_id = change.site_id
        and other.table_name = change.table_name and other.undoes = change.number)
    order by number limit 10000`.execute(db);
  return rows.map((row) => toChange(row).change);
}

/** Updates the progress of unfinished changes. */
export async function updateProgress(
  db: Db,
  { siteId, tableName }: Table,
  lastNumber: number,
  { total, done }: { total: number; done: number },
): Promise<void> {
  await sql`update schema_changes set total = ${total}, done = least(${done}::bigint, ${total}::bigint)
    where site_id = ${siteId} and table_name = ${tableName} and number <= ${lastNumber} and finished_at is null`.execute(
    db,
  );
}

/** Adds to the number of unconverted values of each change. */
export async function countUnconverted(
  db: Db,
  { siteId, tableName }: Table,
  numbers: readonly number[],
): Promise<void> {
  if (numbers.length === 0) return;
  await sql`update schema_changes set kept = kept + found.count
    from (select number, count(*) as count from unnest(${numbers}::int[]) as unconverted(number) group by number) as found
    where site_id = ${siteId} and table_name = ${tableName} and schema_changes.number = found.number`.execute(db);
}

/** Marks the changes up to this number as finished: they have been applied to every row. */
export async function finishChanges(
  db: Db,
  { siteId, tableName }: Table,
  lastNumber: number,
  total: number,
  now: Date,
): Promise<void> {
  await sql`update schema_changes set finished_at = ${now}, total = ${total}, done = ${total}
    where site_id = ${siteId} and table_name = ${tableName} and number <= ${lastNumber} and finished_at is null`.execute(
    db,
  );
}

/** Deletes up to 1,000 changes, of all sites, that are too old to be undone, with previous values and dropped links. */
export async function deleteOldChanges(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - UNDO_DAYS * 86_400_000);
  const { rows } = await sql<{ site_id: string; table_name: string; number: number; schema_name: string }>`
    select change.site_id, change.table_name, change.number, site.schema_name
    from schema_changes change join sites site on site.id = change.site_id
    where change.created_at <= ${before} and change.finished_at is not null
      and not exists (select from schema_changes other where other.site_id = change.site_id
        and other.table_name = change.table_name and other.undoes = change.number and other.finished_at is null)
    limit 1000`.execute(db);
  for (const { site_id, table_name, number, schema_name } of rows) {
    const table = sql.raw(qualifyTable({ schema: schema_name }, 'kept_values'));
    await sql`delete from ${table} where table_name = ${table_name} and number = ${number}`.execute(db);
    const links = sql.raw(qualifyTable({ schema: schema_name }, 'links'));
    await sql`delete from ${links} where table_name = ${table_name} and field = ${fieldOfDroppedLinks(number)}`.execute(
      db,
    );
    await sql`delete from schema_changes
      where site_id = ${site_id} and table_name = ${table_name} and number = ${number}`.execute(db);
  }
}

/** Deletes the previous values that schema changes and bulk changes saved for items that are deleted permanently. */
export async function deletePreviousValuesOfItems(
  db: Db,
  { schema, tableName }: Collection,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from ${sql.raw(`${schema}.kept_values`)}
    where table_name = ${tableName} and item_id = any(${ids}::text[])`.execute(db);
}

/** Moves the links of a field to another field key. */
export async function renameLinks(db: Db, { schema, tableName }: Collection, from: string, to: string): Promise<void> {
  await sql`update ${sql.raw(`${schema}.links`)} set field = ${to}
    where table_name = ${tableName} and field = ${from}`.execute(db);
}

/** Returns the key under which the links of a dropped field are stored for an undo. No field can have this key. */
export const fieldOfDroppedLinks = (number: number): string => `$dropped/${number}`;

const toChange = (row: Row): StoredSchemaChange => ({
  change: { ...row.details, number: row.number, kind: row.kind } as SchemaChange,
  undoneBy: row.undone_by,
  total: Number(row.total),
  done: Number(row.done),
  unconverted: Number(row.kept),
  createdAt: row.created_at,
  finishedAt: row.finished_at,
});
