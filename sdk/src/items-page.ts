import { rejectArgument } from './error.ts';

/** Page size if no limit is set (specification section 9). */
export const DEFAULT_PAGE_SIZE = 50;

/** The requested page in its wire format (data contract section 1.3). */
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

/**
 * A page with access to the next and previous ones. `for (const item of page)` returns its items, and
 * `for await (const item of page)` continues over all next pages.
 */
export interface Page<T> extends Iterable<T>, AsyncIterable<T> {
  readonly items: T[];
  readonly length: number;
  readonly pageSize: number;
  /** Zero-based. */
  readonly currentPage: number;
  /** Set only with returnTotalCount, and only if the server could count the matches. */
  readonly totalCount: number | undefined;
  readonly totalPages: number | undefined;
  /** Cursors of the next and previous page. A later query can continue with one: pass it to `cursor`. */
  readonly cursors: { readonly next?: string; readonly prev?: string };
  hasNext(): boolean;
  hasPrev(): boolean;
  /** @throws PorticoError WDE0165 on the last page */
  next(): Promise<Page<T>>;
  /** @throws PorticoError WDE0159 on the first page */
  prev(): Promise<Page<T>>;
}

/** Fetches the requested page. A cursor in `cursorPaging` contains filter and sort. */
export type FetchPage<T> = (paging: WirePaging) => Promise<WirePage<T>>;

/** Fetches the first page. Further pages are fetched by the server's cursors, or by offset if it returns none. */
export function firstPage<T>(
  fetchPage: FetchPage<T>,
  { limit, skip = 0, cursor }: { limit?: number | undefined; skip?: number; cursor?: string },
): Promise<Page<T>> {
  if (cursor !== undefined) {
    const cursorPaging = { cursor, ...(limit ? { limit } : {}) };
    return pageAt(fetchPage, { cursorPaging }, limit, 0);
  }
  const request = limit === undefined && skip === 0 ? {} : { paging: { ...(limit ? { limit } : {}), offset: skip } };
  return pageAt(fetchPage, request, limit, Math.ceil(skip / (limit ?? DEFAULT_PAGE_SIZE)));
}

/** Returns a page from the paging metadata of a response, whose counts may be missing. */
export const wirePage = <T>(
  items: T[],
  { total, hasNext = false, cursors = {} }: Partial<Omit<WirePage<T>, 'items'>>,
): WirePage<T> => ({ items, hasNext, cursors, ...(total === undefined ? {} : { total }) });

async function pageAt<T>(
  fetchPage: FetchPage<T>,
  request: WirePaging,
  limit: number | undefined,
  currentPage: number,
): Promise<Page<T>> {
  const page = await fetchPage(request);
  const pageSize = limit ?? DEFAULT_PAGE_SIZE;
  const offset = request.paging?.offset ?? 0;
  const { next, prev } = page.cursors;
  const hasPrev = prev !== undefined || offset > 0;
  const limited = limit === undefined ? {} : { limit };
  const by = (cursor: string): WirePaging => ({ cursorPaging: { ...limited, cursor } });
  const offsetFrom = (start: number): WirePaging => ({ paging: { ...limited, offset: Math.max(0, start) } });
  const fetchAt = (where: WirePaging, number: number) => pageAt(fetchPage, where, limit, number);
  const result: Page<T> = {
    items: page.items,
    cursors: page.cursors,
    [Symbol.iterator]: () => page.items[Symbol.iterator](),
    [Symbol.asyncIterator]: () => iterateItems(result),
    length: page.items.length,
    pageSize,
    currentPage,
    totalCount: page.total,
    totalPages: page.total === undefined ? undefined : Math.ceil(page.total / pageSize),
    hasNext: () => page.hasNext,
    hasPrev: () => hasPrev,
    async next() {
      if (!page.hasNext) rejectArgument('WDE0165', 'There is no next page.');
      return fetchAt(next === undefined ? offsetFrom(offset + pageSize) : by(next), currentPage + 1);
    },
    async prev() {
      if (!hasPrev) rejectArgument('WDE0159', 'There is no previous page.');
      return fetchAt(prev === undefined ? offsetFrom(offset - pageSize) : by(prev), Math.max(0, currentPage - 1));
    },
  };
  return result;
}

async function* iterateItems<T>(first: Page<T>): AsyncGenerator<T> {
  for (let page = first; ; page = await page.next()) {
    yield* page.items;
    if (!page.hasNext()) return;
  }
}
