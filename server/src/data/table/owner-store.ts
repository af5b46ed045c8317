/** SQL on the items of some owners, for people who leave. */
import type { Db } from '../../db/index.ts';
import type { Collection } from '../collections/collection.ts';
import type { Params } from '../query/params.ts';
import { type ItemRow, promoted, run, source } from './statement.ts';

/** Removes some items of these owners; answers which. */
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

/** Gives some items of these owners to another; answers how many. When they were written last stays. */
export async function updateOwner(
  db: Db,
  collection: Collection,
  owners: readonly string[],
  to: string,
  limit: number,
): Promise<number> {
  // Rows that a new column has not reached yet must have it when they are written, or its check refuses them.
  const params: Params = [owners, limit, to];
  const { names, values } = promoted(collection, 'data', params, 'shape');
  const columns = names.map((name, n) => `, ${name} = ${values[n]}`).join('');
  const text = `update ${collection.table} set owner = $3::text${columns}, data = data || jsonb_build_object('_owner', $3::text) where id in
    (select id from ${collection.table} where owner = any($1::text[]) order by id limit $2 for update) returning id`;
  return (await run(db, collection, text, params)).length;
}

/**
 * The oldest items of these owners, as many as begin within a number of rows and of bytes; the first always. `total` is
 * how many there are.
 */
export function listItemsOfOwners(
  db: Db,
  collection: Collection,
  owners: readonly string[],
  most: { readonly rows: number; readonly bytes: number },
): Promise<(ItemRow & { total: number })[]> {
  const text = `select id, data, total from (
      select id, data::text as data, count(*) over ()::int as total,
        sum(octet_length(data::text)) over (order by created_at, id) - octet_length(data::text) as before
      from ${source(collection)} where owner = any($1::text[]) order by created_at, id limit $2
    ) as counted where before < greatest($3::bigint, 1)`;
  return run<ItemRow & { total: number }>(db, collection, text, [owners, most.rows, most.bytes]);
}
