/** What the address bar keeps of a collection's items: sort, filters, page. A link shows others the same rows. */
import { useSearchParams } from 'react-router';
import type { Sort } from '../ui/DataTable.tsx';
import { type Filter, formatFilter, parseFilter } from './filters.ts';

export const collectionPath = (collectionId: string): string => `/collections/${encodeURIComponent(collectionId)}`;

export interface ItemsAddress {
  readonly sort: Sort | null;
  readonly filters: readonly Filter[];
  readonly page: number;
  readonly size: number;
}

const DEFAULT_SIZE = 25;
const MOST_ROWS = 100;

export function parseAddress(search: URLSearchParams): ItemsAddress {
  const sort = search.get('sort');
  return {
    sort: sort ? { id: sort.replace(/^-/, ''), desc: sort.startsWith('-') } : null,
    filters: search.getAll('where').flatMap((text) => parseFilter(text) ?? []),
    page: wholeNumber(search.get('page'), 1, Number.MAX_SAFE_INTEGER),
    size: wholeNumber(search.get('size'), DEFAULT_SIZE, MOST_ROWS),
  };
}

export function formatAddress({ sort, filters, page, size }: ItemsAddress): URLSearchParams {
  const search = new URLSearchParams();
  if (sort) search.set('sort', `${sort.desc ? '-' : ''}${sort.id}`);
  for (const filter of filters) search.append('where', formatFilter(filter));
  if (page > 1) search.set('page', String(page));
  if (size !== DEFAULT_SIZE) search.set('size', String(size));
  return search;
}

/** The address and how to change it. A change of anything but the page goes back to the first page. */
export function useItemsAddress(): [ItemsAddress, (change: Partial<ItemsAddress>) => void] {
  const [search, setSearch] = useSearchParams();
  const address = parseAddress(search);
  return [
    address,
    (change) => setSearch(formatAddress({ ...address, page: 1, ...change }), { preventScrollReset: true }),
  ];
}

function wholeNumber(text: string | null, otherwise: number, most: number): number {
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 ? Math.min(value, most) : otherwise;
}
