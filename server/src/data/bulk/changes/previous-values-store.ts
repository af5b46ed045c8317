/**
 * SQL of the previous values that bulk changes save in kept_values, so that the changes can be undone. A row holds one
 * item of one change. Its value is `{of, owner, shape, was}`: the creation date, owner and shape of the item, and its
 * previous values. An update adds `{is, at}`: the values and the time that it wrote. A removal adds `links`: the rows
 * of the links that were removed with the item.
 */
import { sql } from 'kysely';
import type { Db } from '../../../db/index.ts';
import { json } from '../../../db/statements.ts';
import type { Collection } from '../../collections/collection.ts';
import { bind, type Params } from '../../query/params.ts';
import { pickedSql, run } from '../../table/statement.ts';

/** Items of one bulk change. */
export interface ChangedItems {
  readonly changeId: string;
  readonly ids: readonly string[];
}

/** Saves the values of these fields of locked items before an update. */
export async function savePreviousFields(
  db: Db,
  collection: Collection,
  { changeId, ids }: ChangedItems,
  keys: readonly string[],
): Promise<void> {
  const params: Params = [collection.tableName, changeId, ids];
  await run(
    db,
    collection,
    `insert into ${collection.schema}.kept_values (table_name, change_id, item_id, value)
     select $1, $2::uuid, stored.id,
       portico.previous_value(stored.data, stored.owner, stored.shape, ${pickedSql('stored.data', keys, params)})
     from ${collection.table} stored where stored.id = any($3::text[])`,
    params,
  );
}

/** Adds the values that the update wrote, and deletes the previous values of items that it did not change. */
export async function saveWrittenFields(
  db: Db,
  collection: Collection,
  { changeId, ids }: ChangedItems,
  keys: readonly string[],
  writtenIds: ReadonlySet<string>,
): Promise<void> {
  const params: Params = [collection.tableName, changeId, ids, [...writtenIds]];
  await run(
    db,
    collection,
    `with unchanged as (
       delete from ${collection.schema}.kept_values
       where table_name = $1 and change_id = $2::uuid and item_id = any($3::text[]) and item_id <> all($4::text[]))
     update ${collection.schema}.kept_values previous
     set value = jsonb_set_lax(jsonb_set(previous.value, '{is}', ${pickedSql('stored.data', keys, params)}),
       '{at}', stored.data -> '_updatedDate')
     from ${collection.table} stored
     where stored.id = previous.item_id and previous.table_name = $1 and previous.change_id = $2::uuid
       and stored.id = any($4::text[])`,
    params,
  );
}

/** Saves locked items completely, with the links from and to them, before they are removed. */
export async function saveRemovedItems(db: Db, collection: Collection, { changeId, ids }: ChangedItems): Promise<void> {
  const { schema, table, tableName } = collection;
  // The links are read first, because a cluster can copy rows within a node only with immutable functions. jsonb_agg
  // is not immutable.
  const links = collection.layout.linked ? await readLinks(db, collection, ids) : {};
  await run(
    db,
    collection,
    `insert into ${schema}.kept_values (table_name, change_id, item_id, value)
     select $1, $2::uuid, stored.id, portico.previous_value(stored.data, stored.owner, stored.shape, stored.data)
       || jsonb_set_lax('{}', '{links}', $4::jsonb -> stored.id)
     from ${table} stored where stored.id = any($3::text[])`,
    [tableName, changeId, ids, JSON.stringify(links)],
  );
}

/** Returns the links from and to the items, by the id of the item. */
async function readLinks(
  db: Db,
  collection: Collection,
  ids: readonly string[],
): Promise<Readonly<Record<string, readonly LinkRow[]>>> {
  const rows = await run<{ id: string; links: LinkRow[] }>(
    db,
    collection,
    `select id, jsonb_agg(to_jsonb(link)) as links from (
       select item_id as id, link from ${collection.schema}.links link where table_name = $1 and item_id = any($2::text[])
       union select other_id, link from ${collection.schema}.links link where other_table = $1 and other_id = any($2::text[])
     ) as found group by id`,
    [collection.tableName, ids],
  );
  return Object.fromEntries(rows.map(({ id, links }) => [id, links]));
}

