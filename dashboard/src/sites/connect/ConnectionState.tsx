import { Group, Text } from '@mantine/core';
import { formatAgo } from '../../ui/format.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import type { App } from '../apps/app-values.ts';

/** Shows whether the app has made a call, and when. The list of apps is polled until the app has made one. */
export function ConnectionState({ app }: { app: App }) {
  return (
    <Group gap="sm" role="status" aria-label="Connection">
      {app.lastUsedDate ? (
        <>
          <StatusBadge tone="good">Connected</StatusBadge>
          <Text size="sm">
            {app.firstUsedDate === app.lastUsedDate
              ? `First call received ${formatAgo(app.lastUsedDate)}.`
              : `Last session started ${formatAgo(app.lastUsedDate)}.`}
          </Text>
        </>
      ) : (
        <>
          <StatusBadge tone="waiting">Waiting</StatusBadge>
          <Text size="sm">No call of this app yet. Start your website: this changes by itself.</Text>
        </>
      )}
    </Group>
  );
}
