/**
 * SQL that writes the items of one collection. Statements on several rows lock them in the order of ids, so that
 * concurrent calls do not deadlock.
 */
import type { Db } from '../../db/index.ts';
import type { Collection } from '../collections/collection.ts';
import type { Reach } from '../collections/reach.ts';
import { bind, type Params } from '../query/params.ts';
import type { FilterTarget } from '../query/scope.ts';
import { compareText } from '../query/text.ts';
import { filterToSql } from '../query/to-sql.ts';
import type { Filter } from '../query/tree.ts';
import type { ChangedRow, NewRow, SavedRow } from '../values/prepare.ts';
import {
  assignConflictingItemSql,
  assignItemSql,
  type ItemRow,
  pickedSql,
  promotedColumnsSql,
  promotedConstantsSql,
  run,
  type StoredItem,
  visibleDataSql,
} from './statement.ts';

/**
 * Inserts items and returns the ids of the inserted ones. Ids that exist are skipped. Of concurrent inserts with the
 * same id, exactly one succeeds. If `rows` contains an id twice, the first row is inserted.
 */
export async function insertItems(
  db: Db,
  collection: Collection,
  rows: readonly NewRow[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const sorted = rows.toSorted((a, b) => compareText(a.id, b.id));
  // PostgreSQL parses lines of JSON one item at a time, but must parse an array as a whole. JSON.stringify writes each
  // item without a line feed, so a line feed separates the items.
  const params: Params = [sorted.map(({ json }) => json).join('\n'), now];
  const { names, values } = promotedColumnsSql(collection, 'item', params);
  const insert = `
    insert into ${collection.table} (${['id', 'owner', 'created_at', 'data', 'shape', ...names].join(', ')})
    select ${[`item ->> '_id'`, `item ->> '_owner'`, '$2::timestamptz', 'item', collection.shape, ...values].join(', ')}
    from (select line::jsonb as item from string_to_table($1::text, e'\\n') as line offset 0) as input`;
  if (rows.every(({ hasNewId }) => hasNewId)) {
    await run(db, collection, insert, params);
    return new Set(rows.map(({ id }) => id));
  }
  const [inserted] = await run<{ ids: string[] | null }>(
    db,
    collection,
    `with inserted as (${insert} on conflict (id) do nothing returning id)
     select case when count(*) < ${bind(params, rows.length, 'int')} then (select coalesce(json_agg(id), '[]') from inserted) end as ids from inserted`,
    params,
  );
  return new Set(inserted?.ids ?? rows.map(({ id }) => id));
}

/** Like insertItems, for items of several calls, each with its own time. */
export async function insertGroup(
  db: Db,
  collection: Collection,
  rows: readonly (NewRow & { readonly now: Date })[],
): Promise<Set<string>> {
  const params: Params = [
    rows.map(({ id }) => id),
    rows.map(({ owner }) => owner),
    rows.map(({ now }) => now),
    rows.map(({ json }) => json),
  ];
  const { names, values } = promotedColumnsSql(collection, 'item', params);
  const insertedRows = await run<{ id: string }>(
    db,
    collection,
    `insert into ${collection.table} (${['id', 'owner', 'created_at', 'data', 'shape', ...names].join(', ')})
     select ${['id', 'owner', 'created_at', 'item', collection.shape, ...values].join(', ')}
     from (select id, owner, created_at, json::jsonb as item, position
       from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[])
         with ordinality as input(id, owner, created_at, json, position)
       offset 0) as input
     order by id collate "C", position
     on conflict (id) do nothing returning id`,
    params,
  );
  return new Set(insertedRows.map((row) => row.id));
}

/** Inserts an item; returns false if the id exists. */
export async function insertItem(db: Db, collection: Collection, row: NewRow, now: Date): Promise<boolean> {
  const params: Params = [row.id, row.owner, now, row.json];
  const { names, values } = promotedConstantsSql(collection, '$4::jsonb', params);
  const inserted = await run(
    db,
    collection,
    `insert into ${collection.table} (${['id', 'owner', 'created_at', 'data', 'shape', ...names].join(', ')})
     values (${['$1', '$2', '$3', '$4::jsonb', collection.shape, ...values].join(', ')}) on conflict (id) do nothing returning id`,
    params,
  );
  return inserted.length > 0;
}

/**
 * Returns SQL for an item that replaces the stored one. It retains the creation date, the owner unless a new one is
 * given, locked fields, and hidden fields that the new item does not contain. It calls only immutable functions,
 * because a cluster accepts no others in an update.
 * @param owner SQL of the new owner, which may be null
 * @param item SQL of the new item
 */
function replacementSql({ locked, hidden }: Reach, owner: string, item: string, params: Params): string {
  const created = `jsonb_set_lax('{}', '{_createdDate}', stored.data -> '_createdDate')`;
  const system = `${created} || jsonb_object(array['_owner', coalesce(${owner}, stored.owner)])`;
  const keys = [...new Set([...locked, ...hidden])];
  if (keys.length === 0) return `${item} || ${system}`;
  return `${pickedSql('stored.data', keys, params)} || ${item} || ${system}`;
}

/**
 * Returns SQL for the item in the response of a write: its visible fields, or only the id if the caller may not read
 * it.
 */
function returnedDataSql({ hidden, readable }: Reach, params: Params): string {
  const data = visibleDataSql(hidden, params, 'stored.data');
  if (readable === 'all') return data;
  const onlyId = `jsonb_object(array['_id', stored.id])::text`;
  if (readable === 'none') return onlyId;
  return `case when stored.owner = ${bind(params, readable.owner, 'text')} then ${data} else ${onlyId} end`;
}

/** Options of a write. Without `returnItems`, the `data` of the returned rows is empty. */
export interface WriteOptions {
  readonly returnItems: boolean;
}

const returningSql = ({ returnItems }: WriteOptions, reach: Reach, params: Params): string =>
  returnItems ? returnedDataSql(reach, params) : `''::text`;

/** Replaces the items whose stored rows match the filter. The rows must have different ids. */
export function updateItems(
  db: Db,
  reach: Reach,
  rows: readonly ChangedRow[],
  where: Filter<FilterTarget>,
  options: WriteOptions,
): Promise<ItemRow[]> {
  const { collection } = reach;
  const params: Params = [toRecordsJson(rows), rows.map(({ id }) => id)];
  const condition = filterToSql(where, params);
  const data = replacementSql(reach, 'input.owner', 'input.item', params);
  return run<ItemRow>(
    db,
    collection,
    `with locked as (select id from ${collection.table} where id = any($2::text[]) and ${condition} order by id for update)
     update ${collection.table} as stored set owner = coalesce(input.owner, stored.owner), ${assignItemSql(collection, data, params)}
     from locked join ${INPUT_ROWS} on input.id = locked.id
     where stored.id = locked.id returning stored.id, ${returningSql(options, reach, params)} as data`,
    params,
  );
}

const INPUT_ROWS = 'jsonb_to_recordset($1::jsonb) as input(id text collate "C", owner text collate "C", item jsonb)';

/** Returns the rows as a JSON array. It concatenates texts, because the items are already JSON text. */
const toRecordsJson = (rows: readonly { id: string; owner: string | null; json: string }[]): string =>
  `[${rows.map(({ id, owner, json }) => `{"id":${JSON.stringify(id)},"owner":${JSON.stringify(owner)},"item":${json}}`).join(',')}]`;

/** Placeholder for the item in SQL that is repeated per row. Field names are bound, so no SQL contains it by chance. */
const ITEM = '<item>';

/**
 * Inserts each item, or replaces the stored item that has the same id if that item is within reach. Each returned row
 * shows whether the item was inserted or replaced.
 */
export function saveItems(
  db: Db,
  reach: Reach,
  rows: readonly SavedRow[],
  now: Date,
  options: WriteOptions,
): Promise<(ItemRow & { inserted: boolean })[]> {
  const { collection, owner } = reach;
  // A replacement may differ from the inserted row in its owner and default values. Only then is it passed as an
  // additional parameter.
  const differingRows = rows.filter(
    ({ insert, update }) => update && (update.owner !== null || update.json !== insert.json),
  );
  const params: Params = [now, owner, toUpdatesJson(differingRows)];
  const promoted = promotedConstantsSql(collection, ITEM, params);
  // A cluster accepts parameters after `on conflict` only if the rows are listed as values.
  const values = rows
    .map(({ insert }) => insert)
    .toSorted((a, b) => compareText(a.id, b.id))
    .map((row) => {
      const item = bind(params, row.json, 'jsonb');
      const columns = promoted.values.map((value) => value.replaceAll(ITEM, item));
      return `(${[bind(params, row.id, 'text'), bind(params, row.owner, 'text'), '$1::timestamptz', item, collection.shape, ...columns].join(', ')})`;
    });
  const updateSql = '$3::jsonb -> excluded.id';
  const data = replacementSql(
    reach,
    `(${updateSql} ->> 'owner')`,
    `coalesce(${updateSql} -> 'item', excluded.data)`,
    params,
  );
  // xmax is 0 if this statement inserted the row, and not 0 if it updated the row.
  return run<ItemRow & { inserted: boolean }>(
    db,
    collection,
    `insert into ${collection.table} as stored (${['id', 'owner', 'created_at', 'data', 'shape', ...promoted.names].join(', ')})
     values ${values.join(', ')}
     on conflict (id) do update set owner = coalesce(${updateSql} ->> 'owner', stored.owner), ${assignConflictingItemSql(collection, data, params)}
     where $2::text is null or stored.owner = $2
     returning stored.id, ${returningSql(options, reach, params)} as data, (xmax = 0) as inserted`,
    params,
  );
}

const toUpdatesJson = (rows: readonly SavedRow[]): string =>
  `{${rows
    .map(({ insert, update }) => {
      // Without the key, SQL takes the inserted item. A JSON null would replace the item instead.
      const item = update && update.json !== insert.json ? `,"item":${update.json}` : '';
      return `${JSON.stringify(insert.id)}:{"owner":${JSON.stringify(update?.owner ?? null)}${item}}`;
    })
    .join(',')}}`;

/** Locks the matching rows until the end of the transaction and returns them. */
export function lockItems(
  db: Db,
  { collection }: Reach,
  ids: readonly string[],
  where: Filter<FilterTarget>,
): Promise<StoredItem[]> {
  const params: Params = [ids];
  const condition = filterToSql(where, params);
  return run<StoredItem>(
    db,
    collection,
    `select id, owner, data::text as data from ${collection.table} where id = any($1::text[]) and ${condition} order by id for update`,
    params,
  );
}

/** Locks the next matching rows in the order of ids. Without `includesData`, their `data` is empty. */
export function lockNextItems(
  db: Db,
  { collection }: Reach,
  after: string,
  where: Filter<FilterTarget>,
  { limit, includesData }: { readonly limit: number; readonly includesData: boolean },
): Promise<StoredItem[]> {
  const params: Params = [after, limit];
  const condition = filterToSql(where, params);
  const data = includesData ? 'data::text' : `''`;
  return run<StoredItem>(
    db,
    collection,
    `select id, owner, ${data} as data from ${collection.table} where id > $1::text and ${condition} order by id limit $2::int for update`,
    params,
  );
}

/** Overwrites rows that the transaction has locked. */
export async function overwriteItems(
  db: Db,
  collection: Collection,
  rows: readonly { readonly id: string; readonly json: string }[],
): Promise<void> {
  const params: Params = [toRecordsJson(rows.map(({ id, json }) => ({ id, owner: null, json })))];
  await run(
    db,
    collection,
    `update ${collection.table} as stored set ${assignItemSql(collection, 'input.item', params)} from ${INPUT_ROWS} where stored.id = input.id`,
    params,
  );
}

export async function deleteItem(
  db: Db,
  reach: Reach,
  id: string,
  where: Filter<FilterTarget>,
): Promise<ItemRow | undefined> {
  const { collection } = reach;
  const params: Params = [id];
  const condition = filterToSql(where, params);
  const deleted = await run<ItemRow>(
    db,
    collection,
    `delete from ${collection.table} as stored where id = $1 and ${condition} returning id, ${returnedDataSql(reach, params)} as data`,
    params,
  );
  return deleted[0];
}

/** Deletes the matching rows and returns them. */
export async function deleteItems(
  db: Db,
  reach: Reach,
  ids: readonly string[],
  where: Filter<FilterTarget>,
  options: WriteOptions = { returnItems: false },
): Promise<ItemRow[]> {
  const { collection } = reach;
  const params: Params = [ids];
  const condition = filterToSql(where, params);
  return run<ItemRow>(
    db,
    collection,
    `delete from ${collection.table} as stored where id in
       (select id from ${collection.table} where id = any($1::text[]) and ${condition} order by id for update)
     returning id, ${returningSql(options, reach, params)} as data`,
    params,
  );
}

export async function truncateItems(db: Db, collection: Collection): Promise<void> {
  await run(db, collection, `truncate table ${collection.table}`, []);
}

/**
 * Locks the table exclusively until the end of the transaction. Call it before statements that need this lock. While it
 * waits, `lock table` holds no snapshot. The statements themselves would hold one and deadlock with a concurrent index
 * build, which waits for all older snapshots.
 */
export async function lockTable(db: Db, collection: Collection): Promise<void> {
  await run(db, collection, `lock table ${collection.table} in access exclusive mode`, []);
}
