import type { Collection } from '../collections/collection.ts';
import type { Plan } from '../query/plan.ts';
import type { FieldRef, FilterTarget } from '../query/scope.ts';
import type { Filter } from '../query/tree.ts';
import { systemIndexes } from './wire.ts';

/**
 * True where an index finds just the rows of the filter in just the order of the page. Then one plan is right for all
 * values, and PostgreSQL need not plan each page anew.
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
    // An index is read forwards or backwards, as a whole.
    const turned = rest[0]?.order !== order[0]?.order;
    return (
      rest.length === order.length &&
      rest.every(({ path, order: way }, n) => path === order[n]?.name && (way === order[n]?.order) !== turned)
    );
  });
}

/** The fields that have one value each in every match; null where the filter says anything else. */
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

/** The name of a field that has a column; null for others, and for lists, whose index gives no order. */
function nameOf(place: FieldRef | FilterTarget): string | null {
  if (!('column' in place) || place.type === 'list') return null;
  return place.promoted ? place.promoted.join('.') : (SYSTEM_NAMES[place.column] ?? null);
}
