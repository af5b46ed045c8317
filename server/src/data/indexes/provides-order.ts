import type { Collection } from '../collections/collection.ts';
import type { Plan } from '../query/plan.ts';
import type { FieldRef, FilterTarget } from '../query/scope.ts';
import type { Filter } from '../query/tree.ts';
import { systemIndexes } from './wire.ts';

/**
 * Returns true if one index finds exactly the filtered rows in the order of the page. A generic plan then suits all
 * values, and PostgreSQL does not need to plan each page.
 */
export function providesOrder({ layout }: Pick<Collection, 'layout'>, { filter, sort }: Plan): boolean {
  const equal = equalFields(filter);
  const order = sort.map(({ path, order }) => ({ name: nameOf(path), order }));
  if (!equal || order.some(({ name }) => name === null)) return false;
  return [...systemIndexes, ...layout.indexes].some(({ status, kind, caseInsensitive, unique, fields }) => {
    if (status !== 'ACTIVE' || kind === 'TEXT' || caseInsensitive) return false;
    const last = fields.at(-1);
    const keys = unique || last?.path === '_id' ? fields : [...fields, { path: '_id', order: last?.order ?? 'ASC' }];
    if (!keys.slice(0, equal.size).every(({ path }) => equal.has(path))) return false;
    const rest = keys.slice(equal.size, equal.size + order.length);
    // An index scan can reverse the direction of all fields, but not of a single field.
    const isReversed = rest[0]?.order !== order[0]?.order;
    return (
      rest.length === order.length &&
      rest.every(
        ({ path, order: direction }, n) => path === order[n]?.name && (direction === order[n]?.order) !== isReversed,
      )
    );
  });
}

/** Returns the fields that the filter requires to equal one value, or null if the filter contains other conditions. */
function equalFields(filter: Filter<FilterTarget>): ReadonlySet<string> | null {
  if (filter.kind === 'and') {
    const parts = filter.parts.map(equalFields);
    return parts.some((part) => part === null) ? null : new Set(parts.flatMap((part) => [...(part ?? [])]));
  }
  if (filter.kind !== 'equals' || filter.values.length !== 1 || filter.values[0] === null) return null;
  const name = nameOf(filter.path);
  return name === null ? null : new Set([name]);
}

const SYSTEM_NAMES: Readonly<Record<string, string>> = { id: '_id', owner: '_owner', created_at: '_createdDate' };

/**
 * Returns the name of a field that has a column. Returns null for other fields and for lists, because the index of a
 * list provides no order.
 */
function nameOf(ref: FieldRef | FilterTarget): string | null {
  if (!('column' in ref) || ref.type === 'list') return null;
  return ref.promoted ? ref.promoted.join('.') : (SYSTEM_NAMES[ref.column] ?? null);
}
