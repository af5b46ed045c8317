/** SQL on the items of one collection. `owner` null means every row, otherwise only those of that owner. */
import { CompiledQuery } from 'kysely';
import type { Db } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Collection } from '../collections/collection.ts';
import type { Place, Plan } from '../query/plan.ts';
import { bind, filterToSql, type Params, sortToSql } from '../query/to-sql.ts';
import type { Filter } from '../query/tree.ts';
import type { ChangedRow, NewRow } from './prepare.ts';

type Target = Pick<Collection, 'id' | 'table'>;

export interface ItemRow {
  readonly id: string;
  /** the item as JSON text, as PostgreSQL printed it */
  readonly data: string;
}

const KEPT_FIELDS = `jsonb_build_object('_createdDate', stored.data -> '_createdDate', '_owner', coalesce($2::text, stored.owner))`;

export async function findItem(db: Db, target: Target, id: string, rows: Filter<Place>): Promise<ItemRow | undefined> {
  const params: Params = [id];
  const condition = filterToSql(rows, params);
  const found = await run<ItemRow>(
    db,
    target,
    `select id, data::text as data from ${target.table} where id = $1 and ${condition}`,
    params,
  );
  return found[0];
}

/** A page with one row more than asked, where there is one: that is how `hasNext` is known. */
export function listItems(db: Db, target: Target, plan: Plan, fields: readonly string[]): Promise<ItemRow[]> {
  const params: Params = [];
  const condition = filterToSql(plan.filter, params);
  const order = sortToSql(plan.sort, params);
  const page = `limit ${bind(params, plan.limit + 1, 'int')} offset ${bind(params, plan.offset, 'int')}`;
  // Cast outside: below the sort every row would be printed (performance.md).
  const printed = fields.length === 0 ? 'data::text' : projection(fields, params);
  return run<ItemRow>(
    db,
    target,
    `select id, ${printed} as data from (select id, data from ${target.table} where ${condition} order by ${order} ${page}) as page`,
    params,
  );
}

/** How many rows match, counted up to the bound, if there is one. */
export async function countItems(db: Db, target: Target, filter: Filter<Place>, bound?: number): Promise<number> {
  const params: Params = [];
  const condition = filterToSql(filter, params);
  const text = bound
    ? `select count(*)::int as count from (select from ${target.table} where ${condition} limit ${bind(params, bound, 'int')}) as counted`
    : `select count(*)::int as count from ${target.table} where ${condition}`;
  const rows = await run<{ count: number }>(db, target, text, params);
  return rows[0]?.count ?? 0;
}

/**
 * The ids that were free and are now taken. One statement, so N racing inserts of an id have one winner; in the order of
 * ids, so that two of them never wait for each other. Of two rows with one id the first is taken.
 */
export async function insertItems(db: Db, target: Target, rows: readonly NewRow[], now: Date): Promise<Set<string>> {
  const json = `[${rows.map((row) => row.json).join(',')}]`;
  const inserted = await run<{ id: string }>(
    db,
    target,
    `insert into ${target.table} (id, owner, created_at, data)
     select item ->> '_id', item ->> '_owner', $2::timestamptz, item
     from jsonb_array_elements($1::jsonb) with ordinality as sent(item, place)
     order by (item ->> '_id') collate "C", place
     on conflict (id) do nothing returning id`,
    [json, now],
  );
  return new Set(inserted.map((row) => row.id));
}

/** True when the id was free. */
export async function insertItem(db: Db, target: Target, row: NewRow, now: Date): Promise<boolean> {
  const inserted = await run(
    db,
    target,
    `insert into ${target.table} (id, owner, created_at, data) values ($1, $2, $3, $4::jsonb) on conflict (id) do nothing returning id`,
    [row.id, row.owner, now, row.json],
  );
  return inserted.length > 0;
}

/** Replaces the whole item where the row matches; who made it and when stays. */
export async function updateItem(
  db: Db,
  target: Target,
  row: ChangedRow,
  rows: Filter<Place>,
): Promise<ItemRow | undefined> {
  const params: Params = [row.id, row.owner, row.json];
  const condition = filterToSql(rows, params);
  const updated = await run<ItemRow>(
    db,
    target,
    `update ${target.table} as stored set owner = coalesce($2::text, stored.owner), data = $3::jsonb || ${KEPT_FIELDS}
     where id = $1 and ${condition} returning id, data::text as data`,
    params,
  );
  return updated[0];
}

