/** SQL that writes the items of one collection. */
import type { Db } from '../../db/index.ts';
import type { Collection } from '../collections/collection.ts';
import type { Place } from '../query/plan.ts';
import { bind, filterToSql, type Params } from '../query/to-sql.ts';
import type { Filter } from '../query/tree.ts';
import type { Reach } from './open.ts';
import type { ChangedRow, NewRow } from './prepare.ts';
import { assign, type ItemRow, promoted, run, visible } from './run.ts';

/**
 * The ids that were free and are now taken. One statement, so N racing inserts of an id have one winner; in the order of
 * ids, so that two of them never wait for each other. Of two rows with one id the first is taken.
 */
export async function insertItems(
  db: Db,
  collection: Collection,
  rows: readonly NewRow[],
  now: Date,
): Promise<Set<string>> {
  const params: Params = [`[${rows.map((row) => row.json).join(',')}]`, now];
  const { names, values } = promoted(collection, 'item', params);
  const inserted = await run<{ id: string }>(
    db,
    collection,
    `insert into ${collection.table} (${['id', 'owner', 'created_at', 'data', 'shape', ...names].join(', ')})
     select ${[`item ->> '_id'`, `item ->> '_owner'`, '$2::timestamptz', 'item', collection.shape, ...values].join(', ')}
     from jsonb_array_elements($1::jsonb) with ordinality as sent(item, place)
     order by (item ->> '_id') collate "C", place
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
 * What stays of the stored item when another takes its place: who made it and when, and what the caller may not write.
 * `owner` is the placeholder of a new owner, or of null.
 */
function kept(locked: readonly string[], owner: string, params: Params): string {
  const system = `jsonb_build_object('_createdDate', stored.data -> '_createdDate', '_owner', coalesce(${owner}::text, stored.owner))`;
  if (locked.length === 0) return system;
  const keys = bind(params, locked, 'text[]');
  return `coalesce((select jsonb_object_agg(key, stored.data -> key) from unnest(${keys}) as locked(key) where stored.data ? key), '{}') || ${system}`;
}

/** Replaces the whole item where the row matches; who made it and when stays. */
export async function updateItem(
  db: Db,
  { collection, hidden, locked }: Reach,
  row: ChangedRow,
  rows: Filter<Place>,
): Promise<ItemRow | undefined> {
  const params: Params = [row.id, row.owner, row.json];
  const condition = filterToSql(rows, params);
  const data = `$3::jsonb || ${kept(locked, '$2', params)}`;
  const updated = await run<ItemRow>(
    db,
    collection,
    `update ${collection.table} as stored set owner = coalesce($2::text, stored.owner), ${assign(collection, data, params)}
     where id = $1 and ${condition} returning id, ${visible(hidden, params)} as data`,
    params,
  );
  return updated[0];
}

/** Inserts the item, or replaces the one that has its id where it is `owner`'s; undefined where it is not. */
export async function saveItem(
  db: Db,
  { collection, hidden, locked, owner }: Reach,
  row: NewRow,
  newOwner: string | null,
  now: Date,
): Promise<(ItemRow & { inserted: boolean }) | undefined> {
  const params: Params = [row.id, newOwner, row.json, row.owner, now, owner];
  const { names, values } = promoted(collection, '$3::jsonb', params);
  const data = `excluded.data || ${kept(locked, '$2', params)}`;
  // xmax is 0 in a row that nobody has updated or locked: one that this statement inserted.
  const saved = await run<ItemRow & { inserted: boolean }>(
    db,
    collection,
    `insert into ${collection.table} as stored (${['id', 'owner', 'created_at', 'data', 'shape', ...names].join(', ')})
     values (${['$1', '$4', '$5', '$3::jsonb', collection.shape, ...values].join(', ')})
     on conflict (id) do update set owner = coalesce($2::text, stored.owner), ${assign(collection, data, params)}
     where $6::text is null or stored.owner = $6
     returning id, ${visible(hidden, params)} as data, (xmax = 0) as inserted`,
    params,
  );
  return saved[0];
}

export async function deleteItem(
  db: Db,
  { collection, hidden }: Reach,
  id: string,
  rows: Filter<Place>,
): Promise<ItemRow | undefined> {
  const params: Params = [id];
  const condition = filterToSql(rows, params);
  const deleted = await run<ItemRow>(
    db,
    collection,
    `delete from ${collection.table} where id = $1 and ${condition} returning id, ${visible(hidden, params)} as data`,
    params,
  );
  return deleted[0];
}

/** The ids that were there, matched, and are gone. Locked in the order of ids, as insertItems does. */
export async function deleteItems(
  db: Db,
  { collection }: Pick<Reach, 'collection'>,
  ids: readonly string[],
  rows: Filter<Place>,
): Promise<Set<string>> {
  const params: Params = [ids];
  const condition = filterToSql(rows, params);
  const deleted = await run<{ id: string }>(
    db,
    collection,
    `delete from ${collection.table} where id in
       (select id from ${collection.table} where id = any($1::text[]) and ${condition} order by id for update) returning id`,
    params,
  );
  return new Set(deleted.map((row) => row.id));
}

export async function truncateItems(db: Db, collection: Collection): Promise<void> {
  await run(db, collection, `truncate table ${collection.table}`, []);
}
