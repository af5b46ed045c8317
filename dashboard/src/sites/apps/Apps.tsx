import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil, IconPlus, IconTrash, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../../app/client.ts';
import { CopyIcon } from '../../ui/CopyField.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { formatDate, formatNumber } from '../../ui/format.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { ActionsHeading, RowActions } from '../../ui/RowActions.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useRemoval } from '../../ui/use-removal.tsx';
import type { App } from './app-values.ts';
import { CreateApp } from './CreateApp.tsx';
import { EditApp } from './EditApp.tsx';

/** The OAuth apps of the site: each website or program that signs members in has one. */
export function Apps() {
  const apps = useQuery({ queryKey: ['apps'], queryFn: async () => (await admin.call('sites.apps.list')).apps });
  const [isCreating, creating] = useDisclosure(false);
  const newApp = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={creating.open}>
      New app
    </Button>
  );
  return (
    <Stack>
      <QueryView query={apps}>
        {(list) =>
          list.length === 0 ? (
            <Empty icon={<IconWorld size={36} stroke={1.5} />} title="No apps yet" action={newApp}>
              A website that uses Portico needs an app: its client id, and the addresses that members may return to.
            </Empty>
          ) : (
            <>
              <Group justify="space-between">
                <Text size="sm" c="dimmed" maw={560}>
                  Each website or program that signs members in has an app of its own.
                </Text>
                {newApp}
              </Group>
              <AppTable apps={list} />
            </>
          )
        }
      </QueryView>
      <CreateApp opened={isCreating} onClose={creating.close} />
    </Stack>
  );
}

function AppTable({ apps }: { apps: readonly App[] }) {
  const [edited, setEdited] = useState<App | null>(null);
  const removal = useRemoval<App>({
    title: 'Delete this app?',
    action: 'Delete app',
    text: ({ name }) =>
      `Websites that use “${name}” can no longer sign anybody in or renew a sign-in. This cannot be undone.`,
    remove: ({ clientId }) => admin.call('sites.apps.delete', { query: { clientId } }),
    done: ({ name }) => `The app “${name}” is deleted.`,
    changes: 'apps',
  });
  return (
    <>
      <Scroller label="OAuth apps">
        <Table miw={680} verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Client id</Table.Th>
              <Table.Th>May return to</Table.Th>
              <Table.Th>Made</Table.Th>
              <ActionsHeading />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {apps.map((app) => (
              <Table.Tr key={app.clientId}>
                <Table.Td fw={500}>
                  {app.name}
                  {app.rotateRefreshTokens && (
                    <div>
                      <StatusBadge tone="quiet">New tokens each time</StatusBadge>
                    </div>
                  )}
                </Table.Td>
                <Table.Td>
                  <Group gap={4} wrap="nowrap">
                    <Text ff="monospace" size="xs">
                      {app.clientId}
                    </Text>
                    <CopyIcon value={app.clientId} label={`Copy the client id of ${app.name}`} />
                  </Group>
                </Table.Td>
                <Table.Td>
                  <Addresses places={[...app.redirectUris, ...app.redirectDomains]} />
                </Table.Td>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDate(app.createdDate)}</Table.Td>
                <RowActions
                  actions={[
                    { label: `Edit the app ${app.name}`, Icon: IconPencil, act: () => setEdited(app) },
                    { label: `Delete the app ${app.name}`, Icon: IconTrash, act: () => removal.ask(app) },
                  ]}
                />
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scroller>
      <EditApp app={edited} onClose={() => setEdited(null)} />
      {removal.question}
    </>
  );
}

/** The first address and how many more there are; the form to edit the app shows all. */
function Addresses({ places }: { places: readonly string[] }) {
  const [first, ...more] = places;
  if (first === undefined) {
    return (
      <Text size="sm" c="dimmed">
        Nowhere
      </Text>
    );
  }
  return (
    <div title={places.join('\n')}>
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
