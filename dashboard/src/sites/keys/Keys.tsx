import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Calls } from '@portico/contract';
import { IconKey, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { admin } from '../../app/client.ts';
import { Empty } from '../../ui/Empty.tsx';
import { formatAgo, formatDate } from '../../ui/format.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { ActionsHeading, RowActions } from '../../ui/RowActions.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useRemoval } from '../../ui/use-removal.tsx';
import { CreateKey } from './CreateKey.tsx';

type Key = Calls['sites.keys.list']['answer']['keys'][number];

/** The API keys of the site: for programs that act in the owner's name. */
export function Keys() {
  const keys = useQuery({ queryKey: ['keys'], queryFn: async () => (await admin.call('sites.keys.list')).keys });
  const [isCreating, creating] = useDisclosure(false);
  const newKey = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={creating.open}>
      New key
    </Button>
  );
  return (
    <Stack>
      <QueryView query={keys}>
        {(list) =>
          list.length === 0 ? (
            <Empty icon={<IconKey size={36} stroke={1.5} />} title="No keys yet" action={newKey}>
              With an API key a program on your server reads and writes this site without anybody signing in.
            </Empty>
          ) : (
            <>
              <Group justify="space-between">
                <Text size="sm" c="dimmed" maw={560}>
                  A key acts in the owner’s name, within its scopes. Keep it on a server, never in a web page.
                </Text>
                {newKey}
              </Group>
              <KeyTable keys={list} />
            </>
          )
        }
      </QueryView>
      <CreateKey opened={isCreating} onClose={creating.close} />
    </Stack>
  );
}

function KeyTable({ keys }: { keys: readonly Key[] }) {
  const removal = useRemoval<Key>({
    title: 'Delete this key?',
    action: 'Delete key',
    text: ({ name }) => `Programs that use “${name}” are refused from now on. This cannot be undone.`,
    remove: ({ keyId }) => admin.call('sites.keys.delete', { query: { keyId } }),
    done: ({ name }) => `The key “${name}” is deleted.`,
    changes: 'keys',
  });
  return (
    <>
      <Scroller label="API keys">
        <Table miw={680} verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th>Scopes</Table.Th>
              <Table.Th>Last used</Table.Th>
              <Table.Th>Expires</Table.Th>
              <Table.Th>Made</Table.Th>
              <ActionsHeading />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {keys.map((key) => (
              <Table.Tr key={key.keyId}>
                <Table.Td fw={500}>{key.name}</Table.Td>
                <Table.Td>{key.scopes.includes('*') ? 'Everything' : key.scopes.join(', ')}</Table.Td>
                <Table.Td>{key.lastUsedDate ? formatAgo(key.lastUsedDate) : 'Never'}</Table.Td>
                <Table.Td>
                  <Expiry date={key.expiresDate} />
                </Table.Td>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDate(key.createdDate)}</Table.Td>
                <RowActions
                  actions={[{ label: `Delete the key ${key.name}`, Icon: IconTrash, act: () => removal.ask(key) }]}
                />
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scroller>
      {removal.question}
    </>
  );
}

function Expiry({ date }: { date: string | null }) {
  if (date === null) return 'Never';
  if (Date.parse(date) < Date.now()) return <StatusBadge tone="bad">Expired</StatusBadge>;
  return formatDate(date);
}
