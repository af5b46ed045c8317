import { encodeDates } from './dates.ts';
import { rejectArgument } from './error.ts';
import type { AnyFields, Comparable, ComparableAt, ElementAt, FieldPath, Operand } from './field-types.ts';
import { checkComparable, checkField, checkString, listOf } from './item-checks.ts';

export type WireFilter = Record<string, unknown>;

/** Anything that can be used as a filter. */
export interface Filtering {
  /** Returns the filter in its wire format. */
  toFilter(): WireFilter;
}

/**
 * The conditions of a filter, a query or a search (data contract section 2.1). Each method returns a new builder. `T`
 * maps the fields to the types of their values.
 */
export interface FilterBuilder<Self, T = AnyFields> extends Filtering {
  eq<F extends FieldPath<T>>(field: F, value: Operand<T, F>): Self;
  ne<F extends FieldPath<T>>(field: F, value: Operand<T, F>): Self;
  gt<F extends FieldPath<T>>(field: F, value: ComparableAt<T, F>): Self;
  ge<F extends FieldPath<T>>(field: F, value: ComparableAt<T, F>): Self;
  lt<F extends FieldPath<T>>(field: F, value: ComparableAt<T, F>): Self;
  le<F extends FieldPath<T>>(field: F, value: ComparableAt<T, F>): Self;
  /** Includes `from` and excludes `to`. */
  between<F extends FieldPath<T>>(field: F, from: ComparableAt<T, F>, to: ComparableAt<T, F>): Self;
  in<F extends FieldPath<T>>(field: F, values: readonly Operand<T, F>[]): Self;
  contains(field: FieldPath<T>, text: string): Self;
  startsWith(field: FieldPath<T>, text: string): Self;
  endsWith(field: FieldPath<T>, text: string): Self;
  /** @param values separate arguments or one array */
  hasSome<F extends FieldPath<T>>(field: F, ...values: readonly (ElementAt<T, F> | readonly ElementAt<T, F>[])[]): Self;
  hasAll<F extends FieldPath<T>>(field: F, ...values: readonly (ElementAt<T, F> | readonly ElementAt<T, F>[])[]): Self;
  /** Matches null and missing values. */
  isEmpty(field: FieldPath<T>): Self;
  isNotEmpty(field: FieldPath<T>): Self;
  /** Matches items that have the field, even if it is null; with `false`, items that do not have it. */
  exists(field: FieldPath<T>, exists?: boolean): Self;
  /** Matches items that match this filter or the other one. */
  or(other: Filtering): Self;
  and(other: Filtering): Self;
  /** Matches items that match this filter and not the other one. */
  not(other: Filtering): Self;
}

export interface ItemsFilter<T = AnyFields> extends FilterBuilder<ItemsFilter<T>, T> {}

/** Creates an empty filter, for `or`, `and`, `not`, for aggregations and for conditions of writes. */
export const createFilter = <T = AnyFields>(conditions: readonly WireFilter[] = []): ItemsFilter<T> =>
  filterSteps(conditions, (next) => createFilter<T>(next));

/**
 * Returns the filter methods, which add to these conditions.
 * @param to creates the next builder
 */
export function filterSteps<Self, T = AnyFields>(
  conditions: readonly WireFilter[],
  to: (conditions: readonly WireFilter[]) => Self,
): FilterBuilder<Self, T> {
  const toFilter = () => allOf(conditions);
  const where = (field: string, condition: unknown) => {
    checkField(field, 'WDE0048');
    rejectRegex(condition);
    return to([...conditions, { [field]: encodeDates(condition) }]);
  };
  const compare = (operator: string) => (field: string, value: Comparable) => {
    checkComparable(value, { booleans: true });
    return where(field, { [operator]: value });
  };
  const match = (operator: string) => (field: string, text: string) => {
    checkField(field, 'WDE0048');
    checkString(text, `The value of ${operator}`);
    return where(field, { [operator]: text });
  };
  const hasValues =
    (operator: string) =>
    (field: string, ...values: readonly unknown[]) =>
      where(field, { [operator]: comparableValues(values) });
  return {
    eq: (field, value) => where(field, value ?? null),
    ne: (field, value) => where(field, { $ne: value ?? null }),
    gt: compare('$gt'),
    ge: compare('$gte'),
    lt: compare('$lt'),
    le: compare('$lte'),
    between(field, from, end) {
      checkField(field, 'WDE0048');
      checkComparable(from);
      checkComparable(end);
      if (typeof from !== typeof end) rejectArgument('WDE0046', 'The values must have the same type.');
      const $and = [{ [field]: { $gte: from } }, { [field]: { $lt: end } }];
      return to([...conditions, encodeDates({ $and }) as WireFilter]);
    },
    in(field, values) {
      if (!Array.isArray(values)) rejectArgument('WDE0047', 'The value must be an array.');
      return where(field, { $in: values });
    },
    contains: match('$contains'),
    startsWith: match('$startsWith'),
    endsWith: match('$endsWith'),
    hasSome: hasValues('$hasSome'),
    hasAll: hasValues('$hasAll'),
    isEmpty: (field) => where(field, null),
    isNotEmpty: (field) => where(field, { $ne: null }),
    exists: (field, exists = true) => where(field, { $exists: exists }),
    or: (other) => to([{ $or: [toFilter(), filterOf(other)] }]),
    and: (other) => to([...conditions, filterOf(other)]),
    not: (other) => to([...conditions, { $not: filterOf(other) }]),
    toFilter,
  };
}

/**
 * Returns a filter argument in its wire format.
 * @throws PorticoError WDE0049 for an invalid filter, WDE0070 for a regular expression
 */
export function filterOf(input: Filtering | WireFilter): WireFilter {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    rejectArgument('WDE0049', 'The argument must be a filter or an object.');
  const filter = typeof input.toFilter === 'function' ? (input.toFilter() as WireFilter) : input;
  rejectRegex(filter);
  return encodeDates(filter) as WireFilter;
}

/**
 * Returns a filter that requires all conditions. Conditions on different fields share one object. A second condition on
 * the same field requires `$and`.
 */
export function allOf(conditions: readonly WireFilter[]): WireFilter {
  const keys = conditions.flatMap((condition) => Object.keys(condition));
  if (new Set(keys).size === keys.length) return Object.assign({}, ...conditions);
  return { $and: [...conditions] };
}

function comparableValues(values: readonly unknown[]): readonly unknown[] {
  const list = listOf(values);
  for (const value of list) checkComparable(value, { code: 'WDE0047' });
  return list;
}

function rejectRegex(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  if ('$regex' in value) rejectArgument('WDE0070', 'Regular expressions are not allowed in a filter.');
  Object.values(value).forEach(rejectRegex);
}
