/**
 * The parsed query language. parse.ts builds it, plan.ts resolves fields, to-sql.ts compiles it and evaluate.ts
 * evaluates it.
 */
import type { SortOrder } from '@portico/domain';
import type { Pattern } from './pattern.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The keys from the item downwards. A key selects from objects and from the objects in arrays. */
export type Path = readonly string[];

/** A date in an item: `{"$date": "2024-05-06T07:08:09.010Z"}`, always in UTC with milliseconds. */
export interface DateValue {
  readonly $date: string;
}

export const isRecord = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values with an order. Only values of the same type are compared. */
export type Comparable = boolean | number | string | DateValue;

export type Comparison = 'lt' | 'lte' | 'gt' | 'gte';
export type TextMatch = 'contains' | 'startsWith' | 'endsWith';

/**
 * A condition tree. Every node is true or false for an item, never unknown. "Found values" are the values at the path
 * and, for arrays, their elements. `P` is the path of a field or, after planning, its storage.
 */
export type Filter<P = Path> =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter<P>[] }
  | { readonly kind: 'not'; readonly part: Filter<P> }
  | Condition<P>;

export type Condition<P = Path> =
  /** A found value equals one of these; null also equals a missing field. */
  | { readonly kind: 'equals'; readonly path: P; readonly values: readonly Json[] }
  /** Each of these equals a found value. */
  | { readonly kind: 'hasAll'; readonly path: P; readonly values: readonly Json[] }
  /** A found value of the same type satisfies the comparison with this one. */
  | { readonly kind: 'compares'; readonly path: P; readonly comparison: Comparison; readonly value: Comparable }
  /** A found text matches, regardless of case. */
  | { readonly kind: 'matches'; readonly path: P; readonly match: TextMatch; readonly text: string }
  /** A found text matches the pattern from start to end. */
  | { readonly kind: 'pattern'; readonly path: P; readonly pattern: Pattern }
  /** The path has a value, even null. */
  | { readonly kind: 'exists'; readonly path: P }
  /** The path has no value, null, an empty text or an empty array. */
  | { readonly kind: 'empty'; readonly path: P };

export interface SortField<P = Path> {
  readonly path: P;
  readonly order: SortOrder;
}

export const matchAll: Filter = { kind: 'and', parts: [] };

export const isDate = (value: Json | undefined): value is { readonly $date: string } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, '$date');
