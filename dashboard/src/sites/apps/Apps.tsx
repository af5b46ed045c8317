import { ActionIcon, Button, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Calls } from '@portico/contract';
import { IconPlus, IconTrash, IconWorld } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../../app/client.ts';
import { notifySuccess } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { ConfirmModal } from '../../ui/ConfirmModal.tsx';
import { CopyIcon } from '../../ui/CopyField.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { formatDate } from '../../ui/format.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { CreateApp } from './CreateApp.tsx';

type App = Calls['sites.apps.list']['answer']['apps'][number];

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
  const [doomed, setDoomed] = useState<App | null>(null);
  const remove = useMutation({
    mutationFn: (app: App) => admin.call('sites.apps.delete', { query: { clientId: app.clientId } }),
    onSuccess: (_, app) => {
      setDoomed(null);
      notifySuccess(`The app “${app.name}” is deleted.`);
      return queryClient.invalidateQueries({ queryKey: ['apps'] });
    },
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
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {apps.map((app) => (
              <Table.Tr key={app.clientId}>
                <Table.Td fw={500}>{app.name}</Table.Td>
                <Table.Td>
                  <Group gap={4} wrap="nowrap">
                    <Text ff="monospace" size="xs">
                      {app.clientId}
                    </Text>
                    <CopyIcon value={app.clientId} label={`Copy the client id of ${app.name}`} />
                  </Group>
                </Table.Td>
                <Table.Td>
                  {[...app.redirectUris, ...app.redirectDomains].map((place) => (
                    <Text key={place} size="sm" style={{ overflowWrap: 'anywhere' }}>
                      {place}
                    </Text>
                  ))}
                  {app.redirectUris.length + app.redirectDomains.length === 0 && (
                    <Text size="sm" c="dimmed">
                      Nowhere
                    </Text>
                  )}
                </Table.Td>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDate(app.createdDate)}</Table.Td>
                <Table.Td ta="end">
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Delete the app ${app.name}`}
                    onClick={() => setDoomed(app)}
                  >
                    <IconTrash size={17} aria-hidden />
                  </ActionIcon>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scroller>
      <ConfirmModal
        opened={doomed !== null}
        onClose={() => setDoomed(null)}
        title="Delete this app?"
        action="Delete app"
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => doomed && remove.mutate(doomed)}
      >
        <Text size="sm">
          Websites that use “{doomed?.name}” can no longer sign anybody in or renew a sign-in. This cannot be undone.
        </Text>
      </ConfirmModal>
    </>
  );
}
