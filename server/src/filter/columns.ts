import { type RawBuilder, sql } from 'kysely';

/**
 * `list` is a JSON array of strings, `texts` is a PostgreSQL array of strings. A comparison with either matches if it
 * matches any element.
 */
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

/** A field that a filter or sort may name. */
export interface Column {
  /** The expression that returns the value. */
  readonly sql: RawBuilder<unknown>;
  readonly type: ColumnType;
  readonly comparisons: readonly Comparison[];
  readonly sortable: boolean;
  /**
   * True if the value may be null. Null is sorted like the empty value of the type, because a row comparison with null
   * matches nothing.
   */
  readonly nullable?: boolean;
  /** Converts a value of the filter to the stored format. */
  readonly normalize?: (text: string) => string;
  /** An indexed array that contains the value of `sql`; an additional condition on it lets PostgreSQL use the index. */
  readonly within?: RawBuilder<unknown>;
  /**
   * An indexed column that equals `sql` unless `sql` is null; an additional condition on it lets PostgreSQL use the
   * index.
   */
  readonly index?: RawBuilder<unknown>;
}

export type Columns = Readonly<Record<string, Column>>;

export const EQUALITY_COMPARISONS: readonly Comparison[] = ['$eq', '$ne', '$in', '$nin'];
export const ORDER_COMPARISONS: readonly Comparison[] = [...EQUALITY_COMPARISONS, '$gt', '$gte', '$lt', '$lte'];
const MEMBERSHIP_COMPARISONS: readonly Comparison[] = ['$hasSome', '$hasAll'];

/** The id, which is the last key of every sort. */
export const idColumn: Column = { sql: sql`id`, type: 'uuid', comparisons: EQUALITY_COMPARISONS, sortable: true };

export const namespaceColumn: Column = { sql: sql`namespace`, type: 'text', comparisons: ['$eq'], sortable: false };

export const timeColumn = (name: string): Column => ({
  sql: sql.ref(name),
  type: 'time',
  comparisons: ORDER_COMPARISONS,
  sortable: true,
});

/** @param list SQL for a JSON array of strings */
export const listColumn = (list: RawBuilder<unknown>): Column => ({
  sql: list,
  type: 'list',
  comparisons: MEMBERSHIP_COMPARISONS,
  sortable: false,
});
