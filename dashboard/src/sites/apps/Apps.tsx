import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil, IconPlus, IconTrash, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../../app/client.ts';
import { CopyIcon } from '../../ui/CopyField.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { formatAgo, formatDate, formatNumber } from '../../ui/format.ts';
import { ListTable } from '../../ui/ListTable.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useRemoval } from '../../ui/use-removal.tsx';
import type { App } from './app-values.ts';
import { CreateApp } from './CreateApp.tsx';
import { EditApp } from './EditApp.tsx';

/** The OAuth apps of the site. Each website or program that signs members in has one. */
export function Apps() {
  const apps = useQuery({ queryKey: ['apps'], queryFn: async () => (await admin.call('sites.apps.list')).apps });
  const [isCreating, creationModal] = useDisclosure(false);
  const newApp = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={creationModal.open}>
      New app
    </Button>
  );
  return (
    <Stack>
      <QueryView query={apps}>
        {(list) =>
          list.length === 0 ? (
            <Empty icon={<IconWorld size={36} stroke={1.5} />} title="No apps yet" action={newApp}>
              A website that uses Portico needs an app: a client id, and the addresses that members may return to.
            </Empty>
          ) : (
            <>
              <Group justify="space-between">
                <Text size="sm" c="dimmed" maw={560}>
                  Each website or program that signs members in has its own app.
                </Text>
                {newApp}
              </Group>
              <AppTable apps={list} />
            </>
          )
        }
      </QueryView>
      <CreateApp opened={isCreating} onClose={creationModal.close} />
    </Stack>
  );
}

function AppTable({ apps }: { apps: readonly App[] }) {
  const [editedApp, setEditedApp] = useState<App | null>(null);
  const removal = useRemoval<App>({
    title: 'Delete this app?',
    action: 'Delete app',
    consequence: ({ name }) =>
      `Websites that use “${name}” can no longer sign members in, and members who are signed in there are signed out. This cannot be undone.`,
    remove: ({ clientId }) => admin.call('sites.apps.delete', { query: { clientId } }),
    successMessage: ({ name }) => `The app “${name}” is deleted.`,
    invalidates: 'apps',
  });
  return (
    <>
      <ListTable
        label="OAuth apps"
        rows={apps}
        rowId={({ clientId }) => clientId}
        columns={[
          {
            header: 'Name',
            cell: ({ name, rotateRefreshTokens }) => (
              <>
                {name}
                {rotateRefreshTokens && (
                  <div>
                    <StatusBadge tone="quiet">New token at each renewal</StatusBadge>
                  </div>
                )}
              </>
            ),
          },
          {
            header: 'Client id',
            cell: ({ clientId, name }) => (
              <Group gap={4} wrap="nowrap">
                <Text ff="monospace" size="xs" truncate>
                  {clientId}
                </Text>
                <CopyIcon value={clientId} label={`Copy the client id of ${name}`} />
              </Group>
            ),
          },
          {
            header: 'May return to',
            cell: ({ redirectUris, redirectDomains }) => (
              <Addresses addresses={[...redirectUris, ...redirectDomains]} />
            ),
          },
          { header: 'Last used', cell: ({ lastUsedDate }) => (lastUsedDate ? formatAgo(lastUsedDate) : 'Never') },
          { header: 'Created', cell: ({ createdDate }) => formatDate(createdDate) },
        ]}
        actions={(app) => (
          <RowActions
            actions={[
              { label: `Edit the app ${app.name}`, Icon: IconPencil, onClick: () => setEditedApp(app) },
              { label: `Delete the app ${app.name}`, Icon: IconTrash, onClick: () => removal.ask(app) },
            ]}
          />
        )}
      />
      <EditApp app={editedApp} onClose={() => setEditedApp(null)} />
      {removal.question}
    </>
  );
}

/** Shows the first redirect address and the number of the others. The form to edit the app shows all of them. */
function Addresses({ addresses }: { addresses: readonly string[] }) {
  const [first, ...more] = addresses;
  if (first === undefined) {
    return (
      <Text size="sm" c="dimmed">
        Nowhere
      </Text>
    );
  }
  return (
    <div title={addresses.join('\n')}>
      <Text size="sm" truncate>
        {first}
      </Text>
      {more.length > 0 && (
        <Text size="xs" c="dimmed">
          and {formatNumber(more.length)} more
        </Text>
      )}
    </div>
  );
}
