/** The query language as plain values: what parse.ts makes, plan.ts joins, to-sql.ts prints and evaluate.ts runs. */
import type { SortOrder } from '@portico/domain';
import type { Pattern } from './pattern.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** Keys from the item downwards. A key meets objects, and objects in arrays. */
export type Path = readonly string[];

/** A moment as items hold it: `{"$date": "2024-05-06T07:08:09.010Z"}`, always UTC with milliseconds. */
export interface DateValue {
  readonly $date: string;
}

export const isRecord = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What can be less or greater; only with another of its own type. */
export type Comparable = boolean | number | string | DateValue;

export type Comparison = 'lt' | 'lte' | 'gt' | 'gte';
export type TextMatch = 'contains' | 'startsWith' | 'endsWith';

/**
 * Every node is true or false of an item, never unknown. "Found" are the values that the path meets, and their
 * elements. `P` is how a field is named: by its path, or after planning by where it is stored.
 */
export type Filter<P = Path> =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter<P>[] }
  | { readonly kind: 'not'; readonly part: Filter<P> }
  | Condition<P>;

export type Condition<P = Path> =
  /** a found value equals one of these; null is also equal to what is missing */
  | { readonly kind: 'equals'; readonly path: P; readonly values: readonly Json[] }
  /** each of these equals a found value */
  | { readonly kind: 'hasAll'; readonly path: P; readonly values: readonly Json[] }
  /** a found value of the same type stands so to this one */
  | { readonly kind: 'compares'; readonly path: P; readonly comparison: Comparison; readonly value: Comparable }
  /** a found text matches, whatever the case */
  | { readonly kind: 'matches'; readonly path: P; readonly match: TextMatch; readonly text: string }
  /** a found text is as the pattern says, as a whole */
  | { readonly kind: 'pattern'; readonly path: P; readonly pattern: Pattern }
  /** the path meets something, even null */
  | { readonly kind: 'exists'; readonly path: P }
  /** the path meets nothing, null, an empty text or an empty array */
  | { readonly kind: 'empty'; readonly path: P };

export interface SortField<P = Path> {
  readonly path: P;
  readonly order: SortOrder;
}

export const matchAll: Filter = { kind: 'and', parts: [] };

export const isDate = (value: Json | undefined): value is { readonly $date: string } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, '$date');
