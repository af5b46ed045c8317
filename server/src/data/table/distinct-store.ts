/** SQL that finds the different values of a field. */
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
import { run, source } from './statement.ts';

/** Which values are asked for. `place` is where the field at the path is for the caller. */
export interface Distinct {
  readonly path: Path;
  readonly place: FieldRef;
  readonly filter: Filter<FilterTarget>;
  readonly order: SortOrder;
}

/**
 * The values as JSON text, one more than asked where there is one; of a page that goes backwards, backwards. What is
 * hidden from the caller has none.
 */
export async function listDistinct(db: Db, { collection }: Reach, wanted: Distinct, page: Page): Promise<string[]> {
  if ('missing' in wanted.place) return [];
  const params: Params = [];
  const order = page.backwards === (wanted.order === 'ASC') ? 'DESC' : 'ASC';
  const some = isScalar(wanted.place)
    ? columnValues(collection, { ...wanted, place: wanted.place, order }, page, params)
    : jsonValues(collection, { ...wanted, order }, page, params);
  const text = `select value::text as value from (${some} limit ${bind(params, page.limit + 1, 'int')} offset ${bind(params, page.offset, 'int')}) as page`;
  return (await run<{ value: string }>(db, collection, text, params)).map(({ value }) => value);
}

/** How many different values there are, counted up to the bound. */
export async function countDistinct(
  db: Db,
  { collection }: Reach,
  { path, place, filter }: Distinct,
  bound: number,
): Promise<number> {
  if ('missing' in place) return 0;
  const params: Params = [];
  const values = isScalar(place)
    ? `select distinct ${place.column} from ${source(collection)} where ${filterToSql(filter, params)} and ${place.column} is not null`
    : `select distinct value from ${foundIn(collection, path, filter, params)} where value <> 'null'`;
  const text = `select count(*)::int as count from (${values} limit ${bind(params, bound, 'int')}) as counted`;
  return (await run<{ count: number }>(db, collection, text, params))[0]?.count ?? 0;
}

type Collection = Reach['collection'];

/** A column that holds one plain value in each row. The moment of making is a column too, but `data` has its text. */
const isScalar = (place: FieldRef): place is ColumnRef =>
  'column' in place && place.type !== 'list' && place.type !== 'moment';

function columnValues(
  collection: Collection,
  { path, place, filter, order }: Distinct & { place: ColumnRef },
  { start }: Page,
  params: Params,
): string {
  const { column, type } = place;
  const value = (column: string): string =>
    type === 'date' ? `jsonb_build_object('$date', ${column})` : `to_jsonb(${column})`;
  const beyond = afterColumnSql(place, order, start, params);
  if (isEverything(filter) && isIndexed(collection, path)) {
    return `select ${value('found.value')} as value from (${looseScan(collection, column, order, beyond)}) as found`;
  }
  const rows = `select distinct ${column} as value from ${source(collection)} where ${filterToSql(filter, params)} and ${column} is not null and ${beyond}`;
  return `select ${value('found.value')} as value from (${rows}) as found order by found.value ${order}`;
}

/** From each value straight to the next by the index, however many rows hold it (a loose index scan). */
function looseScan(collection: Collection, column: string, order: SortOrder, beyond: string): string {
  const nearest = (where: string): string =>
    `select ${column} as value from ${source(collection)} where ${where} and ${column} is not null order by ${column} ${order} limit 1`;
  const next = nearest(`${column} ${order === 'ASC' ? '>' : '<'} step.value`);
  return `with recursive step(value) as ((${nearest(beyond)}) union all select (${next}) from step where step.value is not null) select value from step where value is not null`;
}

const isEverything = (filter: Filter<FilterTarget>): boolean => filter.kind === 'and' && filter.parts.length === 0;

const SYSTEM_INDEXED: readonly string[] = ['_id', '_owner'];

/** An index begins with the field. While rows are seen in a new shape, none serves. */
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
  { path, filter, order }: Distinct,
  { start }: Page,
  params: Params,
): string {
  const beyond = start === null ? 'true' : afterValueSql('value', order, start[0] ?? null, params);
  const keys = [...keysOfValue('value'), 'value::text collate "C"'].map((key) => `${key} ${order}`);
  const found = `select distinct value from ${foundIn(collection, path, filter, params)} where value <> 'null' and ${beyond}`;
  return `select value from (${found}) as found order by ${keys.join(', ')}`;
}

const foundIn = (collection: Collection, path: Path, filter: Filter<FilterTarget>, params: Params): string =>
  `(select ${eachValue(path, params)} as value from ${source(collection)} where ${filterToSql(filter, params)}) as one`;
