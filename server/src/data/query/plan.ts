import { dataLimits } from '@portico/domain';
import { readDateTexts } from './date-texts.ts';
import type { Page } from './page.ts';
import { type ColumnRef, type FieldRef, type FilterTarget, type Scope, SYSTEM_COLUMNS } from './scope.ts';
import type { Filter, Path, SortField } from './tree.ts';

export interface Plan extends Page {
  readonly filter: Filter<FilterTarget>;
  readonly sort: readonly SortField<FieldRef>[];
  /** `sort` with field names instead of their storage. */
  readonly order: readonly SortField[];
  /** Seed of a shuffled page: rows are ordered by a hash of the seed and the id, and `sort` contains only the id. */
  readonly seed: number | null;
}

/** Newest first, like the vendor's queries. The index on the creation date supports both directions. */
const DEFAULT_SORT: SortField = { path: ['_createdDate'], order: 'DESC' };
const BY_ID: SortField = { path: ['_id'], order: 'ASC' };

/**
 * Resolves field names, adds the caller's row filter, makes the order total with `_id` and bounds the page. A seed
 * replaces the sort.
 */
export function planQuery(
  filter: Filter,
  sort: readonly SortField[],
  scope: Scope,
  page: Partial<Page> & { readonly seed?: number | null },
): Plan {
  const { limit = dataLimits.defaultPageSize, offset = 0, start = null, backwards = false, seed = null } = page;
  const order = seed === null ? completeOrder(sort) : [BY_ID];
  return {
    filter: planFilter(filter, scope),
    sort: order.map(({ path, order }) => ({ path: resolveField(path, scope), order })),
    ...{ order, seed, limit, offset, start, backwards },
  };
}

/**
 * Resolves the field names of a filter. If the scope has an owner, it also restricts the rows to that owner. Every read
 * and write of a caller who may only see their own rows uses this function.
 */
export function planFilter(filter: Filter, scope: Scope): Filter<FilterTarget> {
  const plannedFilter = resolveFields(readDateTexts(filter, scope.dates), scope);
  if (scope.owner === null) return plannedFilter;
  const ownerFilter: Filter<FilterTarget> = {
    kind: 'equals',
    path: SYSTEM_COLUMNS._owner as FilterTarget,
    values: [scope.owner],
  };
  return { kind: 'and', parts: [ownerFilter, plannedFilter] };
}

function resolveFields(filter: Filter, scope: Scope): Filter<FilterTarget> {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, parts: filter.parts.map((part) => resolveFields(part, scope)) };
    case 'not':
      return { kind: 'not', part: resolveFields(filter.part, scope) };
    default:
      return { ...filter, path: linksAt(filter.path, scope) ?? resolveField(filter.path, scope) };
  }
}

/** Returns the links that a condition tests; undefined unless the path names a multi-reference. */
function linksAt(path: Path, { hidden, links }: Scope): FilterTarget | undefined {
  const key = path[0] as string;
  const table = path.length === 1 && !hidden.includes(key) ? links?.get(key) : undefined;
  return table && { links: table };
}

/** Returns where the field at the path is stored, or that it is missing if the scope hides it. */
export function resolveField(path: Path, { hidden, columns }: Scope): FieldRef {
  const key = path[0] as string;
  if (path.length === 1 && Object.hasOwn(SYSTEM_COLUMNS, key)) return SYSTEM_COLUMNS[key] as ColumnRef;
  if (hidden.includes(key)) return { missing: true };
  const column = columns.find((column) => column.state === 'READY' && isSamePath(column.path, path));
  if (!column) return { path };
  const { name, kind, folded } = column;
  return { column: name, type: kind, promoted: path, ...(folded ? { folded } : {}) };
}

const isSamePath = (a: Path, b: Path): boolean => a.length === b.length && a.every((key, i) => key === b[i]);

/** Appends `_id` in the direction of the last field, so that two items never compare as equal. */
function completeOrder(sort: readonly SortField[]): readonly SortField[] {
  const fields = sort.length > 0 ? sort : [DEFAULT_SORT];
  const idIndex = fields.findIndex(({ path }) => path.length === 1 && path[0] === '_id');
  return idIndex === -1
    ? [...fields, { path: ['_id'], order: (fields.at(-1) as SortField).order }]
    : fields.slice(0, idIndex + 1);
}
