/** SQL of the items of given owners, for the erasure and export of personal data. */
import type { Db } from '../../db/index.ts';
import type { Collection } from '../collections/collection.ts';
import type { Params } from '../query/params.ts';
import { type ItemRow, promotedColumnsSql, run, sourceSql } from './statement.ts';

/** Deletes up to `limit` items of these owners and returns their ids. */
export async function deleteItemsOfOwners(
  db: Db,
  collection: Collection,
  owners: readonly string[],
  limit: number,
): Promise<{ id: string }[]> {
  const text = `delete from ${collection.table} where id in
    (select id from ${collection.table} where owner = any($1::text[]) order by id limit $2 for update) returning id`;
  return run<{ id: string }>(db, collection, text, [owners, limit]);
}

/** Changes the owner of up to `limit` items and returns their number. `_updatedDate` is not changed. */
export async function updateOwner(
  db: Db,
  collection: Collection,
  owners: readonly string[],
  to: string,
  limit: number,
): Promise<number> {
  // An updated row must have values in all columns, even in a column that is still being filled. Otherwise the check of
  // the column fails.
  const params: Params = [owners, limit, to];
  const { names, values } = promotedColumnsSql(collection, 'data', params, 'shape');
  const columns = names.map((name, n) => `, ${name} = ${values[n]}`).join('');
  const text = `update ${collection.table} set owner = $3::text${columns}, data = data || jsonb_object(array['_owner', $3::text]) where id in
    (select id from ${collection.table} where owner = any($1::text[]) order by id limit $2 for update) returning id`;
  return (await run(db, collection, text, params)).length;
}

/**
 * Returns the oldest items of these owners, up to a maximum number of rows and of bytes, but at least one item. `total`
 * is the number of all items of the owners.
 */
export function listItemsOfOwners(
  db: Db,
  collection: Collection,
  owners: readonly string[],
  max: { readonly rows: number; readonly bytes: number },
): Promise<(ItemRow & { total: number })[]> {
  const params: Params = [owners, max.rows, max.bytes];
  const text = `select id, data, total from (
      select id, data::text as data, count(*) over ()::int as total,
        sum(octet_length(data::text)) over (order by created_at, id) - octet_length(data::text) as before
      from ${sourceSql(collection, params)} where owner = any($1::text[]) order by created_at, id limit $2
    ) as counted where before < greatest($3::bigint, 1)`;
  return run<ItemRow & { total: number }>(db, collection, text, params);
}
