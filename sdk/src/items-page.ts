import { DataError } from './data-error.ts';

/** Rows of a page where no limit was asked for (specification section 9). */
export const DEFAULT_PAGE_SIZE = 50;

/** Where in the list a request is, as the wire has it (data contract section 1.3). */
export interface WirePaging {
  paging?: { limit?: number; offset?: number };
  cursorPaging?: { limit?: number; cursor: string };
}

export interface WirePage<T> {
  readonly items: T[];
  readonly total?: number;
  readonly hasNext: boolean;
  readonly cursors: { readonly next?: string; readonly prev?: string };
}

/** One page, and the way to the next and the one before. */
export interface Page<T> {
  readonly items: T[];
  readonly length: number;
  readonly pageSize: number;
  /** counted from 0 */
  readonly currentPage: number;
  /** only with returnTotalCount, and only where the server could count them */
  readonly totalCount: number | undefined;
  readonly totalPages: number | undefined;
  hasNext(): boolean;
  hasPrev(): boolean;
  /** @throws DataError WDE0165 where no page follows */
  next(): Promise<Page<T>>;
  /** @throws DataError WDE0159 where none stands before */
  prev(): Promise<Page<T>>;
}

/** Fetches the page that begins here. With `cursorPaging` the cursor carries filter and sort itself. */
export type FetchPage<T> = (paging: WirePaging) => Promise<WirePage<T>>;

/** The first page of a request; those around it are fetched by the server's cursors, or by offset where it gave none. */
export function firstPage<T>(
  fetchPage: FetchPage<T>,
  { limit, skip = 0 }: { limit?: number | undefined; skip?: number },
): Promise<Page<T>> {
  const asked = limit === undefined && skip === 0 ? {} : { paging: { ...(limit ? { limit } : {}), offset: skip } };
  return pageAt(fetchPage, asked, limit, Math.floor(skip / (limit ?? DEFAULT_PAGE_SIZE)));
}

/** The page of an answer's paging; the wire's counts may be missing. */
export const wirePage = <T>(
  items: T[],
  { total, hasNext = false, cursors = {} }: Partial<Omit<WirePage<T>, 'items'>>,
): WirePage<T> => ({ items, hasNext, cursors, ...(total === undefined ? {} : { total }) });

async function pageAt<T>(
  fetchPage: FetchPage<T>,
  asked: WirePaging,
  limit: number | undefined,
  currentPage: number,
): Promise<Page<T>> {
  const page = await fetchPage(asked);
  const pageSize = limit ?? DEFAULT_PAGE_SIZE;
  const offset = asked.paging?.offset ?? 0;
  const { next, prev } = page.cursors;
  const hasPrev = prev !== undefined || offset > 0;
  const limited = limit === undefined ? {} : { limit };
  const by = (cursor: string): WirePaging => ({ cursorPaging: { ...limited, cursor } });
  const at = (start: number): WirePaging => ({ paging: { ...limited, offset: Math.max(0, start) } });
  const go = (where: WirePaging, number: number) => pageAt(fetchPage, where, limit, number);
  return {
    items: page.items,
    length: page.items.length,
    pageSize,
    currentPage,
    totalCount: page.total,
    totalPages: page.total === undefined ? undefined : Math.ceil(page.total / pageSize),
    hasNext: () => page.hasNext,
    hasPrev: () => hasPrev,
    async next() {
      if (!page.hasNext) throw new DataError('WDE0165', 'There is no next page.');
      return go(next === undefined ? at(offset + pageSize) : by(next), currentPage + 1);
    },
    async prev() {
      if (!hasPrev) throw new DataError('WDE0159', 'There is no page before this one.');
      return go(prev === undefined ? at(offset - pageSize) : by(prev), Math.max(0, currentPage - 1));
    },
  };
}
