import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { notifySuccess } from '../app/notify.ts';
import { queryClient } from '../app/query-client.ts';
import { ConfirmModal } from './ConfirmModal.tsx';

interface Removal<T> {
  /** Title of the confirmation, e.g. “Delete this key?” */
  title: string;
  /** Label of the button. */
  action: string;
  /** Describes to the user what will be lost. */
  consequence: (selected: T) => ReactNode;
  remove: (selected: T) => Promise<unknown>;
  /** Message after the removal. */
  successMessage: (selected: T) => string;
  /** True if `remove` shows a message itself. */
  showsOwnMessage?: boolean;
  /** First part of the keys of the queries to invalidate. */
  invalidates: string;
}

/** Deletes a row of a list after a confirmation. The component that uses the hook renders `question`. */
export function useRemoval<T>({
  title,
  action,
  consequence,
  remove,
  successMessage,
  showsOwnMessage = false,
  invalidates,
}: Removal<T>) {
  const [selected, setSelected] = useState<T | null>(null);
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: (_, row) => {
      setSelected(null);
      if (!showsOwnMessage) notifySuccess(successMessage(row));
      return queryClient.invalidateQueries({ queryKey: [invalidates] });
    },
  });
  return {
    ask: (row: T) => {
      removal.reset();
      setSelected(row);
    },
    question: (
      <ConfirmModal
        opened={selected !== null}
        onClose={() => setSelected(null)}
        title={title}
        action={action}
        isPending={removal.isPending}
        error={removal.error}
        onConfirm={() => selected !== null && removal.mutate(selected)}
      >
        <Text size="sm">{selected !== null && consequence(selected)}</Text>
      </ConfirmModal>
    ),
  };
}
