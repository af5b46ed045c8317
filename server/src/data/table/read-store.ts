/** SQL that reads the items of one collection. */
import type { Db } from '../../db/index.ts';
import type { Reach } from '../collections/reach.ts';
import { statisticsOf } from '../indexes/common-values.ts';
import { bind, type Params } from '../query/params.ts';
import type { Plan } from '../query/plan.ts';
import type { FilterTarget } from '../query/scope.ts';
import { filterToSql } from '../query/to-sql.ts';
import type { Filter, Path } from '../query/tree.ts';
import { firstValue } from '../query/value-at.ts';
import { pageRows } from './page-rows.ts';
import { type ItemRow, run, type StoredItem, source, visible } from './statement.ts';

/** `rows` is what the item must match beside the id, the caller's own rows included. */
export async function findItem(
  db: Db,
  { collection, hidden }: Reach,
  id: string,
  rows: Filter<FilterTarget>,
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

/** A row of a page; `keys` are its values of the sort fields, in turn, where `data` does not hold them. */
export interface PageRow extends ItemRow {
  readonly keys?: string;
}

/** longest page that comes as one text: PostgreSQL must hold it whole */
const MOST_ROWS_IN_TEXT = 101;

/**
 * A page with one row more than asked, where there is one: that is how it is known that there are more. A page that goes
 * backwards has its rows backwards.
 */
export async function listItems(
  db: Db,
  { collection, hidden }: Reach,
  plan: Plan,
  fields: readonly string[],
): Promise<PageRow[]> {
  const params: Params = [];
  const rows = pageRows(collection, plan, params, statisticsOf(db, collection));
  // Cast outside: below the sort every row would be printed (performance.md).
  if (fields.length === 0 && plan.limit < MOST_ROWS_IN_TEXT) {
    const row = `to_json(id)::text || E'\\n' || ${visible(hidden, params)}`;
    const text = `select string_agg(${row}, E'\\n') as text from (${rows}) as page`;
    const [found] = await run<{ text: string | null }>(db, collection, text, params);
    return rowsIn(found?.text ?? '');
  }
  const printed =
    fields.length === 0
      ? `${visible(hidden, params)} as data`
      : `${projection(fields, hidden, params)} as data, ${sortValues(plan, params)} as keys`;
  return run<PageRow>(db, collection, `select id, ${printed} from (${rows}) as page`, params);
}

/** Id and item by turns, a line each: printed JSON has no line break within, and one long text is read faster than rows. */
function rowsIn(text: string): PageRow[] {
  const lines = text.split('\n');
  return Array.from({ length: Math.floor(lines.length / 2) }, (_, n) => ({
    id: textOf(lines[2 * n] as string),
    data: lines[2 * n + 1] as string,
  }));
}

/** Printed without an escape, a text is what stands between the quotes. */
const textOf = (printed: string): string =>
  printed.includes('\\') ? (JSON.parse(printed) as string) : printed.slice(1, -1);

/** How many rows match, counted up to the bound, if there is one. */
export async function countItems(
  db: Db,
  { collection }: Pick<Reach, 'collection'>,
  filter: Filter<FilterTarget>,
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

/** The first matching rows by id, whole. */
export function listFirstItems(
  db: Db,
  { collection }: Pick<Reach, 'collection'>,
  filter: Filter<FilterTarget>,
  limit: number,
): Promise<StoredItem[]> {
  const params: Params = [];
  const condition = filterToSql(filter, params);
  const text = `select id, owner, data::text as data from ${source(collection)} where ${condition} order by id limit ${bind(params, limit, 'int')}`;
  return run<StoredItem>(db, collection, text, params);
}

/** Those of the ids that have a row which matches. */
export async function listIds(
  db: Db,
  { collection }: Pick<Reach, 'collection'>,
  ids: readonly string[],
  rows: Filter<FilterTarget>,
): Promise<Set<string>> {
  const params: Params = [ids];
  const condition = filterToSql(rows, params);
  const text = `select id from ${source(collection)} where id = any($1::text[]) and ${condition}`;
  const found = await run<{ id: string }>(db, collection, text, params);
  return new Set(found.map(({ id }) => id));
}

/** Top-level fields of each row, and its id. */
function projection(fields: readonly string[], hidden: readonly string[], params: Params): string {
  const keys = bind(params, ['_id', ...fields.filter((field) => !hidden.includes(field))], 'text[]');
  return `(select jsonb_object_agg(key, page.data -> key) from unnest(${keys}) as wanted(key) where page.data ? key)::text`;
}

/** The values by which the rows are sorted: what a projection leaves out, and the position of a row needs. */
function sortValues({ sort, order }: Plan, params: Params): string {
  const values = sort.map(({ path }, i) =>
    'missing' in path ? `'null'::jsonb` : firstValue(order[i]?.path as Path, params),
  );
  return `jsonb_build_array(${values.join(', ')})::text`;
}
