/** What the address bar keeps of a collection's items: search, sort, filters, page. A link shows others the same rows. */
import type { Sort } from '../ui/DataTable.tsx';
import { useAddress } from '../ui/use-address.ts';
import { readFilters, writeFilters } from './filter-texts.ts';
import type { FilterSet } from './filters.ts';

export const collectionPath = (collectionId: string): string => `/collections/${encodeURIComponent(collectionId)}`;

export interface ItemsAddress {
  /** words to search for; '' for none */
  readonly search: string;
  /** the first counts most */
  readonly sort: readonly Sort[];
  readonly filters: FilterSet;
  readonly page: number;
  readonly size: number;
  /** id of the item that is open beside the table */
  readonly open: string | null;
  /** whether an empty drawer for a new item is open */
  readonly isNew: boolean;
}

const DEFAULT_SIZE = 25;
const MOST_ROWS = 100;
export const MOST_SORTS = 10;

export function parseAddress(params: URLSearchParams): ItemsAddress {
  const sort = params.getAll('sort').filter((text) => text.replace(/^-/, '') !== '');
  return {
    search: (params.get('search') ?? '').slice(0, 100),
    sort: sort.slice(0, MOST_SORTS).map((text) => ({ id: text.replace(/^-/, ''), desc: text.startsWith('-') })),
    filters: readFilters(params),
    page: wholeNumber(params.get('page'), 1, Number.MAX_SAFE_INTEGER),
    size: wholeNumber(params.get('size'), DEFAULT_SIZE, MOST_ROWS),
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

/** The address and how to change it. A change of what the table shows goes back to its first page. */
export function useItemsAddress(): [ItemsAddress, (change: Partial<ItemsAddress>) => void] {
  const [params, setParams] = useAddress();
  const address = parseAddress(params);
  return [
    address,
    (change) => {
      // letters that follow the first are one step of the back button
      const replace = change.search !== undefined && change.search !== '' && address.search !== '';
      const page = 'open' in change || 'isNew' in change ? address.page : 1;
      setParams(formatAddress({ ...address, page, ...change }), { replace });
    },
  ];
}

function wholeNumber(text: string | null, otherwise: number, most: number): number {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 ? Math.min(value, most) : otherwise;
}
