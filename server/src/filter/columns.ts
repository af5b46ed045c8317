import { type RawBuilder, sql } from 'kysely';

/** `list`: a JSON list of texts. `texts`: an array of texts, compared by any of its members. */
export type ColumnType = 'uuid' | 'text' | 'boolean' | 'time' | 'list' | 'texts';
export type Comparison =
  | '$eq'
  | '$ne'
  | '$in'
  | '$nin'
  | '$gt'
  | '$gte'
  | '$lt'
  | '$lte'
  | '$exists'
  | '$startsWith'
  | '$contains'
  | '$hasSome'
  | '$hasAll';

/** A field that a filter or sort may name, and where it stands. */
export interface Column {
  readonly sql: RawBuilder<unknown>;
  readonly type: ColumnType;
  readonly comparisons: readonly Comparison[];
  readonly sortable: boolean;
  /** sorts as the empty value where it is null, because nothing is comparable with null */
  readonly nullable?: boolean;
  /** how values are stored, where it is not as they are sent */
  readonly normalize?: (text: string) => string;
  /** an indexed array that has the value as a member wherever `sql` has it: rows are found by it, and then by `sql` */
  readonly within?: RawBuilder<unknown>;
  /** an indexed column that has the same value wherever `sql` has one: found by it, and then by `sql` */
  readonly index?: RawBuilder<unknown>;
}

export type Columns = Readonly<Record<string, Column>>;

export const BY_LIST: readonly Comparison[] = ['$eq', '$ne', '$in', '$nin'];
export const BY_ORDER: readonly Comparison[] = [...BY_LIST, '$gt', '$gte', '$lt', '$lte'];
const BY_MEMBERS: readonly Comparison[] = ['$hasSome', '$hasAll'];

/** What the next page goes on from where all else is the same. */
export const idColumn: Column = { sql: sql`id`, type: 'uuid', comparisons: BY_LIST, sortable: true };

export const namespaceColumn: Column = { sql: sql`namespace`, type: 'text', comparisons: ['$eq'], sortable: false };

export const timeColumn = (name: string): Column => ({
  sql: sql.ref(name),
  type: 'time',
  comparisons: BY_ORDER,
  sortable: true,
});

/** @param list a JSON list of texts */
export const listColumn = (list: RawBuilder<unknown>): Column => ({
  sql: list,
  type: 'list',
  comparisons: BY_MEMBERS,
  sortable: false,
});
