import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Running } from '../ui/Running.tsx';
import { bulkChangesQuery, followBulkChange, isRunning } from './bulk-changes.ts';

const DOING = { UPDATE: 'Changing', REMOVE: 'Deleting', UNDO: 'Restoring' } as const;

/** How far the running changes of a collection are, whoever started them. */
export function BulkProgress({ collectionId }: { collectionId: string }) {
  const { data } = useQuery(bulkChangesQuery(collectionId));
  const running = data?.filter(isRunning) ?? [];
  const first = running[0];
  useEffect(() => {
    if (first) void followBulkChange(collectionId, first);
  }, [collectionId, first]);
  if (running.length === 0) return null;
  return (
    <Group gap="lg">
      {running.map(({ id, kind, done, total }) => (
        <Running key={id} doing={DOING[kind]} done={done} total={total} />
      ))}
    </Group>
  );
}
