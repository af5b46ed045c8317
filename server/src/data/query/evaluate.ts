/** The query language over plain objects: the oracle that the SQL is held against, and the plain statement of its meaning. */
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
 * True when the item matches.
 * @param dates keys of the DATETIME fields, in filters on which an ISO text is also read as a date
 */
export const matches = (item: Json, filter: Filter, dates: readonly string[] = []): boolean =>
  matchesDocument(item, readDateTexts(filter, dates));

/** The same of a document that is no item: texts stay texts. */
export function matchesDocument(item: Json, filter: Filter): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.parts.every((part) => matchesDocument(item, part));
    case 'or':
      return filter.parts.some((part) => matchesDocument(item, part));
    case 'not':
      return !matchesDocument(item, filter.part);
    case 'equals':
      return filter.values.some((value) => equalsFound(item, filter.path, value));
    case 'hasAll':
      return filter.values.every((value) => equalsFound(item, filter.path, value));
    case 'compares':
      return elements(found(item, filter.path)).some((value) => satisfies(value, filter.comparison, filter.value));
    case 'matches': {
      const text = foldCase(filter.text);
      const match = { contains: 'includes', startsWith: 'startsWith', endsWith: 'endsWith' } as const;
      return elements(found(item, filter.path)).some(
        (value) => typeof value === 'string' && foldCase(value)[match[filter.match]](text),
      );
    }
    case 'pattern':
      return elements(found(item, filter.path)).some(
        (value) => typeof value === 'string' && matchesPattern(value, filter.pattern),
      );
    case 'exists':
      return found(item, filter.path).length > 0;
    case 'empty': {
      const values = found(item, filter.path);
      return values.length === 0 || values.some((v) => v === null || v === '' || (Array.isArray(v) && v.length === 0));
    }
  }
}

/** Order of two items: the first sort field that differs decides. Null and missing are lowest, then the types in turn. */
export function compareItems(a: Json, b: Json, sort: readonly SortField[]): number {
  for (const { path, order } of sort) {
    const difference = compareValues(valueAt(a, path), valueAt(b, path));
    if (difference !== 0) return order === 'ASC' ? difference : -difference;
  }
  return 0;
}

/** The different values that the path meets, of an array its elements, in the order of a sort. Null is none. */
export function distinctValues(items: readonly Json[], path: Path): Json[] {
  const different: Json[] = [];
  for (const value of items.flatMap((item) => elements(found(item, path)))) {
    if (value !== null && !different.some((known) => isEqual(known, value))) different.push(value);
  }
  return different.sort(compareValues);
}

/** The value at the path by which the item is sorted: the first that is met, null where there is none. */
export const valueAt = (item: Json, path: Path): Json => found(item, path)[0] ?? null;

/** The values that a path meets: a key enters objects, and the objects of an array. */
function found(item: Json, path: Path): Json[] {
  return path.reduce<Json[]>(
    (values, key) =>
      values
        .flatMap((value) => (Array.isArray(value) ? value : [value]))
        .flatMap((value) => (isRecord(value) && Object.hasOwn(value, key) ? [value[key] as Json] : [])),
    [item],
  );
}

const elements = (values: readonly Json[]): Json[] => values.flatMap((value) => value as Json | Json[]);

function equalsFound(item: Json, path: Path, expected: Json): boolean {
  const values = found(item, path);
  if (expected === null && values.length === 0) return true;
  return [...values, ...elements(values)].some((value) => isEqual(value, expected));
}

/** Equal as a whole, whatever the order of keys. */
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

/** Objects are equal to each other in order, and so are arrays: they have none of their own. */
function compareValues(a: Json, b: Json): number {
  const difference = rank(a) - rank(b);
  if (difference !== 0) return difference;
  if (typeof a === 'number') return Math.sign(a - (b as number));
  if (typeof a === 'boolean') return Number(a) - Number(b);
  if (typeof a === 'string') return compareText(a, b as string);
  return isDate(a) ? compareText(a.$date, (b as { $date: string }).$date) : 0;
}

/** null and missing < numbers < texts < objects < arrays < booleans < dates */
export function rank(value: Json): number {
  if (value === null) return 0;
  if (typeof value === 'number') return 1;
  if (typeof value === 'string') return 2;
  if (typeof value === 'boolean') return 5;
  if (Array.isArray(value)) return 4;
  return isDate(value) ? 6 : 3;
}
