import { DataError } from './data-error.ts';
import { encodeDates } from './dates.ts';
import { checkComparable, checkField, checkText } from './item-checks.ts';

export type WireFilter = Record<string, unknown>;
type Comparable = string | number | Date;

/** What can stand where a filter is asked for. */
export interface Filtering {
  /** the filter as it is sent */
  toFilter(): WireFilter;
}

/** The conditions of a filter, a query or a search (data contract section 2.1). Each step answers a new one. */
export interface FilterSteps<Self> extends Filtering {
  eq(field: string, value: unknown): Self;
  ne(field: string, value: unknown): Self;
  gt(field: string, value: Comparable): Self;
  ge(field: string, value: Comparable): Self;
  lt(field: string, value: Comparable): Self;
  le(field: string, value: Comparable): Self;
  /** from `from` on, up to `to`, which is left out */
  between(field: string, from: Comparable, to: Comparable): Self;
  in(field: string, values: readonly unknown[]): Self;
  contains(field: string, text: string): Self;
  startsWith(field: string, text: string): Self;
  endsWith(field: string, text: string): Self;
  /** @param values one after the other, or one list */
  hasSome(field: string, ...values: readonly unknown[]): Self;
  hasAll(field: string, ...values: readonly unknown[]): Self;
  /** null or missing */
  isEmpty(field: string): Self;
  isNotEmpty(field: string): Self;
  /** the field is there, be it null */
  exists(field: string, isThere?: boolean): Self;
  /** what this or the other one finds */
  or(other: Filtering): Self;
  and(other: Filtering): Self;
  /** and not what the other one finds */
  not(other: Filtering): Self;
}

export interface ItemsFilter extends FilterSteps<ItemsFilter> {}

/** An empty filter, for `or`, `and`, `not`, for aggregations and for conditions of writes. */
export const createFilter = (conditions: readonly WireFilter[] = []): ItemsFilter =>
  filterSteps(conditions, (next) => createFilter(next));

/** The steps over what stands so far. @param to makes the next one of its kind */
export function filterSteps<Self>(
  conditions: readonly WireFilter[],
  to: (conditions: readonly WireFilter[]) => Self,
): FilterSteps<Self> {
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
    checkText(text);
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
      if (typeof from !== typeof end) throw new DataError('WDE0046', 'Both ends must be of one type.');
      const ends = [{ [field]: { $gte: encodeDates(from) } }, { [field]: { $lt: encodeDates(end) } }];
      return to([...conditions, { $and: ends }]);
    },
    in(field, values) {
      if (!Array.isArray(values)) throw new DataError('WDE0047', 'This comparison takes a list.');
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
 * The filter of a step or of an option, as it is sent.
 * @throws DataError WDE0049 for what is no filter, WDE0070 for a regular expression
 */
export function filterOf(given: Filtering | WireFilter): WireFilter {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new DataError('WDE0049', 'This takes a filter.');
  const filter = 'toFilter' in given && typeof given.toFilter === 'function' ? (given.toFilter() as WireFilter) : given;
  if (holdsRegex(filter)) throw new DataError('WDE0070', 'Regular expressions are not allowed in a filter.');
  return encodeDates(filter) as WireFilter;
}

/** Conditions on different fields share one object; a second one on the same field needs `$and`. */
function allOf(conditions: readonly WireFilter[]): WireFilter {
  const keys = conditions.flatMap((condition) => Object.keys(condition));
  if (new Set(keys).size === keys.length) return Object.assign({}, ...conditions);
  return { $and: [...conditions] };
}

function listed(values: readonly unknown[]): readonly unknown[] {
  const list: readonly unknown[] = values.length === 1 && Array.isArray(values[0]) ? values[0] : values;
  for (const value of list) {
    const fits = typeof value === 'string' || typeof value === 'number' || value instanceof Date;
    if (!fits) throw new DataError('WDE0047', 'The list must hold texts, numbers or dates.');
  }
  return list;
}

function holdsRegex(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(holdsRegex);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => key === '$regex' || holdsRegex(inner));
}
