import type { CollectionId, ItemOf, StoredItem } from '@portico/sdk';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { usePortico } from '../provider/PorticoProvider.tsx';
import type { RegisteredSite } from '../provider/register.ts';
import { useReadySession } from '../provider/use-session.ts';
import { withChanges } from './item-changes.ts';
import { collectionKey, usePendingChanges } from './keys.ts';
import type { QueryOptions } from './use-query.ts';

export interface ItemOptions<Result = StoredItem> extends Pick<QueryOptions, 'suspense' | 'enabled' | 'staleTime'> {
  /** The item if the server that rendered the page has read it; null if it does not exist. */
  readonly initialItem?: Result | null;
}

export interface ItemResult<Result = StoredItem> {
  /** Null while the item is loading, and if there is no item that the visitor or member may read. */
  readonly item: Result | null;
  /** True until the item or an error has arrived. */
  readonly isPending: boolean;
  readonly error: Error | null;
  refetch(): Promise<void>;
}

/** Reads one item of a collection, including changes of `useMutation` that the server has not confirmed yet. */
export function useItem<Id extends CollectionId<RegisteredSite>>(
  collectionId: Id,
  itemId: string,
  options?: ItemOptions<ItemOf<RegisteredSite, Id>>,
): ItemResult<ItemOf<RegisteredSite, Id>>;
export function useItem(collectionId: string, itemId: string, options: ItemOptions = {}): ItemResult {
  const { client, queryClient, scope } = usePortico();
  const { suspense = false, enabled = true, initialItem, staleTime } = options;
  const isReady = useReadySession(suspense);
  const changes = usePendingChanges(collectionId);
  // An item that is being inserted does not exist on the server yet, so it is not requested.
  const isNew = changes.some((change) => change.action === 'insert' && change.item._id === itemId);
  const queryOptions = {
    queryKey: [...collectionKey(scope, collectionId), itemId],
    queryFn: (): Promise<StoredItem | null> => client.items.get(collectionId, itemId),
    ...(initialItem === undefined ? {} : { initialData: initialItem }),
    ...(staleTime === undefined ? {} : { staleTime }),
  };
  const { data, isPending, error, refetch } = suspense
    ? // biome-ignore lint/correctness/useHookAtTopLevel: the option must not change, so that the order of hooks is fixed
      useSuspenseQuery(queryOptions, queryClient)
    : // biome-ignore lint/correctness/useHookAtTopLevel: as above
      useQuery({ ...queryOptions, enabled: enabled && isReady && !isNew }, queryClient);
  return {
    item: withChanges(data ? [data] : [], changes, isNew)[0] ?? null,
    isPending: isPending && !isNew,
    error,
    async refetch() {
      await refetch();
    },
  };
}
