import {
  type CollectionId,
  DEFAULT_PAGE_SIZE,
  type ItemOf,
  type ItemsPage,
  type ItemsQuery,
  type StoredItem,
} from '@portico/sdk';
import { type InfiniteData, useInfiniteQuery, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { usePortico } from '../provider/PorticoProvider.tsx';
import type { RegisteredSite } from '../provider/register.ts';
import { useReadySession } from '../provider/use-session.ts';
import { withChanges } from './item-changes.ts';
import { collectionKey, usePendingChanges } from './keys.ts';

export interface QueryOptions<Result = StoredItem> {
  /**
   * Suspends until the items have arrived, and throws errors to the nearest error boundary. Must not change between
   * renders.
   */
  readonly suspense?: boolean;
  /** If false, nothing is read. Ignored with `suspense`. */
  readonly enabled?: boolean;
  /** The first page, if the server that rendered the HTML has read it. It counts as fresh for `staleTime`. */
  readonly initialItems?: readonly Result[];
  /** Counts all matching items for `totalCount`. */
  readonly returnTotalCount?: boolean;
  /** How long the items are shown without another request, in milliseconds. Default 30,000. */
  readonly staleTime?: number;
}

export interface QueryResult<Result = StoredItem> {
  /** The items of all loaded pages, including changes of `useMutation` that the server has not confirmed yet. */
  readonly items: readonly Result[];
  readonly totalCount: number | undefined;
  /** True until the first items or an error have arrived. */
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** Appends the next page. */
  loadMore(): Promise<void>;
  /** Reads the loaded pages again. */
  refetch(): Promise<void>;
}

type LoadedPage = Pick<ItemsPage, 'items' | 'totalCount'> & Partial<Pick<ItemsPage, 'hasNext' | 'next'>>;

const NO_ITEMS: readonly StoredItem[] = [];

/**
 * Reads items of a collection as the visitor or member may see them, and shares them with other components that make the
 * same query: `useQuery('Books', (books) => books.eq('language', 'en').limit(10))`.
 * @param build adds conditions, order and limit; default: all items
 */
export function useQuery<Id extends CollectionId<RegisteredSite>, Result = ItemOf<RegisteredSite, Id>>(
  collectionId: Id,
  build?: (query: ItemsQuery<RegisteredSite, Id>) => ItemsQuery<RegisteredSite, Id, Result>,
  options?: QueryOptions<Result>,
): QueryResult<Result>;
export function useQuery(
  collectionId: string,
  build: (query: ItemsQuery) => ItemsQuery = (query) => query,
  options: QueryOptions = {},
): QueryResult {
  const { client, queryClient, scope } = usePortico();
  const { suspense = false, enabled = true, initialItems, returnTotalCount, staleTime } = options;
  const isReady = useReadySession(suspense);
  const query = build(client.items.query(collectionId) as ItemsQuery);
  const request = query.toJSON();
  const { offset = 0, limit = DEFAULT_PAGE_SIZE } = request.paging ?? {};
  const initialPage = initialItems && { items: [...initialItems], totalCount: undefined };
  const find = { ...(returnTotalCount ? { returnTotalCount } : {}) };
  const queryOptions = {
    queryKey: [...collectionKey(scope, collectionId), request, find],
    queryFn: ({ pageParam }: { pageParam: LoadedPage | null }): Promise<LoadedPage> => {
      if (!pageParam) return query.find(find);
      return pageParam.next?.() ?? query.skip(offset + pageParam.items.length).find(find);
    },
    initialPageParam: null as LoadedPage | null,
    getNextPageParam: (page: LoadedPage): LoadedPage | null =>
      (page.hasNext?.() ?? page.items.length >= limit) ? page : null,
    ...(initialPage
      ? { initialData: { pages: [initialPage], pageParams: [null] } satisfies InfiniteData<LoadedPage> }
      : {}),
    ...(staleTime === undefined ? {} : { staleTime }),
  };
  const result = suspense
    ? // biome-ignore lint/correctness/useHookAtTopLevel: the option must not change, so that the order of hooks is fixed
      useSuspenseInfiniteQuery(queryOptions, queryClient)
    : // biome-ignore lint/correctness/useHookAtTopLevel: as above
      useInfiniteQuery({ ...queryOptions, enabled: enabled && isReady }, queryClient);
  const { data, isPending, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = result;
  const changes = usePendingChanges(collectionId);
  const showsNewItems = Object.keys(request.filter ?? {}).length === 0 && !request.sort?.length && offset === 0;
  const items = useMemo(
    () =>
      data
        ? withChanges(
            data.pages.flatMap((page) => page.items),
            changes,
            showsNewItems,
          )
        : NO_ITEMS,
    [data, changes, showsNewItems],
  );
  return {
    items,
    totalCount: data?.pages[0]?.totalCount,
    isPending,
    error,
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    async loadMore() {
      await fetchNextPage();
    },
    async refetch() {
      await refetch();
    },
  };
}
