/** SQL on the links of a site. A link belongs to the field that declares it; a mirror writes the same rows. */
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import type { Collection } from '../collections/collection.ts';
import { planWriteFilter, type Reach } from '../collections/reach.ts';
import type { Params } from '../query/params.ts';
import type { LinkTable } from '../query/scope.ts';
import { filterToSql } from '../query/to-sql.ts';
import { run } from '../table/statement.ts';

/** A link as its caller sees it: from the item at hand to one of the other collection. */
export interface Link {
  readonly near: string;
  readonly far: string;
}

/** Adds the links in the order given; answers those that were not there. Of N that race for one link, one adds it. */
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
  // Later in the order than what is linked, even within a microsecond; written in one order by all, so that two calls
  // never wait for each other. A link to the item of a collection that is gone makes room.
  const rows = await run<Row>(
    db,
    collection,
    `insert into ${schema}.links as stored (table_name, field, item_id, other_table, other_id, number)
     select $1, $2, sent.item_id, $3, sent.other_id, place + greatest(
       (select (extract(epoch from clock_timestamp()) * 1000000)::bigint),
       (select max(number) from ${schema}.links as last where last.table_name = $1 and last.field = $2 and last.item_id = sent.item_id))
     from unnest($4::text[], $5::text[]) with ordinality as sent(item_id, other_id, place)
     order by sent.item_id collate "C", sent.other_id collate "C"
     on conflict (table_name, field, item_id, other_id) do update
       set other_table = excluded.other_table, number = excluded.number where stored.other_table <> excluded.other_table
     returning item_id, other_id`,
    [tableName, field, otherTable, itemIds, otherIds],
  );
  return keysOf(links, rows);
}

/** Takes the links away; answers those that were there. */
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

/** Takes every link of one field away from these items. */
export async function deleteLinksOf(
  db: Db,
  collection: Collection,
  { schema, tableName, field, mirrorIn }: LinkTable,
  ids: readonly string[],
): Promise<void> {
  const near = mirrorIn === null ? 'item_id = any($3::text[])' : 'other_table = $4 and other_id = any($3::text[])';
  const params: Params = [tableName, field, ids, ...(mirrorIn === null ? [] : [mirrorIn])];
  await run(db, collection, `delete from ${schema}.links where table_name = $1 and field = $2 and ${near}`, params);
}

/** Takes every link from and to these items away, those of dropped fields too. After the items, in their transaction. */
export async function deleteLinksOfItems(db: Db, collection: Collection, ids: readonly string[]): Promise<void> {
  const links = `${collection.schema}.links`;
  await run(
    db,
    collection,
    `with left_behind as (delete from ${links} where table_name = $1 and item_id = any($2::text[]))
     delete from ${links} where other_table = $1 and other_id = any($2::text[])`,
    [collection.tableName, ids],
  );
}

/** Takes every link from and to the items of a collection away. */
export async function deleteAllLinks(db: Db, collection: Collection): Promise<void> {
  await run(db, collection, `delete from ${collection.schema}.links where table_name = $1 or other_table = $1`, [
    collection.tableName,
  ]);
}

/** Turns links round: those that one field declares are then declared by the field at their other end. */
export async function swapLinks(
  db: Db,
  schema: string,
  fields: { readonly from: string; readonly field: string; readonly to: string; readonly toField: string },
): Promise<void> {
  const links = sql.raw(`${schema}.links`);
  const { from, field, to, toField } = fields;
  await sql`with turned as (
      delete from ${links} where table_name = ${from} and field = ${field} and other_table = ${to} returning *
    ) insert into ${links} (table_name, field, item_id, other_table, other_id, number)
    select other_table, ${toField}, other_id, table_name, item_id, number from turned on conflict do nothing`.execute(
    db,
  );
}

/** Whether the link is there. */
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
 * Those of the items that are within reach, held so that none is removed before the transaction ends: a link never
 * outlives its item. EXCLUSIVE where all links of an item are replaced at once.
 */
export async function lockItems(
  db: Db,
  reach: Reach,
  ids: readonly string[],
  how: 'SHARED' | 'EXCLUSIVE' = 'SHARED',
): Promise<Set<string>> {
  const params: Params = [ids];
  const condition = filterToSql(planWriteFilter(reach), params);
  const rows = await run<{ id: string }>(
    db,
    reach.collection,
    `select id from ${reach.collection.table} where id = any($1::text[]) and ${condition}
     order by id for ${how === 'SHARED' ? 'key share' : 'no key update'}`,
    params,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Those of the items that are within reach. */
export async function listIdsWithin(db: Db, reach: Reach, ids: readonly string[]): Promise<Set<string>> {
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

/** What tells a link from others of its field. */
export const keyOf = ({ near, far }: Link): string => JSON.stringify([near, far]);

const columnsOf = ({ mirrorIn }: LinkTable, pairs: readonly Link[]): readonly [string[], string[]] => {
  const [near, far] = [pairs.map((pair) => pair.near), pairs.map((pair) => pair.far)];
  return mirrorIn === null ? [near, far] : [far, near];
};

const keysOf = ({ mirrorIn }: LinkTable, rows: readonly Row[]): Set<string> =>
  new Set(
    rows.map(({ item_id, other_id }) =>
      keyOf(mirrorIn === null ? { near: item_id, far: other_id } : { near: other_id, far: item_id }),
    ),
  );