/** Returns the next ids of the change in descending order, so that the last changes are undone first. */
export async function listChangedIds(
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
 * Locks the items that have not been written since the update, and returns them with their previous values. The written
 * values are compared, too, because another write may have the same time in milliseconds.
 */
export function lockUnmodifiedItems(
  db: Db,
  collection: Collection,
  { changeId, ids }: ChangedItems,
  { keys, owner, now }: { keys: readonly string[]; owner: string | null; now: Date },
): Promise<{ id: string; json: string }[]> {
  const params: Params = [collection.tableName, changeId, ids, owner];
  const keysParam = bind(params, keys, 'text[]');
  const at = bind(params, now.toISOString(), 'text');
  return run(
    db,
    collection,
    `select stored.id, ((stored.data - ${keysParam}) || (previous.value -> 'was')
         || jsonb_build_object('_updatedDate', jsonb_build_object('$date', ${at})))::text as json
     from ${collection.table} stored join ${collection.schema}.kept_values previous
       on previous.item_id = stored.id and previous.table_name = $1 and previous.change_id = $2::uuid
     where stored.id = any($3::text[]) and ($4::text is null or stored.owner = $4)
       and previous.value -> 'of' is not distinct from stored.data -> '_createdDate'
       and previous.value -> 'at' = stored.data -> '_updatedDate'
       and previous.value -> 'is' = ${pickedSql('stored.data', keys, params)}
     order by stored.id for update of stored`,
    params,
  );
}

/** A removed item with its previous values and links. */
export interface RemovedItem {
  readonly id: string;
  readonly owner: string;
  readonly createdAt: Date;
  readonly json: string;
  readonly links: readonly LinkRow[] | null;
}

/** A row of the table `links` of a site. */
export interface LinkRow {
  readonly table_name: string;
  readonly field: string;
  readonly item_id: string;
  readonly other_table: string;
  readonly other_id: string;
  readonly number: number;
}

/** Returns removed items that were saved in the current shape of the collection. */
export async function listRemovedItems(
  db: Db,
  { schema, tableName, shape }: Collection,
  { changeId, ids }: ChangedItems,
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

/** Deletes the previous values that the change saved for these items. */
export async function deletePreviousValues(
  db: Db,
  { schema, tableName }: Collection,
  { changeId, ids }: ChangedItems,
): Promise<void> {
  await sql`delete from ${sql.raw(`${schema}.kept_values`)}
    where table_name = ${tableName} and change_id = ${changeId} and item_id = any(${ids}::text[])`.execute(db);
}

/**
 * Deletes the previous values of these owners' items, because an undo must not restore the data of an erased member.
 */
export async function deletePreviousValuesOfOwners(
  db: Db,
  { schema, tableName }: Collection,
  owners: readonly string[],
): Promise<void> {
  await sql`delete from ${sql.raw(`${schema}.kept_values`)}
    where table_name = ${tableName} and change_id is not null and value ->> 'owner' = any(${owners}::text[])`.execute(
    db,
  );
}

/** Assigns the previous values of these owners' items to another owner. */
export async function updateOwnerOfPreviousValues(
  db: Db,
  { schema, tableName }: Collection,
  owners: readonly string[],
  to: string,
): Promise<void> {
  await sql`update ${sql.raw(`${schema}.kept_values`)}
    set value = jsonb_set(value, '{was,_owner}', jsonb_object(array['owner', ${to}::text]) -> 'owner', false)
      || jsonb_object(array['owner', ${to}::text])
    where table_name = ${tableName} and change_id is not null and value ->> 'owner' = any(${owners}::text[])`.execute(
    db,
  );
}

/**
 * Restores the links that were deleted with their items, if the items at both ends exist again and the field is still a
 * multi-reference between their collections.
 */
export async function restoreLinks(db: Db, { siteId, schema }: Collection, links: readonly LinkRow[]): Promise<void> {
  if (links.length === 0) return;
  const { rows } = await sql<LinkRow>`
    select link.* from jsonb_to_recordset(${json(links)})
      as link (table_name text, field text, item_id text, other_table text, other_id text, number bigint)
    join portico.collections referring on referring.site_id = ${siteId} and referring.table_name = link.table_name
    join portico.collections referenced
      on referenced.site_id = ${siteId} and referenced.table_name = link.other_table
    where exists (select from jsonb_array_elements(referring.fields) as declared(definition)
      where definition ->> 'key' = link.field and definition ->> 'type' = 'MULTI_REFERENCE')`.execute(db);
  const linkEnds = rows.flatMap((link) => [
    { table: link.table_name, id: link.item_id },
    { table: link.other_table, id: link.other_id },
  ]);
  const existing = new Set<string>();
  for (const [table, rowsOfTable] of [...Map.groupBy(linkEnds, (end) => end.table)].toSorted()) {
    const ids = [...new Set(rowsOfTable.map(({ id }) => id))];
    // The lock delays the removal of an item until the transaction ends. Otherwise a link could be left behind.
    const locked = await sql<{ id: string }>`select id from ${sql.raw(`${schema}.${table}`)}
      where id = any(${ids}::text[]) order by id for key share`.execute(db);
    for (const { id } of locked.rows) existing.add(`${table} ${id}`);
  }
  const rowsWithBothItems = rows.filter(
    (link) =>
      existing.has(`${link.table_name} ${link.item_id}`) && existing.has(`${link.other_table} ${link.other_id}`),
  );
  await sql`insert into ${sql.raw(`${schema}.links`)} (table_name, field, item_id, other_table, other_id, number)
    select table_name, field, item_id, other_table, other_id, number from jsonb_to_recordset(${json(rowsWithBothItems)})
      as link (table_name text, field text, item_id text, other_table text, other_id text, number bigint)
    on conflict do nothing`.execute(db);
}
