import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { admin } from '../app/client.ts';
import { notifyUndo } from '../app/notify.ts';
import { queryClient } from '../app/query-client.ts';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import type { Collection } from './field-kinds.ts';
import { restoreCollection } from './restore-collection.ts';

interface DeleteCollectionProps {
  /** The collection to delete; null if the dialog is closed. */
  collection: Collection | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Deletes a collection after confirmation. It can be restored until `restorableUntil`, when it is deleted for good. */
export function DeleteCollection({ collection, onClose, onDeleted }: DeleteCollectionProps) {
  const remove = useMutation({
    mutationFn: ({ id }: Collection) => admin.call('data.collections.delete', { query: { dataCollectionId: id } }),
    onSuccess: async (_, { id, displayName }) => {
      onClose();
      onDeleted?.();
      notifyUndo(`The collection “${displayName || id}” is deleted.`, () => restoreCollection(id));
      // A screen that still shows the collection must not refetch it, because it no longer exists.
      const isCollectionQuery = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.includes(id);
      queryClient.invalidateQueries({ queryKey: ['collections'], predicate: isCollectionQuery, refetchType: 'none' });
      await queryClient.invalidateQueries({
        queryKey: ['collections'],
        predicate: (query) => !isCollectionQuery(query),
      });
      queryClient.removeQueries({ queryKey: ['items', id] });
    },
  });
  return (
    <ConfirmModal
      opened={collection !== null}
      onClose={onClose}
      title="Delete this collection?"
      action="Delete collection"
      typeToConfirm={collection?.id}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => collection && remove.mutate(collection)}
    >
      <Text size="sm">
        “{collection?.displayName || collection?.id}” is deleted with all its items, and pages that show them become
        empty. You can restore it for some time, under Collections, Deleted.
      </Text>
    </ConfirmModal>
  );
}
