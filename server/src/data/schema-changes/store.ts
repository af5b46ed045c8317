/** SQL on the schema changes of a collection. */
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { json } from '../../db/statements.ts';
import type { Collection } from '../collections/collection.ts';
import type { SchemaChange } from '../collections/schema-change.ts';
import { qualified } from '../collections/store.ts';

/** what a change took away is kept so long, and the change can be undone */
export const KEPT_DAYS = 30;

type Table = Pick<Collection, 'siteId' | 'tableName'>;

/** A change as it is noted. */
export interface NotedChange {
  readonly change: SchemaChange;
  readonly undoneBy: number | null;
  readonly total: number;
  readonly done: number;
  readonly kept: number;
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
): Promise<NotedChange | undefined> {
  const { rows } = await sql<Row>`select ${COLUMNS} from schema_changes change
    where site_id = ${siteId} and table_name = ${tableName} and number = ${number}`.execute(db);
  return rows[0] && toChange(rows[0]);
}

/** The latest first. */
export async function listChanges(
  db: Db,
  { siteId, tableName }: Table,
  page: { limit: number; offset: number },
): Promise<NotedChange[]> {
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

/** Changes since that still count: neither undone nor an undo. */
export async function listLater(db: Db, { siteId, tableName }: Table, number: number): Promise<SchemaChange[]> {
  const { rows } = await sql<Row>`select ${COLUMNS} from schema_changes change
    where site_id = ${siteId} and table_name = ${tableName} and number > ${number} and kind <> 'UNDO'
      and not exists (select from schema_changes other where other.site_id = change.site_id
        and other.table_name = change.table_name and other.undoes = change.number)
    order by number limit 10000`.execute(db);
  return rows.map((row) => toChange(row).change);
}

/** Notes how far a change is; `stayed` counts on. */
export async function noteProgress(
  db: Db,
  { siteId, tableName }: Table,
  upTo: number,
  { total, done }: { total: number; done: number },
): Promise<void> {
  await sql`update schema_changes set total = ${total}, done = least(${done}::bigint, ${total}::bigint)
    where site_id = ${siteId} and table_name = ${tableName} and number <= ${upTo} and finished_at is null`.execute(db);
}

/** Counts values that did not convert. */
export async function countStayed(db: Db, { siteId, tableName }: Table, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  await sql`update schema_changes set kept = kept + found.count
    from (select number, count(*) as count from unnest(${numbers}::int[]) as stayed(number) group by number) as found
    where site_id = ${siteId} and table_name = ${tableName} and schema_changes.number = found.number`.execute(db);
}

/** Every row has been through the changes up to this one. */
export async function finishChanges(
  db: Db,
  { siteId, tableName }: Table,
  upTo: number,
  total: number,
  now: Date,
): Promise<void> {
  await sql`update schema_changes set finished_at = ${now}, total = ${total}, done = ${total}
    where site_id = ${siteId} and table_name = ${tableName} and number <= ${upTo} and finished_at is null`.execute(db);
}

/**
 * Deletes what changes took away and can no longer be undone, and their notes; in every site, and some at a time: the
 * next sweep goes on.
 */
export async function deleteOldChanges(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  const { rows } = await sql<{ site_id: string; table_name: string; number: number; schema_name: string }>`
    select change.site_id, change.table_name, change.number, site.schema_name
    from schema_changes change join sites site on site.id = change.site_id
    where change.created_at <= ${before} and change.finished_at is not null
      and not exists (select from schema_changes other where other.site_id = change.site_id
        and other.table_name = change.table_name and other.undoes = change.number and other.finished_at is null)
    limit 1000`.execute(db);
  for (const { site_id, table_name, number, schema_name } of rows) {
    const table = sql.raw(qualified({ schema: schema_name }, 'kept_values'));
    await sql`delete from ${table} where table_name = ${table_name} and number = ${number}`.execute(db);
    const links = sql.raw(qualified({ schema: schema_name }, 'links'));
    await sql`delete from ${links} where table_name = ${table_name} and field = ${droppedLinks(number)}`.execute(db);
    await sql`delete from schema_changes
      where site_id = ${site_id} and table_name = ${table_name} and number = ${number}`.execute(db);
  }
}

/** Deletes what schema changes and bulk changes took from items that are deleted for good. */
export async function deleteKeptValues(
  db: Db,
  { schema, tableName }: Collection,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await sql`delete from ${sql.raw(`${schema}.kept_values`)}
    where table_name = ${tableName} and item_id = any(${ids}::text[])`.execute(db);
}

/** Moves the links of a field to another name. */
export async function renameLinks(db: Db, { schema, tableName }: Collection, from: string, to: string): Promise<void> {
  await sql`update ${sql.raw(`${schema}.links`)} set field = ${to}
    where table_name = ${tableName} and field = ${from}`.execute(db);
}

/** Under which name the links of a dropped field are kept: no field can be called so. */
export const droppedLinks = (number: number): string => `$dropped/${number}`;

const toChange = (row: Row): NotedChange => ({
  change: { ...row.details, number: row.number, kind: row.kind } as SchemaChange,
  undoneBy: row.undone_by,
  total: Number(row.total),
  done: Number(row.done),
  kept: Number(row.kept),
  createdAt: row.created_at,
  finishedAt: row.finished_at,
});
