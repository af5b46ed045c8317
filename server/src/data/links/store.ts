/**
 * SQL of the links of a site. A link belongs to the field that declares it. A mirror, which is the field that shows the
 * same links in the opposite direction, uses the same rows.
 */
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { Collection } from '../collections/collection.ts';
import { planWriteFilter, type Reach } from '../collections/reach.ts';
import type { Params } from '../query/params.ts';
import type { LinkTable } from '../query/scope.ts';
import { filterToSql } from '../query/to-sql.ts';
import { run } from '../table/statement.ts';

/** A link as seen from one field, which is either the declaring field or its mirror. */
export interface Link {
  readonly referringId: string;
  readonly referencedId: string;
}

/**
 * Inserts links in this order, unless they exist, and returns the keys of the inserted ones. Of concurrent inserts of a
 * link, exactly one succeeds.
 */
export async function insertLinks(
  db: Db,
  collection: Collection,
  links: LinkTable,
  other: Collection,
  pairs: readonly Link[],
): Promise<Set<string>> {
  if (pairs.length === 0) return new Set();
  const otherTable = links.mirrorIn ?? other.tableName;
  const { schema, tableName, field } = links;
  const [itemIds, otherIds] = columnsOf(links, pairs);
  // `number` is larger than that of existing links, even within a microsecond. Rows are inserted in a fixed order to
  // avoid deadlocks. On conflict, a link to an item of a deleted collection is replaced.
  const rows = await run<Row>(
    db,
    collection,
    `insert into ${schema}.links as stored (table_name, field, item_id, other_table, other_id, number)
     select $1, $2, input.item_id, $3, input.other_id, ordinal + greatest(
       (select (extract(epoch from clock_timestamp()) * 1000000)::bigint),
       (select max(number) from ${schema}.links as last where last.table_name = $1 and last.field = $2 and last.item_id = input.item_id))
     from unnest($4::text[], $5::text[]) with ordinality as input(item_id, other_id, ordinal)
     order by input.item_id collate "C", input.other_id collate "C"
     on conflict (table_name, field, item_id, other_id) do update
       set other_table = excluded.other_table, number = excluded.number where stored.other_table <> excluded.other_table
     returning item_id, other_id`,
    [tableName, field, otherTable, itemIds, otherIds],
  );
  return keysOf(links, rows);
}

/** Deletes links and returns the keys of those that existed. */
export async function deleteLinks(
  db: Db,
  collection: Collection,
  links: LinkTable,
  pairs: readonly Link[],
): Promise<Set<string>> {
  const [itemIds, otherIds] = columnsOf(links, pairs);
  const rows = await run<Row>(
    db,
    collection,
    `delete from ${links.schema}.links where table_name = $1 and field = $2 and (item_id, other_id) in (
       select item_id, other_id from ${links.schema}.links
       where table_name = $1 and field = $2 and (item_id, other_id) in (select * from unnest($3::text[], $4::text[]))
       order by item_id, other_id for update)
     returning item_id, other_id`,
    [links.tableName, links.field, itemIds, otherIds],
  );
  return keysOf(links, rows);
}

/** Deletes all links of one field of these items. */
export async function deleteLinksOf(
  db: Db,
  collection: Collection,
  { schema, tableName, field, mirrorIn }: LinkTable,
  ids: readonly string[],
): Promise<void> {
  const isOfItemsSql =
    mirrorIn === null ? 'item_id = any($3::text[])' : 'other_table = $4 and other_id = any($3::text[])';
  const params: Params = [tableName, field, ids, ...(mirrorIn === null ? [] : [mirrorIn])];
  await run(
    db,
    collection,
    `delete from ${schema}.links where table_name = $1 and field = $2 and ${isOfItemsSql}`,
    params,
  );
}

/**
 * Deletes all links from and to these items, including those of dropped fields, after the transaction has removed the
 * items.
 */
