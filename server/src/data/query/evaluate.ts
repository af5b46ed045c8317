/** The reference implementation of the query language over plain objects. Property tests compare the SQL with it. */
import { readDateTexts } from './date-texts.ts';
import { matchesPattern } from './pattern.ts';
import { compareText, foldCase } from './text.ts';
import {
  type Comparable,
  type Comparison,
  type Filter,
  isDate,
  isRecord,
  type Json,
  type Path,
  type SortField,
} from './tree.ts';

/**
 * Returns true if the item matches the filter.
 * @param dates keys of the DATETIME fields, for which ISO strings in filters are also read as dates
 */
export const matches = (item: Json, filter: Filter, dates: readonly string[] = []): boolean =>
  matchesDocument(item, readDateTexts(filter, dates));

/** Returns true if a document that is not an item matches the filter. ISO strings are not read as dates. */
export function matchesDocument(item: Json, filter: Filter): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => matchesDocument(item, part));
    case 'or':
      return filter.parts.some((part) => matchesDocument(item, part));
    case 'not':
      return !matchesDocument(item, filter.part);
    case 'equals':
      return filter.values.some((value) => hasEqualValue(item, filter.path, value));
    case 'hasAll':
      return filter.values.every((value) => hasEqualValue(item, filter.path, value));
    case 'compares':
      return elementsOf(valuesAt(item, filter.path)).some((value) => satisfies(value, filter.comparison, filter.value));
    case 'matches': {
      const text = foldCase(filter.text);
      const match = { contains: 'includes', startsWith: 'startsWith', endsWith: 'endsWith' } as const;
      return elementsOf(valuesAt(item, filter.path)).some(
        (value) => typeof value === 'string' && foldCase(value)[match[filter.match]](text),
      );
    }
    case 'pattern':
      return elementsOf(valuesAt(item, filter.path)).some(
        (value) => typeof value === 'string' && matchesPattern(value, filter.pattern),
      );
    case 'exists':
      return valuesAt(item, filter.path).length > 0;
    case 'empty': {
      const values = valuesAt(item, filter.path);
      return values.length === 0 || values.some((v) => v === null || v === '' || (Array.isArray(v) && v.length === 0));
    }
  }
}

/**
 * Compares two items by the first sort field in which they differ. Null and missing sort lowest, followed by the types
 * in the order of `rank`.
 */
export function compareItems(a: Json, b: Json, sort: readonly SortField[]): number {
  for (const { path, order } of sort) {
    const difference = compareValues(valueAt(a, path), valueAt(b, path));
    if (difference !== 0) return order === 'ASC' ? difference : -difference;
  }
  return 0;
}

/** Returns the distinct values at the path in sort order. Arrays contribute their elements; null is not a value. */
export function evaluateDistinct(items: readonly Json[], path: Path): Json[] {
  const different: Json[] = [];
  for (const value of items.flatMap((item) => elementsOf(valuesAt(item, path)))) {
    if (value !== null && !different.some((known) => isEqual(known, value))) different.push(value);
  }
  return different.sort(compareValues);
}

/** Returns the value by which the item is sorted: the first one at the path, or null if there is none. */
export const valueAt = (item: Json, path: Path): Json => valuesAt(item, path)[0] ?? null;

/** Returns all values at the path. A key selects from objects and from the objects in an array. */
function valuesAt(item: Json, path: Path): Json[] {
  return path.reduce<Json[]>(
    (values, key) =>
      values
        .flatMap((value) => (Array.isArray(value) ? value : [value]))
        .flatMap((value) => (isRecord(value) && Object.hasOwn(value, key) ? [value[key] as Json] : [])),
    [item],
  );
}

const elementsOf = (values: readonly Json[]): Json[] => values.flatMap((value) => value as Json | Json[]);

function hasEqualValue(item: Json, path: Path, expected: Json): boolean {
  const values = valuesAt(item, path);
  if (expected === null && values.length === 0) return true;
  return [...values, ...elementsOf(values)].some((value) => isEqual(value, expected));
}

/** Compares two values deeply, regardless of the order of keys. */
export function isEqual(a: Json, b: Json): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((value, i) => isEqual(value, b[i]));
  if (!isRecord(a)) return a === b;
  const keys = Object.keys(a);
  return (
    isRecord(b) &&
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key] as Json, b[key] as Json))
  );
}

function satisfies(value: Json, comparison: Comparison, operand: Comparable): boolean {
  if (rank(value) !== rank(operand as Json) || !isComparable(value)) return false;
  const difference = compareValues(value, operand as Json);
  switch (comparison) {
    case 'lt':
      return difference < 0;
    case 'lte':
      return difference <= 0;
    case 'gt':
      return difference > 0;
    case 'gte':
      return difference >= 0;
  }
}

const isComparable = (value: Json): boolean => value !== null && (typeof value !== 'object' || isDate(value));

/** Compares two values. All objects compare as equal, and so do all arrays. */
function compareValues(a: Json, b: Json): number {
  const difference = rank(a) - rank(b);
  if (difference !== 0) return difference;
  if (typeof a === 'number') return Math.sign(a - (b as number));
  if (typeof a === 'boolean') return Number(a) - Number(b);
  if (typeof a === 'string') return compareText(a, b as string);
  return isDate(a) ? compareText(a.$date, (b as { $date: string }).$date) : 0;
}

/**
 * Returns the position of the value's type in the sort order: null and missing, numbers, texts, objects, arrays,
 * booleans, dates.
 */
export function rank(value: Json): number {
  if (value === null) return 0;
  if (typeof value === 'number') return 1;
  if (typeof value === 'string') return 2;
  if (typeof value === 'boolean') return 5;
  if (Array.isArray(value)) return 4;
  return isDate(value) ? 6 : 3;
}
