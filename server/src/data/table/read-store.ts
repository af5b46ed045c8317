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
import { pageRowsSql } from './page-rows.ts';
import { runShared } from './shared-reads.ts';
import { type ItemRow, run, type StoredItem, sourceSql, visibleDataSql } from './statement.ts';

/** Returns the item with this id if it matches the filter, which includes the caller's reach. */
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
    `select id, ${visibleDataSql(hidden, params)} as data from ${sourceSql(collection, params)} where id = $1 and ${condition}`,
    params,
  );
  return found[0];
}

/** A row of a page. `keys` is a JSON array of its sort values, set if `data` contains only selected fields. */
export interface PageRow extends ItemRow {
  readonly keys?: string;
}

/** Maximum number of rows that are read as one text, because PostgreSQL holds the text in memory. */
const MAX_ROWS_IN_TEXT = 101;

/**
 * Returns the rows of a page, and one more than the limit if another page follows. The rows of a backward page are in
 * reverse order.
 */
export async function listItems(
  db: Db,
  { collection, hidden }: Reach,
  plan: Plan,
  fields: readonly string[],
): Promise<readonly PageRow[]> {
  const params: Params = [];
  const rows = pageRowsSql(collection, plan, params, statisticsOf(db, collection));
  // The cast to text is outside the subquery. Inside, it would run for every row before the sort.
  if (fields.length === 0 && plan.limit < MAX_ROWS_IN_TEXT) {
    const row = `to_json(id)::text || E'\\n' || ${visibleDataSql(hidden, params)}`;
    const text = `select string_agg(${row}, E'\\n') as text from (${rows}) as page`;
    const [found] = await runShared<{ text: string | null }>(db, collection, text, params);
    return rowsIn(found?.text ?? '');
  }
  const printed =
    fields.length === 0
      ? `${visibleDataSql(hidden, params)} as data`
      : `${projection(fields, hidden, params)} as data, ${sortValues(plan, params)} as keys`;
  return runShared<PageRow>(db, collection, `select id, ${printed} from (${rows}) as page`, params);
}

/**
 * Splits the text into lines that alternate between ids and items. PostgreSQL prints jsonb without line breaks, and
 * reading one text is faster than reading rows.
 */
function rowsIn(text: string): PageRow[] {
  const lines = text.split('\n');
  return Array.from({ length: Math.floor(lines.length / 2) }, (_, n) => ({
    id: textOf(lines[2 * n] as string),
    data: lines[2 * n + 1] as string,
  }));
}

/** Parses a JSON string. A string without escapes is cut out between its quotes, which is faster than JSON.parse. */
const textOf = (printed: string): string =>
  printed.includes('\\') ? (JSON.parse(printed) as string) : printed.slice(1, -1);

/** Counts the matching rows, up to the bound if there is one. */
export async function countItems(
  db: Db,
  { collection }: Pick<Reach, 'collection'>,
  filter: Filter<FilterTarget>,
  bound?: number,
): Promise<number> {
  const params: Params = [];
  const condition = filterToSql(filter, params);
  const text = bound
    ? `select count(*)::int as count from (select from ${sourceSql(collection, params)} where ${condition} limit ${bind(params, bound, 'int')}) as counted`
    : `select count(*)::int as count from ${sourceSql(collection, params)} where ${condition}`;
  const rows = await runShared<{ count: number }>(db, collection, text, params);
  return rows[0]?.count ?? 0;
}

/** Returns the first matching rows in the order of ids, with all fields. */
export function listFirstItems(
  db: Db,
  { collection }: Pick<Reach, 'collection'>,
  filter: Filter<FilterTarget>,
  limit: number,
): Promise<StoredItem[]> {
  const params: Params = [];
  const condition = filterToSql(filter, params);
  const text = `select id, owner, data::text as data from ${sourceSql(collection, params)} where ${condition} order by id limit ${bind(params, limit, 'int')}`;
  return run<StoredItem>(db, collection, text, params);
}

/** Returns the ids whose rows match the filter. */
export async function listIds(
  db: Db,
  { collection }: Pick<Reach, 'collection'>,
  ids: readonly string[],
  rows: Filter<FilterTarget>,
): Promise<Set<string>> {
  const params: Params = [ids];
  const condition = filterToSql(rows, params);
  const text = `select id from ${sourceSql(collection, params)} where id = any($1::text[]) and ${condition}`;
  const found = await run<{ id: string }>(db, collection, text, params);
  return new Set(found.map(({ id }) => id));
}

/** Returns SQL for the item with only these top-level fields and its id. */
function projection(fields: readonly string[], hidden: readonly string[], params: Params): string {
  const keys = bind(params, ['_id', ...fields.filter((field) => !hidden.includes(field))], 'text[]');
  return `(select jsonb_object_agg(key, page.data -> key) from unnest(${keys}) as selected(key) where page.data ? key)::text`;
}

/** Returns SQL for the sort values of a row, which cursors contain. The selected fields may not include them. */
function sortValues({ sort, order }: Plan, params: Params): string {
  const values = sort.map(({ path }, i) =>
    'missing' in path ? `'null'::jsonb` : firstValue(order[i]?.path as Path, params),
  );
  return `jsonb_build_array(${values.join(', ')})::text`;
}
