import { dataLimits } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import type { Filter, Path, SortField } from './tree.ts';

/** Where a field is stored: in a column of its own, or somewhere in `data`. */
export type Place =
  | { readonly column: 'id' | 'owner'; readonly type: 'text' }
  | { readonly column: 'created_at'; readonly type: 'date' }
  | { readonly path: Path };

export interface Plan {
  readonly filter: Filter<Place>;
  readonly sort: readonly SortField<Place>[];
  readonly limit: number;
  readonly offset: number;
}

export interface Paging {
  readonly paging?: { readonly limit?: number; readonly offset?: number };
  readonly cursorPaging?: { readonly limit?: number; readonly cursor?: string };
}

const COLUMNS: Readonly<Record<string, Place>> = {
  _id: { column: 'id', type: 'text' },
  _owner: { column: 'owner', type: 'text' },
  _createdDate: { column: 'created_at', type: 'date' },
};

/** Newest first, as the vendor's queries do; the index on creation serves both directions. */
const DEFAULT_SORT: SortField = { path: ['_createdDate'], order: 'DESC' };

/**
 * What a query runs: names bound to places, the caller's row filter joined, the order made total by `_id`, the page
 * bounded. `owner` null: all rows.
 * @throws AppError WDE0151 or WDE0152 for a page that cannot be
 */
export function planQuery(filter: Filter, sort: readonly SortField[], owner: string | null, paging: Paging): Plan {
  return { filter: planFilter(filter, owner), sort: planSort(sort), ...planPage(paging) };
}

/**
 * The filter with names bound to places. With an owner it also asks for the rows of that owner: every read and write
 * of a caller who may see only their own goes through here.
 */
export function planFilter(filter: Filter, owner: string | null): Filter<Place> {
  const planned = place(filter);
  if (owner === null) return planned;
  const own: Filter<Place> = { kind: 'equals', path: COLUMNS._owner as Place, values: [owner] };
  return { kind: 'and', parts: [own, planned] };
}

function place(filter: Filter): Filter<Place> {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, parts: filter.parts.map(place) };
    case 'not':
      return { kind: 'not', part: place(filter.part) };
    default:
      return { ...filter, path: placeOf(filter.path) };
  }
}

function placeOf(path: Path): Place {
  const key = path[0] as string;
  return path.length === 1 && Object.hasOwn(COLUMNS, key) ? (COLUMNS[key] as Place) : { path };
}

/** Two items never tie: `_id` decides last, in the direction of the field before it. */
function planSort(sort: readonly SortField[]): SortField<Place>[] {
  const wanted = sort.length > 0 ? sort : [DEFAULT_SORT];
  const unique = wanted.findIndex(({ path }) => path.length === 1 && path[0] === '_id');
  const total: readonly SortField[] =
    unique === -1
      ? [...wanted, { path: ['_id'], order: (wanted.at(-1) as SortField).order }]
      : wanted.slice(0, unique + 1);
  return total.map(({ path, order }) => ({ path: placeOf(path), order }));
}

function planPage({ paging, cursorPaging }: Paging): { limit: number; offset: number } {
  if (cursorPaging?.cursor !== undefined) throw new AppError('WDE0152');
  if (cursorPaging && paging?.offset) {
    throw new AppError('WDE0151', { reason: 'a query takes an offset or a cursor, not both' });
  }
  const limit = paging?.limit ?? cursorPaging?.limit ?? dataLimits.defaultPageSize;
  return { limit, offset: paging?.offset ?? 0 };
}