/** Inserts the item, or replaces the one that has its id where it is `owner`'s; undefined where it is not. */
export async function saveItem(
  db: Db,
  target: Target,
  row: NewRow,
  newOwner: string | null,
  owner: string | null,
  now: Date,
): Promise<(ItemRow & { inserted: boolean }) | undefined> {
  // xmax is 0 in a row that nobody has updated or locked: one that this statement inserted.
  const saved = await run<ItemRow & { inserted: boolean }>(
    db,
    target,
    `insert into ${target.table} as stored (id, owner, created_at, data) values ($1, $4, $5, $3::jsonb)
     on conflict (id) do update set owner = coalesce($2::text, stored.owner), data = excluded.data || ${KEPT_FIELDS}
     where $6::text is null or stored.owner = $6 returning id, data::text as data, (xmax = 0) as inserted`,
    [row.id, newOwner, row.json, row.owner, now, owner],
  );
  return saved[0];
}

export async function deleteItem(
  db: Db,
  target: Target,
  id: string,
  rows: Filter<Place>,
): Promise<ItemRow | undefined> {
  const params: Params = [id];
  const condition = filterToSql(rows, params);
  const deleted = await run<ItemRow>(
    db,
    target,
    `delete from ${target.table} where id = $1 and ${condition} returning id, data::text as data`,
    params,
  );
  return deleted[0];
}

/** The ids that were there, matched, and are gone. Locked in the order of ids, as insertItems does. */
export async function deleteItems(
  db: Db,
  target: Target,
  ids: readonly string[],
  rows: Filter<Place>,
): Promise<Set<string>> {
  const params: Params = [ids];
  const condition = filterToSql(rows, params);
  const deleted = await run<{ id: string }>(
    db,
    target,
    `delete from ${target.table} where id in
       (select id from ${target.table} where id = any($1::text[]) and ${condition} order by id for update) returning id`,
    params,
  );
  return new Set(deleted.map((row) => row.id));
}

export async function truncateItems(db: Db, target: Target): Promise<void> {
  await run(db, target, `truncate table ${target.table}`, []);
}

/** Removes some items of these owners; answers how many. */
export async function deleteItemsOfOwners(
  db: Db,
  target: Target,
  owners: readonly string[],
  limit: number,
): Promise<number> {
  const text = `delete from ${target.table} where id in
    (select id from ${target.table} where owner = any($1::text[]) order by id limit $2 for update) returning id`;
  return (await run(db, target, text, [owners, limit])).length;
}

/** Gives some items of these owners to another; answers how many. When they were written last stays. */
export async function updateOwner(
  db: Db,
  target: Target,
  owners: readonly string[],
  to: string,
  limit: number,
): Promise<number> {
  const text = `update ${target.table} set owner = $3::text, data = data || jsonb_build_object('_owner', $3::text) where id in
    (select id from ${target.table} where owner = any($1::text[]) order by id limit $2 for update) returning id`;
  return (await run(db, target, text, [owners, limit, to])).length;
}

/**
 * The oldest items of these owners, as many as begin within a number of rows and of bytes; the first always. `total` is
 * how many there are.
 */
export function listItemsOfOwners(
  db: Db,
  target: Target,
  owners: readonly string[],
  most: { readonly rows: number; readonly bytes: number },
): Promise<(ItemRow & { total: number })[]> {
  const text = `select id, data, total from (
      select id, data::text as data, count(*) over ()::int as total,
        sum(octet_length(data::text)) over (order by created_at, id) - octet_length(data::text) as before
      from ${target.table} where owner = any($1::text[]) order by created_at, id limit $2
    ) as counted where before < greatest($3::bigint, 1)`;
  return run<ItemRow & { total: number }>(db, target, text, [owners, most.rows, most.bytes]);
}

/** Top-level fields of each row, and its id. */
function projection(fields: readonly string[], params: Params): string {
  const keys = bind(params, ['_id', ...fields], 'text[]');
  return `(select jsonb_object_agg(key, page.data -> key) from unnest(${keys}) as wanted(key) where page.data ? key)::text`;
}

/** Runs a statement on the item table. A table that another process has just dropped is a collection that is gone. */
async function run<Row = unknown>(db: Db, target: Target, text: string, params: readonly unknown[]): Promise<Row[]> {
  try {
    return (await db.executeQuery<Row>(CompiledQuery.raw(text, params as unknown[]))).rows;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '42P01') {
      throw new AppError('WDE0025', { collectionName: target.id }, error);
    }
    throw error;
  }
}
