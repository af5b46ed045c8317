import { Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { notifySuccess } from '../app/notify.ts';
import { queryClient } from '../app/query-client.ts';
import { ConfirmModal } from './ConfirmModal.tsx';

interface Removal<T> {
  /** “Delete this key?” */
  title: string;
  /** what the button says */
  action: string;
  /** what is lost */
  text: (doomed: T) => ReactNode;
  remove: (doomed: T) => Promise<unknown>;
  /** told afterwards */
  done: (doomed: T) => string;
  /** `remove` tells what came of it itself */
  isTold?: boolean;
  /** first part of the keys of the queries that show it */
  changes: string;
}

/** Asks before a row of a list is deleted for good, and deletes it. `question` is to be drawn. */
export function useRemoval<T>({ title, action, text, remove, done, isTold = false, changes }: Removal<T>) {
  const [doomed, setDoomed] = useState<T | null>(null);
  const removal = useMutation({
    mutationFn: remove,
    onSuccess: (_, gone) => {
      setDoomed(null);
      if (!isTold) notifySuccess(done(gone));
      return queryClient.invalidateQueries({ queryKey: [changes] });
    },
  });
  return {
    ask: (row: T) => {
      removal.reset();
      setDoomed(row);
    },
    question: (
      <ConfirmModal
        opened={doomed !== null}
        onClose={() => setDoomed(null)}
        title={title}
        action={action}
        isPending={removal.isPending}
        error={removal.error}
        onConfirm={() => doomed !== null && removal.mutate(doomed)}
      >
        <Text size="sm">{doomed !== null && text(doomed)}</Text>
      </ConfirmModal>
    ),
  };
}
