/** The state of the items table (search, sort, filters, page), stored in the URL so that a link shows the same rows. */
import type { Sort } from '../ui/DataTable.tsx';
import { useAddress } from '../ui/use-address.ts';
import { readFilters, writeFilters } from './filter-texts.ts';
import type { FilterSet } from './filters.ts';

export const collectionPathOf = (collectionId: string): string => `/collections/${encodeURIComponent(collectionId)}`;

export interface ItemsAddress {
  /** Search text; '' for none. */
  readonly search: string;
  /** The sort columns in order of priority. */
  readonly sort: readonly Sort[];
  readonly filters: FilterSet;
  readonly page: number;
  readonly size: number;
  /** Id of the item in the drawer. */
  readonly open: string | null;
  /** True if the drawer for a new item is open. */
  readonly isNew: boolean;
}

const DEFAULT_SIZE = 25;
const MAX_PAGE_SIZE = 100;
export const MAX_SORTS = 10;

export function parseAddress(params: URLSearchParams): ItemsAddress {
  const sort = params.getAll('sort').filter((text) => text.replace(/^-/, '') !== '');
  return {
    search: (params.get('search') ?? '').slice(0, 100),
    sort: sort.slice(0, MAX_SORTS).map((text) => ({ id: text.replace(/^-/, ''), desc: text.startsWith('-') })),
    filters: readFilters(params),
    page: readWholeNumber(params.get('page'), 1, Number.MAX_SAFE_INTEGER),
    size: readWholeNumber(params.get('size'), DEFAULT_SIZE, MAX_PAGE_SIZE),
    open: params.get('open')?.slice(0, 200) || null,
    isNew: params.has('new'),
  };
}

export function formatAddress({ search, sort, filters, page, size, open, isNew }: ItemsAddress): URLSearchParams {
  const params = new URLSearchParams();
  if (search !== '') params.set('search', search);
  for (const { id, desc } of sort) params.append('sort', `${desc ? '-' : ''}${id}`);
  writeFilters(filters, params);
  if (page > 1) params.set('page', String(page));
  if (size !== DEFAULT_SIZE) params.set('size', String(size));
  if (open) params.set('open', open);
  if (isNew) params.set('new', 'yes');
  return params;
}

/** Returns the state in the URL and a function that changes it. Changing search, sort or filters opens page 1. */
export function useItemsAddress(): [ItemsAddress, (change: Partial<ItemsAddress>) => void] {
  const [params, setParams] = useAddress();
  const address = parseAddress(params);
  return [
    address,
    (change) => {
      // Typing adds one entry to the browser history, not one per key press.
      const replace = change.search !== undefined && change.search !== '' && address.search !== '';
      const page = 'open' in change || 'isNew' in change ? address.page : 1;
      setParams(formatAddress({ ...address, page, ...change }), { replace });
    },
  ];
}

function readWholeNumber(text: string | null, fallback: number, max: number): number {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 ? Math.min(value, max) : fallback;
}
