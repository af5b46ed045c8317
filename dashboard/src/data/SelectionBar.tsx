import { Button, Group } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { formatNumber } from '../ui/format.ts';
import { SelectionCount } from '../ui/SelectionCount.tsx';
import type { Collection, Item } from './field-kinds.ts';
import type { Condition } from './filters.ts';

const BulkChange = lazy(async () => ({ default: (await import('./BulkChange.tsx')).BulkChange }));
const BulkDelete = lazy(async () => ({ default: (await import('./BulkDelete.tsx')).BulkDelete }));

interface SelectionBarProps {
  collection: Collection;
  selected: readonly Item[];
  /** The items of all pages. Null if there is only one page, or if not all rows of the page are selected. */
  all: { filter: Condition; total: number } | null;
  onDone: () => void;
}

/** The actions for the selected items. */
export function SelectionBar({ collection, selected, all, onDone }: SelectionBarProps) {
  const [wantsAll, setWantsAll] = useState(false);
  const [dialogName, setDialogName] = useState<'change' | 'delete' | null>(null);
  const isAll = wantsAll && all !== null;
  const total = isAll ? all.total : selected.length;
  if (selected.length === 0) return null;
  const filter = isAll ? all.filter : { _id: { $in: selected.map(({ _id }) => _id) } };
  const dialog = {
    collection,
    onClose: () => setDialogName(null),
    onStarted: () => {
      setDialogName(null);
      setWantsAll(false);
      onDone();
    },
  };
  return (
    <Group gap="xs" mih={30}>
      <SelectionCount total={total} isAll={isAll} totalOnAllPages={all?.total ?? null} onChange={setWantsAll} />
      <Button size="xs" variant="default" onClick={() => setDialogName('change')}>
        Change a field
      </Button>
      <Button size="xs" variant="default" c="var(--mantine-color-error)" onClick={() => setDialogName('delete')}>
        Delete {formatNumber(total)} selected
      </Button>
      <Suspense>
        {dialogName === 'change' && <BulkChange {...dialog} filter={filter} />}
        {dialogName === 'delete' && (
          <BulkDelete {...dialog} request={{ collectionId: collection.id, filter, change: null }} />
        )}
      </Suspense>
    </Group>
  );
}
