/** SQL that writes the items of one collection. */
import type { Db } from '../../db/index.ts';
import type { Collection } from '../collections/collection.ts';
import type { Reach } from '../collections/reach.ts';
import { bind, type Params } from '../query/params.ts';
import type { FilterTarget } from '../query/scope.ts';
import { compareText } from '../query/text.ts';
import { filterToSql } from '../query/to-sql.ts';
import type { Filter } from '../query/tree.ts';
import type { ChangedRow, NewRow, SavedRow } from '../values/prepare.ts';
import { assign, type ItemRow, promoted, run, type StoredItem, visible } from './statement.ts';

/**
 * The ids that were free and are now taken. One statement, so N racing inserts of an id have one winner; in the order of
 * ids, so that two of them never wait for each other. Of two rows with one id the first is taken.
 */
export async function insertItems(
  db: Db,
  collection: Collection,
  rows: readonly NewRow[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const sorted = rows.toSorted((a, b) => compareText(a.id, b.id));
  // Of JSON in lines PostgreSQL has one item in hand at a time, of an array all; and printed, it holds no line feed.
  const params: Params = [sorted.map(({ json }) => json).join('\n'), now];
  const { names, values } = promoted(collection, 'item', params);
  const insert = `
    insert into ${collection.table} (${['id', 'owner', 'created_at', 'data', 'shape', ...names].join(', ')})
    select ${[`item ->> '_id'`, `item ->> '_owner'`, '$2::timestamptz', 'item', collection.shape, ...values].join(', ')}
    from (select line::jsonb as item from string_to_table($1::text, e'\\n') as line offset 0) as sent`;
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

/** The same for items of several calls, each with its time. Of two rows with one id the first is taken. */
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
  const { names, values } = promoted(collection, 'item', params);
  const inserted = await run<{ id: string }>(
    db,
    collection,
    `insert into ${collection.table} (${['id', 'owner', 'created_at', 'data', 'shape', ...names].join(', ')})
     select ${['id', 'owner', 'created_at', 'item', collection.shape, ...values].join(', ')}
     from (select id, owner, created_at, json::jsonb as item, place
       from unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[]) with ordinality as sent(id, owner, created_at, json, place)
       offset 0) as sent
     order by id collate "C", place
     on conflict (id) do nothing returning id`,
    params,
  );
  return new Set(inserted.map((row) => row.id));
}

/** True when the id was free. */
export async function insertItem(db: Db, collection: Collection, row: NewRow, now: Date): Promise<boolean> {
  const params: Params = [row.id, row.owner, now, row.json];
  const { names, values } = promoted(collection, '$4::jsonb', params);
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
 * An item that takes the place of the stored one: who made it and when stays, and so does what the caller may not write
 * or cannot see and did not name. `owner` and `item` are SQL expressions; `owner` may come to null.
 */
function replaced({ locked, hidden }: Reach, owner: string, item: string, params: Params): string {
  const system = `jsonb_build_object('_createdDate', stored.data -> '_createdDate', '_owner', coalesce(${owner}, stored.owner))`;
  const keys = [...new Set([...locked, ...hidden])];
  if (keys.length === 0) return `${item} || ${system}`;
  const kept = `select jsonb_object_agg(key, stored.data -> key) from unnest(${bind(params, keys, 'text[]')}) as kept(key) where stored.data ? key`;
  return `coalesce((${kept}), '{}') || ${item} || ${system}`;
}

/** What a write tells of a row: its fields as far as the caller sees them; of a row they may not read, the id alone. */
function told({ hidden, readable }: Reach, params: Params): string {
  const whole = visible(hidden, params, 'stored.data');
  if (readable === 'all') return whole;
  const bare = `jsonb_build_object('_id', stored.id)::text`;
  if (readable === 'none') return bare;
  return `case when stored.owner = ${bind(params, readable.owner, 'text')} then ${whole} else ${bare} end`;
}

/** Whether the rows that a write has touched are answered whole. */
export interface Answering {
  readonly answer: boolean;
}

const answered = ({ answer }: Answering, reach: Reach, params: Params): string =>
  answer ? told(reach, params) : `''::text`;

/**
 * Replaces whole items where their rows match; who made them and when stays. Locked in the order of ids, as insertItems
 * does. No two rows have the same id.
 */
export function updateItems(
  db: Db,
  reach: Reach,
  rows: readonly ChangedRow[],
  where: Filter<FilterTarget>,
  answering: Answering,
): Promise<ItemRow[]> {
  const { collection } = reach;
  const params: Params = [recordsText(rows), rows.map(({ id }) => id)];
  const condition = filterToSql(where, params);
  const data = replaced(reach, 'sent.owner', 'sent.item', params);
  return run<ItemRow>(
    db,
    collection,
    `with held as (select id from ${collection.table} where id = any($2::text[]) and ${condition} order by id for update)
     update ${collection.table} as stored set owner = coalesce(sent.owner, stored.owner), ${assign(collection, data, params)}
     from held join ${SENT} on sent.id = held.id
     where stored.id = held.id returning stored.id, ${answered(answering, reach, params)} as data`,
    params,
  );
}

const SENT = 'jsonb_to_recordset($1::jsonb) as sent(id text collate "C", owner text collate "C", item jsonb)';

/** Printed by hand: an item's text is there already. */
const recordsText = (rows: readonly { id: string; owner: string | null; json: string }[]): string =>
  `[${rows.map(({ id, owner, json }) => `{"id":${JSON.stringify(id)},"owner":${JSON.stringify(owner)},"item":${json}}`).join(',')}]`;

/** Inserts items, or replaces those that have their ids where they are the caller's; tells which it did. */
export function saveItems(
  db: Db,
  reach: Reach,
  rows: readonly SavedRow[],
  now: Date,
  answering: Answering,
): Promise<(ItemRow & { inserted: boolean })[]> {
  const { collection, owner } = reach;
  // What replaces differs from what is inserted in its owner, and by default values: only where it does is it sent.
  const others = rows.filter(({ insert, update }) => update && (update.owner !== null || update.json !== insert.json));
  const params: Params = [recordsText(rows.map(({ insert }) => insert)), now, owner, updatesText(others)];
  const { names, values } = promoted(collection, 'sent.item', params);
  const other = '$4::jsonb -> excluded.id';
  const item = `coalesce(${other} -> 'item', excluded.data)`;
  const data = replaced(reach, `(${other} ->> 'owner')`, item, params);
  // xmax is 0 in a row that nobody has updated or locked: one that this statement inserted.
  return run<ItemRow & { inserted: boolean }>(
    db,
    collection,
    `insert into ${collection.table} as stored (${['id', 'owner', 'created_at', 'data', 'shape', ...names].join(', ')})
     select ${['sent.id', 'sent.owner', '$2::timestamptz', 'sent.item', collection.shape, ...values].join(', ')}
     from ${SENT} order by sent.id
     on conflict (id) do update set owner = coalesce(${other} ->> 'owner', stored.owner), ${assign(collection, data, params)}
     where $3::text is null or stored.owner = $3
     returning stored.id, ${answered(answering, reach, params)} as data, (xmax = 0) as inserted`,
    params,
  );
}

const updatesText = (rows: readonly SavedRow[]): string =>
  `{${rows
    .map(({ insert, update }) => {
      const item = update?.json === insert.json ? 'null' : update?.json;
      return `${JSON.stringify(insert.id)}:{"owner":${JSON.stringify(update?.owner ?? null)},"item":${item}}`;
    })
    .join(',')}}`;

/** Rows that match, held until the end of the transaction; locked in the order of ids, as insertItems does. */
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

/** The same for the next rows by id that match; without `data` where that is not needed. */
export function lockNextItems(
  db: Db,
  { collection }: Reach,
  after: string,
  where: Filter<FilterTarget>,
  { limit, whole }: { readonly limit: number; readonly whole: boolean },
): Promise<StoredItem[]> {
  const params: Params = [after, limit];
  const condition = filterToSql(where, params);
  const data = whole ? 'data::text' : `''`;
  return run<StoredItem>(
    db,
    collection,
    `select id, owner, ${data} as data from ${collection.table} where id > $1::text and ${condition} order by id limit $2::int for update`,
    params,
  );
}

/** Writes items over rows that the transaction holds. */
export async function overwriteItems(
  db: Db,
  collection: Collection,
  rows: readonly { readonly id: string; readonly json: string }[],
): Promise<void> {
  const params: Params = [recordsText(rows.map(({ id, json }) => ({ id, owner: null, json })))];
  await run(
    db,
    collection,
    `update ${collection.table} as stored set ${assign(collection, 'sent.item', params)} from ${SENT} where stored.id = sent.id`,
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
    `delete from ${collection.table} as stored where id = $1 and ${condition} returning id, ${told(reach, params)} as data`,
    params,
  );
  return deleted[0];
}

/** The rows that were there, matched, and are gone. Locked in the order of ids, as insertItems does. */
export async function deleteItems(
  db: Db,
  reach: Reach,
  ids: readonly string[],
  where: Filter<FilterTarget>,
  answering: Answering = { answer: false },
): Promise<ItemRow[]> {
  const { collection } = reach;
  const params: Params = [ids];
  const condition = filterToSql(where, params);
  return run<ItemRow>(
    db,
    collection,
    `delete from ${collection.table} as stored where id in
       (select id from ${collection.table} where id = any($1::text[]) and ${condition} order by id for update)
     returning id, ${answered(answering, reach, params)} as data`,
    params,
  );
}

export async function truncateItems(db: Db, collection: Collection): Promise<void> {
  await run(db, collection, `truncate table ${collection.table}`, []);
}

/**
 * The table alone, until the end of the transaction. Waiting for it holds no snapshot, unlike a statement that takes the
 * lock itself: an index that is being built concurrently waits for every older snapshot, and the two would deadlock.
 */
export async function lockTable(db: Db, collection: Collection): Promise<void> {
  await run(db, collection, `lock table ${collection.table} in access exclusive mode`, []);
}
