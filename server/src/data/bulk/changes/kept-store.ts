/**
 * SQL on what bulk changes took from items. A row of kept_values is one item of one change; its value is
 * `{of, owner, shape, was}`: creation date, owner and shape of the item, and what it held. An update adds `{is, at}`: the
 * values and the time that it wrote. A removal adds `links`: rows of the links that went with the item.
 */
import { sql } from 'kysely';
import type { Db } from '../../../db/index.ts';
import { json } from '../../../db/statements.ts';
import type { Collection } from '../../collections/collection.ts';
import { bind, type Params } from '../../query/params.ts';
import { run } from '../../table/statement.ts';

/** Items of one bulk change. */
interface KeptItems {
  readonly changeId: string;
  readonly ids: readonly string[];
}

/** SQL of the values that the stored item has in these fields. */
const valuesOf = (keys: string): string =>
  `(select coalesce(jsonb_object_agg(key, stored.data -> key) filter (where stored.data ? key), '{}')
    from unnest(${keys}) as changed(key))`;

const KEPT = `'of', stored.data -> '_createdDate', 'owner', stored.owner, 'shape', stored.shape`;

/** Keeps what locked items hold in these fields, before an update. */
export async function keepFields(
  db: Db,
  collection: Collection,
  { changeId, ids }: KeptItems,
  keys: readonly string[],
): Promise<void> {
  const params: Params = [collection.tableName, changeId, ids];
  const was = valuesOf(bind(params, keys, 'text[]'));
  await run(
    db,
    collection,
    `insert into ${collection.schema}.kept_values (table_name, change_id, item_id, value)
     select $1, $2::uuid, stored.id, jsonb_build_object(${KEPT}, 'was', ${was})
     from ${collection.table} stored where stored.id = any($3::text[])`,
    params,
  );
}

/** Keeps what the update wrote, and forgets the items that it left as they were. */
export async function keepWritten(
  db: Db,
  collection: Collection,
  { changeId, ids }: KeptItems,
  keys: readonly string[],
  written: ReadonlySet<string>,
): Promise<void> {
  const params: Params = [collection.tableName, changeId, ids, [...written]];
  const is = valuesOf(bind(params, keys, 'text[]'));
  await run(
    db,
    collection,
    `with forgotten as (
       delete from ${collection.schema}.kept_values
       where table_name = $1 and change_id = $2::uuid and item_id = any($3::text[]) and item_id <> all($4::text[]))
     update ${collection.schema}.kept_values kept
     set value = kept.value || jsonb_build_object('is', ${is}, 'at', stored.data -> '_updatedDate')
     from ${collection.table} stored
     where stored.id = kept.item_id and kept.table_name = $1 and kept.change_id = $2::uuid and stored.id = any($4::text[])`,
    params,
  );
}

/** Keeps locked items whole, with the links from and to them, before they are removed. */
export async function keepItems(db: Db, collection: Collection, { changeId, ids }: KeptItems): Promise<void> {
  const { schema, table, tableName } = collection;
  const links = `(select jsonb_agg(to_jsonb(link)) from (
      select * from ${schema}.links where table_name = $1 and item_id = stored.id
      union select * from ${schema}.links where other_table = $1 and other_id = stored.id) as link)`;
  await run(
    db,
    collection,
    `insert into ${schema}.kept_values (table_name, change_id, item_id, value)
     select $1, $2::uuid, stored.id, jsonb_build_object(${KEPT}, 'was', stored.data,
       'links', ${collection.layout.linked ? links : 'null'})
     from ${table} stored where stored.id = any($3::text[])`,
    [tableName, changeId, ids],
  );
}

