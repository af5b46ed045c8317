/** SQL of the distinct values of a field. */
import type { SortOrder } from '@portico/domain';
import type { Db } from '../../db/index.ts';
import type { Reach } from '../collections/reach.ts';
import { afterColumnSql, afterValueSql } from '../query/keyset.ts';
import type { Page } from '../query/page.ts';
import { bind, type Params } from '../query/params.ts';
import type { ColumnRef, FieldRef, FilterTarget } from '../query/scope.ts';
import { filterToSql } from '../query/to-sql.ts';
import type { Filter, Path } from '../query/tree.ts';
import { eachValue, keysOfValue } from '../query/value-at.ts';
import { runShared } from './shared-reads.ts';
import { sourceSql } from './statement.ts';

/**
 * A query for distinct values. `field` tells where the values at the path are stored, or that they are hidden from the
 * caller.
 */
export interface DistinctQuery {
  readonly path: Path;
  readonly field: FieldRef;
  readonly filter: Filter<FilterTarget>;
  readonly order: SortOrder;
}

/**
 * Returns the values as JSON text, and one more than the limit if another page follows. The values of a backward page
 * are in reverse order. A hidden field has no values.
 */
export async function listDistinctValues(
  db: Db,
  { collection }: Reach,
  query: DistinctQuery,
  page: Page,
): Promise<string[]> {
  if ('missing' in query.field) return [];
  const params: Params = [];
  const order = page.backwards === (query.order === 'ASC') ? 'DESC' : 'ASC';
  const valuesSql = isScalar(query.field)
    ? columnValues(collection, { ...query, field: query.field, order }, page, params)
    : jsonValues(collection, { ...query, order }, page, params);
  const text = `select value::text as value from (${valuesSql} limit ${bind(params, page.limit + 1, 'int')} offset ${bind(params, page.offset, 'int')}) as page`;
  return (await runShared<{ value: string }>(db, collection, text, params)).map(({ value }) => value);
}

/** Counts the distinct values, up to the bound. */
export async function countDistinctValues(
  db: Db,
  { collection }: Reach,
  { path, field, filter }: DistinctQuery,
  bound: number,
): Promise<number> {
  if ('missing' in field) return 0;
  const params: Params = [];
  const values = isScalar(field)
    ? `select distinct ${field.column} from ${sourceSql(collection, params)} where ${filterToSql(filter, params)} and ${field.column} is not null`
    : `select distinct value from ${valuesSql(collection, path, filter, params)} where value <> 'null'`;
  const text = `select count(*)::int as count from (${values} limit ${bind(params, bound, 'int')}) as counted`;
  return (await runShared<{ count: number }>(db, collection, text, params))[0]?.count ?? 0;
}

type Collection = Reach['collection'];

/**
 * Returns true for a column with one scalar per row. The creation time is excluded, because `data` contains it in
 * another format.
 */
const isScalar = (field: FieldRef): field is ColumnRef =>
  'column' in field && field.type !== 'list' && field.type !== 'moment';

function columnValues(
  collection: Collection,
  { path, field, filter, order }: DistinctQuery & { field: ColumnRef },
  { start }: Page,
  params: Params,
): string {
  const { column, type } = field;
  const value = (column: string): string =>
    type === 'date' ? `jsonb_build_object('$date', ${column})` : `to_jsonb(${column})`;
  const afterStart = afterColumnSql(field, order, start, params);
  if (matchesEveryRow(filter) && isIndexed(collection, path)) {
    return `select ${value('found.value')} as value from (${looseScan(collection, column, order, afterStart, params)}) as found`;
  }
  const rows = `select distinct ${column} as value from ${sourceSql(collection, params)} where ${filterToSql(filter, params)} and ${column} is not null and ${afterStart}`;
  return `select ${value('found.value')} as value from (${rows}) as found order by found.value ${order}`;
}

/**
 * Returns SQL for a loose index scan, which jumps from each value to the next, regardless of how many rows have the
 * same value.
 */
function looseScan(
  collection: Collection,
  column: string,
  order: SortOrder,
  afterStart: string,
  params: Params,
): string {
  const nearestSql = (where: string): string =>
    `select ${column} as value from ${sourceSql(collection, params)} where ${where} and ${column} is not null order by ${column} ${order} limit 1`;
  const next = nearestSql(`${column} ${order === 'ASC' ? '>' : '<'} step.value`);
  return `with recursive step(value) as ((${nearestSql(afterStart)}) union all select (${next}) from step where step.value is not null) select value from step where value is not null`;
}

const matchesEveryRow = (filter: Filter<FilterTarget>): boolean => filter.kind === 'and' && filter.parts.length === 0;

const SYSTEM_INDEXED: readonly string[] = ['_id', '_owner'];

/** Returns true if an index starts with the field. While a schema change is pending, indexes cannot be used. */
function isIndexed({ layout, pending }: Collection, path: Path): boolean {
  const name = path.join('.');
  if (pending.length > 0) return false;
  return (
    (path.length === 1 && SYSTEM_INDEXED.includes(name)) ||
    layout.indexes.some(
      ({ status, caseInsensitive, fields }) => status === 'ACTIVE' && !caseInsensitive && fields[0]?.path === name,
    )
  );
}

function jsonValues(
  collection: Collection,
  { path, filter, order }: DistinctQuery,
  { start }: Page,
  params: Params,
): string {
  const afterStart = start === null ? 'true' : afterValueSql('value', order, start[0] ?? null, params);
  const keys = [...keysOfValue('value'), 'value::text collate "C"'].map((key) => `${key} ${order}`);
  const found = `select distinct value from ${valuesSql(collection, path, filter, params)} where value <> 'null' and ${afterStart}`;
  return `select value from (${found}) as found order by ${keys.join(', ')}`;
}

const valuesSql = (collection: Collection, path: Path, filter: Filter<FilterTarget>, params: Params): string =>
  `(select ${eachValue(path, params)} as value from ${sourceSql(collection, params)} where ${filterToSql(filter, params)}) as found`;
