import { useMutationState } from '@tanstack/react-query';
import { type Portico, usePortico } from '../provider/PorticoProvider.tsx';
import type { ItemChange } from './item-changes.ts';

/** Returns the prefix of all cache keys of a collection. */
export const collectionKey = (scope: Portico['scope'], collectionId: string): readonly unknown[] => [
  ...scope,
  'items',
  collectionId,
];

/** Returns the changes of a collection that the server has not confirmed yet, oldest first. */
export function usePendingChanges(collectionId: string): readonly ItemChange[] {
  const { queryClient, scope } = usePortico();
  return useMutationState(
    {
      filters: { mutationKey: collectionKey(scope, collectionId), status: 'pending' },
      select: ({ state }) => state.variables as ItemChange,
    },
    queryClient,
  );
}
