import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { notifyFailure } from '../app/notify.ts';
import { ConfirmModal } from '../ui/ConfirmModal.tsx';
import { sentenceOf } from '../ui/ErrorState.tsx';
import { formatNumber } from '../ui/format.ts';
import { Running } from '../ui/Running.tsx';
import { actOnAll, changeItems, type FieldChange, type Progress, refreshItems, removeItems } from './bulk-items.ts';
import type { Collection, Item } from './field-kinds.ts';
import type { Condition } from './filters.ts';

const BulkChange = lazy(async () => ({ default: (await import('./BulkChange.tsx')).BulkChange }));

interface SelectionBarProps {
  collection: Collection;
  chosen: readonly Item[];
  /** all that the table would show on every page; null where the page shows them all, or not all of it is chosen */
  all: { filter: Condition; total: number } | null;
  onDone: () => void;
}

/** What can be done with the items that are chosen, and how far it has come. */
export function SelectionBar({ collection, chosen, all, onDone }: SelectionBarProps) {
  const [wantsAll, setWantsAll] = useState(false);
  const [asked, setAsked] = useState<'change' | 'delete' | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const isAll = wantsAll && all !== null;
  const total = isAll ? all.total : chosen.length;
  const run = useMutation({
    mutationFn: async (change: FieldChange | null) => {
      if (isAll) await actOnAll(collection, all, change, setProgress);
      else if (change) await changeItems(collection, chosen, change);
      else await removeItems(collection, chosen);
    },
    onSuccess: onDone,
    onError: (error) => notifyFailure(sentenceOf(error)),
    onSettled: () => {
      setProgress(null);
      setWantsAll(false);
      return refreshItems(collection.id);
    },
  });
  const start = (change: FieldChange | null) => {
    setAsked(null);
    run.mutate(change);
  };
  if (chosen.length === 0 && !progress) return null;
  if (progress) return <Running {...progress} />;
  return (
    <Group gap="xs" mih={30}>
      <Text size="sm" fw={500} role="status">
        {formatNumber(total)} chosen
      </Text>
      {all && (
        <Button size="xs" variant="subtle" onClick={() => setWantsAll(!isAll)}>
          {isAll ? 'Choose this page alone' : `Choose all ${formatNumber(all.total)}`}
        </Button>
      )}
      <Button size="xs" variant="default" disabled={run.isPending} onClick={() => setAsked('change')}>
        Change a field
      </Button>
      <Button
        size="xs"
        variant="default"
        c="var(--mantine-color-error)"
        loading={run.isPending}
        onClick={() => (isAll ? setAsked('delete') : start(null))}
      >
        Delete {formatNumber(total)} chosen
      </Button>
      {asked === 'change' && (
        <Suspense>
          <BulkChange collection={collection} total={total} onClose={() => setAsked(null)} onChange={start} />
        </Suspense>
      )}
      <ConfirmModal
        opened={asked === 'delete'}
        onClose={() => setAsked(null)}
        title="Delete all these items?"
        action={`Delete ${formatNumber(total)}`}
        isPending={false}
        onConfirm={() => start(null)}
      >
        <Text size="sm">All items that fit what is shown now are deleted, on every page. This cannot be undone.</Text>
      </ConfirmModal>
    </Group>
  );
}