export async function deleteLinksOfItems(db: Db, collection: Collection, ids: readonly string[]): Promise<void> {
  const links = `${collection.schema}.links`;
  await run(
    db,
    collection,
    `with links_from as (delete from ${links} where table_name = $1 and item_id = any($2::text[]))
     delete from ${links} where other_table = $1 and other_id = any($2::text[])`,
    [collection.tableName, ids],
  );
}

/** Deletes all links from and to the items of a collection. */
export async function deleteAllLinks(db: Db, collection: Collection): Promise<void> {
  await run(db, collection, `delete from ${collection.schema}.links where table_name = $1 or other_table = $1`, [
    collection.tableName,
  ]);
}

/** Reverses the links between two fields. Afterwards, the field `toField` declares them. */
export async function reverseLinks(
  db: Db,
  schema: string,
  fields: { readonly from: string; readonly field: string; readonly to: string; readonly toField: string },
): Promise<void> {
  const links = sql.raw(`${schema}.links`);
  const { from, field, to, toField } = fields;
  await sql`with reversed as (
      delete from ${links} where table_name = ${from} and field = ${field} and other_table = ${to} returning *
    ) insert into ${links} (table_name, field, item_id, other_table, other_id, number)
    select other_table, ${toField}, other_id, table_name, item_id, number from reversed on conflict do nothing`.execute(
    db,
  );
}

/** Returns true if the link exists. */
export async function hasLink(
  db: Db,
  collection: Collection,
  links: LinkTable,
  other: Collection,
  pair: Link,
): Promise<boolean> {
  const [[itemId], [otherId]] = columnsOf(links, [pair]);
  const rows = await run(
    db,
    collection,
    `select from ${links.schema}.links
     where table_name = $1 and field = $2 and item_id = $3 and other_id = $4 and other_table = $5`,
    [links.tableName, links.field, itemId, otherId, links.mirrorIn ?? other.tableName],
  );
  return rows.length > 0;
}

/**
 * Locks the items within reach and returns their ids. A SHARED lock prevents the removal of an item until the
 * transaction ends, because links to removed items could otherwise be left behind. An EXCLUSIVE lock also serializes
 * replacements of all links of an item.
 */
export async function lockItemsInReach(
  db: Db,
  reach: Reach,
  ids: readonly string[],
  lockMode: 'SHARED' | 'EXCLUSIVE' = 'SHARED',
): Promise<Set<string>> {
  const params: Params = [ids];
  const condition = filterToSql(planWriteFilter(reach), params);
  const rows = await run<{ id: string }>(
    db,
    reach.collection,
    `select id from ${reach.collection.table} where id = any($1::text[]) and ${condition}
     order by id for ${lockMode === 'SHARED' ? 'key share' : 'no key update'}`,
    params,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Filters the ids to those of items within reach. */
export async function listIdsInReach(db: Db, reach: Reach, ids: readonly string[]): Promise<Set<string>> {
  const params: Params = [ids];
  const condition = filterToSql(planWriteFilter(reach), params);
  const text = `select id from ${reach.collection.table} where id = any($1::text[]) and ${condition}`;
  const rows = await run<{ id: string }>(db, reach.collection, text, params);
  return new Set(rows.map(({ id }) => id));
}

interface Row {
  readonly item_id: string;
  readonly other_id: string;
}

/** Returns a key that identifies a link among those of its field. */
export const linkKey = ({ referringId, referencedId }: Link): string => JSON.stringify([referringId, referencedId]);

const columnsOf = ({ mirrorIn }: LinkTable, pairs: readonly Link[]): readonly [string[], string[]] => {
  const referring = pairs.map(({ referringId }) => referringId);
  const referenced = pairs.map(({ referencedId }) => referencedId);
  return mirrorIn === null ? [referring, referenced] : [referenced, referring];
};

const keysOf = ({ mirrorIn }: LinkTable, rows: readonly Row[]): Set<string> =>
  new Set(
    rows.map(({ item_id, other_id }) =>
      linkKey(
        mirrorIn === null
          ? { referringId: item_id, referencedId: other_id }
          : { referringId: other_id, referencedId: item_id },
      ),
    ),
  );
