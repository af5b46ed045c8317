import {
  type CollectionId,
  type InsertOf,
  type Item,
  type ItemOf,
  randomId,
  type StoredItem,
  type UpdateOf,
} from '@portico/sdk';
import { useMutation as useTanstackMutation } from '@tanstack/react-query';
import { usePortico } from '../provider/PorticoProvider.tsx';
import type { RegisteredSite } from '../provider/register.ts';
import type { ItemChange } from './item-changes.ts';
import { collectionKey } from './keys.ts';

export interface Mutation<Result = StoredItem, Insert = Item, Update = Item & { _id: string }> {
  /** Inserts an item. Lists without filter and order, which show the newest items first, show it at once. */
  insert(item: Insert): Promise<Result>;
  /** Replaces an item. Omitted fields are removed. */
  update(item: Update): Promise<Result>;
  /** Changes single fields. `undefined` removes a field. */
  patch(itemId: string, fields: Partial<Update>): Promise<Result>;
  /** Removes an item and returns it, or null if it did not exist. */
  remove(itemId: string): Promise<Result | null>;
  /** True while the server has not confirmed a change of this component. */
  readonly isPending: boolean;
  /** The error of the last change. */
  readonly error: Error | null;
  /** Clears the error. */
  reset(): void;
}

/**
 * Changes items of a collection. `useQuery` and `useItem` show a change at once, and undo it if it fails. Afterwards,
 * they read the collection again. Each function rejects with the error of the server.
 */
export function useMutation<Id extends CollectionId<RegisteredSite>>(
  collectionId: Id,
): Mutation<ItemOf<RegisteredSite, Id>, InsertOf<RegisteredSite, Id>, UpdateOf<RegisteredSite, Id>>;
export function useMutation(collectionId: string): Mutation {
  const { client, queryClient, scope } = usePortico();
  const key = collectionKey(scope, collectionId);
  const { mutateAsync, isPending, error, reset } = useTanstackMutation(
    {
      mutationKey: key,
      mutationFn: (change: ItemChange): Promise<StoredItem | null> => {
        switch (change.action) {
          case 'insert':
            return client.items.insert(collectionId, change.item);
          case 'update':
            return client.items.update(collectionId, change.item);
          case 'remove':
            return client.items.remove(collectionId, change.itemId);
          default:
            return patchOf(client.items.patch(collectionId, change.itemId), change.fields).run();
        }
      },
      // The change stays pending, and therefore visible, until the lists contain what the server has stored.
      onSettled(_item, error, change) {
        const removedId = !error && change.action === 'remove' ? change.itemId : null;
        if (removedId !== null) queryClient.setQueryData([...key, removedId], null);
        return queryClient.invalidateQueries({
          queryKey: key,
          predicate: ({ queryKey }) => queryKey[key.length] !== removedId,
        });
      },
    },
    queryClient,
  );
  const write = (change: ItemChange) => mutateAsync(change) as Promise<StoredItem>;
  return {
    insert: (item) => write({ action: 'insert', item: { ...item, _id: item._id ?? randomId() } }),
    update: (item) => write({ action: 'update', item }),
    patch: (itemId, fields) => write({ action: 'patch', itemId, fields }),
    remove: (itemId) => mutateAsync({ action: 'remove', itemId }),
    isPending,
    error,
    reset,
  };
}

function patchOf<Patch extends { setField(field: string, value: unknown): Patch; removeField(field: string): Patch }>(
  patch: Patch,
  fields: Item,
): Patch {
  return Object.entries(fields).reduce(
    (next, [field, value]) => (value === undefined ? next.removeField(field) : next.setField(field, value)),
    patch,
  );
}
