import { Button, Group, Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { formatNumber } from '../ui/format.ts';
import type { Collection, Item } from './field-kinds.ts';
import type { Condition } from './filters.ts';

const BulkChange = lazy(async () => ({ default: (await import('./BulkChange.tsx')).BulkChange }));
const BulkDelete = lazy(async () => ({ default: (await import('./BulkDelete.tsx')).BulkDelete }));

interface SelectionBarProps {
  collection: Collection;
  chosen: readonly Item[];
  /** all that the table would show on every page; null where the page shows them all, or not all of it is chosen */
  all: { filter: Condition; total: number } | null;
  onDone: () => void;
}

/** What can be done with the chosen items. */
export function SelectionBar({ collection, chosen, all, onDone }: SelectionBarProps) {
  const [wantsAll, setWantsAll] = useState(false);
  const [asked, setAsked] = useState<'change' | 'delete' | null>(null);
  const isAll = wantsAll && all !== null;
  const total = isAll ? all.total : chosen.length;
  if (chosen.length === 0) return null;
  const filter = isAll ? all.filter : { _id: { $in: chosen.map(({ _id }) => _id) } };
  const dialog = {
    collection,
    onClose: () => setAsked(null),
    onStarted: () => {
      setAsked(null);
      setWantsAll(false);
      onDone();
    },
  };
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
      <Button size="xs" variant="default" onClick={() => setAsked('change')}>
        Change a field
      </Button>
      <Button size="xs" variant="default" c="var(--mantine-color-error)" onClick={() => setAsked('delete')}>
        Delete {formatNumber(total)} chosen
      </Button>
      <Suspense>
        {asked === 'change' && <BulkChange {...dialog} filter={filter} />}
        {asked === 'delete' && (
          <BulkDelete {...dialog} request={{ collectionId: collection.id, filter, change: null }} />
        )}
      </Suspense>
    </Group>
  );
}
