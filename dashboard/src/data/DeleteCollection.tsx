import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { admin } from '../app/client.ts';
import { notifyUndo } from '../app/notify.ts';
import { queryClient } from '../app/query-client.ts';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import type { Collection } from './field-kinds.ts';
import { restoreCollection } from './restore-collection.ts';

interface DeleteCollectionProps {
  /** null: none */
  doomed: Collection | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks, and deletes a collection. It can be restored for a while. */
export function DeleteCollection({ doomed, onClose, onDeleted }: DeleteCollectionProps) {
  const remove = useMutation({
    mutationFn: ({ id }: Collection) => admin.call('data.collections.delete', { query: { dataCollectionId: id } }),
    onSuccess: async (_, { id, displayName }) => {
      onClose();
      onDeleted?.();
      notifyUndo(`The collection “${displayName || id}” is deleted.`, () => restoreCollection(id));
      // a screen that still shows it must not ask for what is gone
      const isOfIt = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.includes(id);
      queryClient.invalidateQueries({ queryKey: ['collections'], predicate: isOfIt, refetchType: 'none' });
      await queryClient.invalidateQueries({ queryKey: ['collections'], predicate: (query) => !isOfIt(query) });
      queryClient.removeQueries({ queryKey: ['items', id] });
    },
  });
  return (
    <ConfirmModal
      opened={doomed !== null}
      onClose={onClose}
      title="Delete this collection?"
      action="Delete collection"
      typeToConfirm={doomed?.id}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => doomed && remove.mutate(doomed)}
    >
      <Text size="sm">
        All items of “{doomed?.displayName || doomed?.id}” go with it, and pages that show them become empty. It can be
        restored for a while from the deleted collections.
      </Text>
    </ConfirmModal>
  );
}
