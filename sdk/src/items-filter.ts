import { DataError } from './data-error.ts';
import { encodeDates } from './dates.ts';
import { checkComparable, checkField, checkString } from './item-checks.ts';

export type WireFilter = Record<string, unknown>;
type Comparable = string | number | Date;

/** Anything that can be used as a filter. */
export interface Filtering {
  /** Returns the filter in its wire format. */
  toFilter(): WireFilter;
}

/** The conditions of a filter, a query or a search (data contract section 2.1). Each method returns a new builder. */
export interface FilterBuilder<Self> extends Filtering {
  eq(field: string, value: unknown): Self;
  ne(field: string, value: unknown): Self;
  gt(field: string, value: Comparable): Self;
  ge(field: string, value: Comparable): Self;
  lt(field: string, value: Comparable): Self;
  le(field: string, value: Comparable): Self;
  /** Includes `from` and excludes `to`. */
  between(field: string, from: Comparable, to: Comparable): Self;
  in(field: string, values: readonly unknown[]): Self;
  contains(field: string, text: string): Self;
  startsWith(field: string, text: string): Self;
  endsWith(field: string, text: string): Self;
  /** @param values separate arguments or one array */
  hasSome(field: string, ...values: readonly unknown[]): Self;
  hasAll(field: string, ...values: readonly unknown[]): Self;
  /** Matches null and missing values. */
  isEmpty(field: string): Self;
  isNotEmpty(field: string): Self;
  /** Matches items that have the field, even if it is null. */
  exists(field: string, isThere?: boolean): Self;
  /** Matches items that match this filter or the other one. */
  or(other: Filtering): Self;
  and(other: Filtering): Self;
  /** Matches items that match this filter and not the other one. */
  not(other: Filtering): Self;
}

export interface ItemsFilter extends FilterBuilder<ItemsFilter> {}

/** Creates an empty filter, for `or`, `and`, `not`, for aggregations and for conditions of writes. */
export const createFilter = (conditions: readonly WireFilter[] = []): ItemsFilter =>
  filterSteps(conditions, (next) => createFilter(next));

/**
 * Returns the filter methods on top of the given conditions.
 * @param to creates the next builder
 */
export function filterSteps<Self>(
  conditions: readonly WireFilter[],
  to: (conditions: readonly WireFilter[]) => Self,
): FilterBuilder<Self> {
  const toFilter = () => allOf(conditions);
  const where = (field: string, condition: unknown) => {
    checkField(field);
    return to([...conditions, { [field]: encodeDates(condition) }]);
  };
  const compare = (operator: string) => (field: string, value: Comparable) => {
    checkComparable(value);
    return where(field, { [operator]: value });
  };
  const match = (operator: string) => (field: string, text: string) => {
    checkString(text);
    return where(field, { [operator]: text });
  };
  const has =
    (operator: string) =>
    (field: string, ...values: readonly unknown[]) =>
      where(field, { [operator]: listed(values) });
  return {
    eq: (field, value) => where(field, value ?? null),
    ne: (field, value) => where(field, { $ne: value ?? null }),
    gt: compare('$gt'),
    ge: compare('$gte'),
    lt: compare('$lt'),
    le: compare('$lte'),
    between(field, from, end) {
      checkField(field);
      checkComparable(from);
      checkComparable(end);
      if (typeof from !== typeof end) throw new DataError('WDE0046', 'Both bounds must have the same type.');
      const ends = [{ [field]: { $gte: encodeDates(from) } }, { [field]: { $lt: encodeDates(end) } }];
      return to([...conditions, { $and: ends }]);
    },
    in(field, values) {
      if (!Array.isArray(values)) throw new DataError('WDE0047', 'The value of this comparison must be an array.');
      return where(field, { $in: values });
    },
    contains: match('$contains'),
    startsWith: match('$startsWith'),
    endsWith: match('$endsWith'),
    hasSome: has('$hasSome'),
    hasAll: has('$hasAll'),
    isEmpty: (field) => where(field, null),
    isNotEmpty: (field) => where(field, { $ne: null }),
    exists: (field, isThere = true) => where(field, { $exists: isThere }),
    or: (other) => to([{ $or: [toFilter(), filterOf(other)] }]),
    and: (other) => to([...conditions, filterOf(other)]),
    not: (other) => to([...conditions, { $not: filterOf(other) }]),
    toFilter,
  };
}

/**
 * Returns a filter argument in its wire format.
 * @throws DataError WDE0049 for an invalid filter, WDE0070 for a regular expression
 */
export function filterOf(input: Filtering | WireFilter): WireFilter {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new DataError('WDE0049', 'The argument must be a filter.');
  const filter = 'toFilter' in input && typeof input.toFilter === 'function' ? (input.toFilter() as WireFilter) : input;
  if (holdsRegex(filter)) throw new DataError('WDE0070', 'Regular expressions are not allowed in a filter.');
  return encodeDates(filter) as WireFilter;
}

/** Conditions on different fields share one object. A second condition on the same field requires `$and`. */
function allOf(conditions: readonly WireFilter[]): WireFilter {
  const keys = conditions.flatMap((condition) => Object.keys(condition));
  if (new Set(keys).size === keys.length) return Object.assign({}, ...conditions);
  return { $and: [...conditions] };
}

function listed(values: readonly unknown[]): readonly unknown[] {
  const list: readonly unknown[] = values.length === 1 && Array.isArray(values[0]) ? values[0] : values;
  for (const value of list) {
    const fits = typeof value === 'string' || typeof value === 'number' || value instanceof Date;
    if (!fits) throw new DataError('WDE0047', 'The array must contain only strings, numbers or dates.');
  }
  return list;
}

function holdsRegex(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsRegex);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => key === '$regex' || holdsRegex(inner));
}
