import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Calls } from '@portico/contract';
import { IconKey, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { admin } from '../../app/client.ts';
import { Empty } from '../../ui/Empty.tsx';
import { formatAgo, formatDate } from '../../ui/format.ts';
import { ListTable } from '../../ui/ListTable.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useRemoval } from '../../ui/use-removal.tsx';
import { CreateKey } from './CreateKey.tsx';

type Key = Calls['sites.keys.list']['response']['keys'][number];

/** The API keys of the site, for programs that act on behalf of the owner. */
export function Keys() {
  const keys = useQuery({ queryKey: ['keys'], queryFn: async () => (await admin.call('sites.keys.list')).keys });
  const [isCreating, creationModal] = useDisclosure(false);
  const newKey = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={creationModal.open}>
      New key
    </Button>
  );
  return (
    <Stack>
      <QueryView query={keys}>
        {(list) =>
          list.length === 0 ? (
            <Empty icon={<IconKey size={36} stroke={1.5} />} title="No keys yet" action={newKey}>
              With an API key, a program on your server can read and change this site without a sign-in.
            </Empty>
          ) : (
            <>
              <Group justify="space-between">
                <Text size="sm" c="dimmed" maw={560}>
                  A key acts on behalf of the owner, within its rights. Keep it on a server, never in a web page.
                </Text>
                {newKey}
              </Group>
              <KeyTable keys={list} />
            </>
          )
        }
      </QueryView>
      <CreateKey opened={isCreating} onClose={creationModal.close} />
    </Stack>
  );
}

function KeyTable({ keys }: { keys: readonly Key[] }) {
  const removal = useRemoval<Key>({
    title: 'Delete this key?',
    action: 'Delete key',
    consequence: ({ name }) => `Programs that use “${name}” lose access at once. This cannot be undone.`,
    remove: ({ keyId }) => admin.call('sites.keys.delete', { query: { keyId } }),
    successMessage: ({ name }) => `The key “${name}” is deleted.`,
    invalidates: 'keys',
  });
  return (
    <>
      <ListTable
        label="API keys"
        rows={keys}
        rowId={({ keyId }) => keyId}
        columns={[
          { header: 'Name', cell: ({ name }) => name },
          { header: 'Rights', cell: ({ scopes }) => (scopes.includes('*') ? 'Everything' : scopes.join(', ')) },
          { header: 'Last used', cell: ({ lastUsedDate }) => (lastUsedDate ? formatAgo(lastUsedDate) : 'Never') },
          { header: 'Expires', cell: ({ expiresDate }) => <Expiry date={expiresDate} /> },
          { header: 'Created', cell: ({ createdDate }) => formatDate(createdDate) },
        ]}
        actions={(key) => (
          <RowActions
            actions={[{ label: `Delete the key ${key.name}`, Icon: IconTrash, onClick: () => removal.ask(key) }]}
          />
        )}
      />
      {removal.question}
    </>
  );
}

function Expiry({ date }: { date: string | null }) {
  if (date === null) return 'Never';
  if (Date.parse(date) < Date.now()) return <StatusBadge tone="bad">Expired</StatusBadge>;
  return formatDate(date);
}
