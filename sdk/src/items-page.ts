import { rejectArgument } from './error.ts';

/** Page size if no limit is set (specification section 9). */
export const DEFAULT_PAGE_SIZE = 50;

/** The requested page in its wire format (data contract section 1.3). */
export interface WirePaging {
  paging?: { limit?: number | undefined; offset?: number };
  cursorPaging?: { limit?: number | undefined; cursor: string };
}

export interface WirePage<T> {
  readonly items: T[];
  readonly total?: number | undefined;
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

/** Fetches the first page. Further pages are fetched by the server's cursors, or by offset if there are none. */
export function firstPage<T>(
  fetchPage: FetchPage<T>,
  { limit, skip = 0, cursor }: { limit?: number | undefined; skip?: number; cursor?: string },
): Promise<Page<T>> {
  if (cursor !== undefined) return pageAt(fetchPage, { cursorPaging: { cursor, limit } }, limit, 0);
  const request = limit === undefined && skip === 0 ? {} : { paging: { limit, offset: skip } };
  return pageAt(fetchPage, request, limit, Math.ceil(skip / (limit ?? DEFAULT_PAGE_SIZE)));
}

/** Returns a page of these items. Any property of the paging metadata may be missing. */
export const wirePage = <T>(
  items: T[],
  { total, hasNext = false, cursors = {} }: Partial<Omit<WirePage<T>, 'items'>>,
): WirePage<T> => ({ items, total, hasNext, cursors });

async function pageAt<T>(
  fetchPage: FetchPage<T>,
  request: WirePaging,
  limit: number | undefined,
  currentPage: number,
): Promise<Page<T>> {
  const { items, total, hasNext, cursors } = await fetchPage(request);
  const pageSize = limit ?? DEFAULT_PAGE_SIZE;
  const offset = request.paging?.offset ?? 0;
  const hasPrev = cursors.prev !== undefined || offset > 0;
  const fetchAt = (cursor: string | undefined, step: 1 | -1) => {
    const paging = { limit, offset: Math.max(0, offset + step * pageSize) };
    const where = cursor === undefined ? { paging } : { cursorPaging: { limit, cursor } };
    return pageAt(fetchPage, where, limit, Math.max(0, currentPage + step));
  };
  const result: Page<T> = {
    items,
    cursors,
    [Symbol.iterator]: () => items[Symbol.iterator](),
    async *[Symbol.asyncIterator]() {
      for (let page = result; ; page = await page.next()) {
        yield* page.items;
        if (!page.hasNext()) return;
      }
    },
    length: items.length,
    pageSize,
    currentPage,
    totalCount: total,
    totalPages: total === undefined ? undefined : Math.ceil(total / pageSize),
    hasNext: () => hasNext,
    hasPrev: () => hasPrev,
    async next() {
      if (!hasNext) rejectArgument('WDE0165', 'There is no next page.');
      return fetchAt(cursors.next, 1);
    },
    async prev() {
      if (!hasPrev) rejectArgument('WDE0159', 'There is no previous page.');
      return fetchAt(cursors.prev, -1);
    },
  };
  return result;
}
