/** SQL that reads the items of one collection. */
import type { Db } from '../../db/index.ts';
import type { Place, Plan } from '../query/plan.ts';
import { bind, filterToSql, type Params, sortToSql } from '../query/to-sql.ts';
import type { Filter } from '../query/tree.ts';
import type { Reach } from './open.ts';
import { type ItemRow, run, source, visible } from './run.ts';

/** `rows` is what the item must match beside the id, the caller's own rows included. */
export async function findItem(
  db: Db,
  { collection, hidden }: Reach,
  id: string,
  rows: Filter<Place>,
): Promise<ItemRow | undefined> {
  const params: Params = [id];
  const condition = filterToSql(rows, params);
  const found = await run<ItemRow>(
    db,
    collection,
    `select id, ${visible(hidden, params)} as data from ${source(collection)} where id = $1 and ${condition}`,
    params,
  );
  return found[0];
}

/** A page with one row more than asked, where there is one: that is how `hasNext` is known. */
export function listItems(
  db: Db,
  { collection, hidden }: Reach,
  plan: Plan,
  fields: readonly string[],
): Promise<ItemRow[]> {
  const params: Params = [];
  const condition = filterToSql(plan.filter, params);
  const order = sortToSql(plan.sort, params);
  const page = `limit ${bind(params, plan.limit + 1, 'int')} offset ${bind(params, plan.offset, 'int')}`;
  // Cast outside: below the sort every row would be printed (performance.md).
  const printed = fields.length === 0 ? visible(hidden, params) : projection(fields, hidden, params);
  return run<ItemRow>(
    db,
    collection,
    `select id, ${printed} as data from (select id, data from ${source(collection)} where ${condition} order by ${order} ${page}) as page`,
    params,
  );
}

/** How many rows match, counted up to the bound, if there is one. */
export async function countItems(
  db: Db,
  { collection }: Pick<Reach, 'collection'>,
  filter: Filter<Place>,
  bound?: number,
): Promise<number> {
  const params: Params = [];
  const condition = filterToSql(filter, params);
  const text = bound
    ? `select count(*)::int as count from (select from ${source(collection)} where ${condition} limit ${bind(params, bound, 'int')}) as counted`
    : `select count(*)::int as count from ${source(collection)} where ${condition}`;
  const rows = await run<{ count: number }>(db, collection, text, params);
  return rows[0]?.count ?? 0;
}

/** Top-level fields of each row, and its id. */
function projection(fields: readonly string[], hidden: readonly string[], params: Params): string {
  const keys = bind(params, ['_id', ...fields.filter((field) => !hidden.includes(field))], 'text[]');
  return `(select jsonb_object_agg(key, page.data -> key) from unnest(${keys}) as wanted(key) where page.data ? key)::text`;
}
