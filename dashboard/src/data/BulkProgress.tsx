import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { JobProgress } from '../ui/JobProgress.tsx';
import { bulkChangesQuery, followBulkChange, isRunning } from './bulk-changes.ts';

const progressLabels = { UPDATE: 'Changing', REMOVE: 'Deleting', UNDO: 'Restoring' } as const;

/** The progress of all running bulk changes of a collection, including those of other users. */
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
        <JobProgress key={id} progressLabel={progressLabels[kind]} done={done} total={total} />
      ))}
    </Group>
  );
}
