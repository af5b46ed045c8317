import type { CollectionId, ItemOf, StoredItem } from '@portico/sdk';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { usePortico } from '../provider/PorticoProvider.tsx';
import type { RegisteredSite } from '../provider/register.ts';
import { useReadySession } from '../provider/use-session.ts';
import { withChanges } from './item-changes.ts';
import { collectionKey, usePendingChanges } from './keys.ts';
import type { QueryOptions } from './use-query.ts';

export interface ItemOptions<Result = StoredItem> extends Pick<QueryOptions, 'suspense' | 'enabled' | 'staleTime'> {
  /** The item as the server has read it; null if there is none. */
  readonly initialItem?: Result | null;
}

export interface ItemResult<Result = StoredItem> {
  /** null if there is no item that the visitor or member may read, and while it is loading. */
  readonly item: Result | null;
  /** True until the item or an error is there. */
  readonly isPending: boolean;
  readonly error: Error | null;
  refetch(): Promise<void>;
}

/** Reads one item of a collection, with the changes of `useMutation` that wait for the server. */
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
  // The server does not have an item that is being inserted.
  const isNew = changes.some((change) => change.action === 'insert' && change.item._id === itemId);
  const one = {
    queryKey: [...collectionKey(scope, collectionId), itemId],
    queryFn: (): Promise<StoredItem | null> => client.items.get(collectionId, itemId),
    ...(initialItem === undefined ? {} : { initialData: initialItem }),
    ...(staleTime === undefined ? {} : { staleTime }),
  };
  const { data, isPending, error, refetch } = suspense
    ? // biome-ignore lint/correctness/useHookAtTopLevel: the option must not change, so that the order of hooks is fixed
      useSuspenseQuery(one, queryClient)
    : // biome-ignore lint/correctness/useHookAtTopLevel: as above
      useQuery({ ...one, enabled: enabled && isReady && !isNew }, queryClient);
  return {
    item: withChanges(data ? [data] : [], changes, isNew)[0] ?? null,
    isPending: isPending && !isNew,
    error,
    async refetch() {
      await refetch();
    },
  };
}