/** The next items of the change, in descending order of ids: what was changed last comes first. */
export async function listKeptIds(
  db: Db,
  { schema, tableName }: Collection,
  changeId: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select item_id as id from ${sql.raw(`${schema}.kept_values`)}
    where table_name = ${tableName} and change_id = ${changeId} and (${before}::text is null or item_id < ${before})
    order by item_id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * Locks those of the items that nobody has written since the update, and returns each as it was before it. Somebody who
 * wrote in the same millisecond is noticed by the values.
 */
export function lockUpdated(
  db: Db,
  collection: Collection,
  { changeId, ids }: KeptItems,
  { keys, owner, now }: { keys: readonly string[]; owner: string | null; now: Date },
): Promise<{ id: string; json: string }[]> {
  const params: Params = [collection.tableName, changeId, ids, owner];
  const changed = bind(params, keys, 'text[]');
  const at = bind(params, now.toISOString(), 'text');
  return run(
    db,
    collection,
    `select stored.id, ((stored.data - ${changed}) || (kept.value -> 'was')
         || jsonb_build_object('_updatedDate', jsonb_build_object('$date', ${at})))::text as json
     from ${collection.table} stored join ${collection.schema}.kept_values kept
       on kept.item_id = stored.id and kept.table_name = $1 and kept.change_id = $2::uuid
     where stored.id = any($3::text[]) and ($4::text is null or stored.owner = $4)
       and kept.value -> 'of' is not distinct from stored.data -> '_createdDate'
       and kept.value -> 'at' = stored.data -> '_updatedDate' and kept.value -> 'is' = ${valuesOf(changed)}
     order by stored.id for update of stored`,
    params,
  );
}

/** A removed item as it was, and its links. */
export interface RemovedItem {
  readonly id: string;
  readonly owner: string;
  readonly createdAt: Date;
  readonly json: string;
  readonly links: readonly KeptLink[] | null;
}

/** A row of the links of a site. */
export interface KeptLink {
  readonly table_name: string;
  readonly field: string;
  readonly item_id: string;
  readonly other_table: string;
  readonly other_id: string;
  readonly number: number;
}

/** Removed items in the shape that the collection has now. */
export async function listRemoved(
  db: Db,
  { schema, tableName, shape }: Collection,
  { changeId, ids }: KeptItems,
  owner: string | null,
): Promise<RemovedItem[]> {
  const { rows } = await sql<RemovedItem>`
    select item_id as id, value ->> 'owner' as owner,
      (value -> 'was' -> '_createdDate' ->> '$date')::timestamptz as "createdAt",
      (value -> 'was')::text as json, nullif(value -> 'links', 'null') as links
    from ${sql.raw(`${schema}.kept_values`)}
    where table_name = ${tableName} and change_id = ${changeId} and item_id = any(${ids}::text[])
      and (value ->> 'shape')::int = ${shape} and (${owner}::text is null or value ->> 'owner' = ${owner})
    order by item_id`.execute(db);
  return rows;
}

/** Forgets what the change kept of these items. */
export async function deleteKept(
  db: Db,
  { schema, tableName }: Collection,
  { changeId, ids }: KeptItems,
): Promise<void> {
  await sql`delete from ${sql.raw(`${schema}.kept_values`)}
    where table_name = ${tableName} and change_id = ${changeId} and item_id = any(${ids}::text[])`.execute(db);
}

/** Forgets what bulk changes kept of items of these owners: a member who is forgotten must not come back by an undo. */
export async function deleteKeptOfOwners(
  db: Db,
  { schema, tableName }: Collection,
  owners: readonly string[],
): Promise<void> {
  await sql`delete from ${sql.raw(`${schema}.kept_values`)}
    where table_name = ${tableName} and change_id is not null and value ->> 'owner' = any(${owners}::text[])`.execute(
    db,
  );
}

/** Gives what bulk changes kept of items of these owners to another. */
export async function updateKeptOwner(
  db: Db,
  { schema, tableName }: Collection,
  owners: readonly string[],
  to: string,
): Promise<void> {
  await sql`update ${sql.raw(`${schema}.kept_values`)}
    set value = value || jsonb_build_object('owner', ${to}::text)
      || case when value -> 'was' ? '_owner'
        then jsonb_build_object('was', (value -> 'was') || jsonb_build_object('_owner', ${to}::text)) else '{}' end
    where table_name = ${tableName} and change_id is not null and value ->> 'owner' = any(${owners}::text[])`.execute(
    db,
  );
}

/**
 * Links that went with removed items come back if both items are there and the field still is a multi-reference between
 * their collections.
 */
export async function restoreLinks(db: Db, { siteId, schema }: Collection, links: readonly KeptLink[]): Promise<void> {
  if (links.length === 0) return;
  const { rows } = await sql<KeptLink>`
    select link.* from jsonb_to_recordset(${json(links)})
      as link (table_name text, field text, item_id text, other_table text, other_id text, number bigint)
    join portico.collections near on near.site_id = ${siteId} and near.table_name = link.table_name
    join portico.collections far on far.site_id = ${siteId} and far.table_name = link.other_table
    where exists (select from jsonb_array_elements(near.fields) as declared(definition)
      where definition ->> 'key' = link.field and definition ->> 'type' = 'MULTI_REFERENCE')`.execute(db);
  const sides = rows.flatMap((link) => [
    { table: link.table_name, id: link.item_id },
    { table: link.other_table, id: link.other_id },
  ]);
  const there = new Set<string>();
  for (const [table, found] of [...Map.groupBy(sides, (side) => side.table)].toSorted()) {
    const ids = [...new Set(found.map(({ id }) => id))];
    // Locked, so that no item is removed before the transaction ends: a link never outlives its item.
    const held = await sql<{ id: string }>`select id from ${sql.raw(`${schema}.${table}`)}
      where id = any(${ids}::text[]) order by id for key share`.execute(db);
    for (const { id } of held.rows) there.add(`${table} ${id}`);
  }
  const whole = rows.filter(
    (link) => there.has(`${link.table_name} ${link.item_id}`) && there.has(`${link.other_table} ${link.other_id}`),
  );
  await sql`insert into ${sql.raw(`${schema}.links`)} (table_name, field, item_id, other_table, other_id, number)
    select table_name, field, item_id, other_table, other_id, number from jsonb_to_recordset(${json(whole)})
      as link (table_name text, field text, item_id text, other_table text, other_id text, number bigint)
    on conflict do nothing`.execute(db);
}
