import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../app/client.ts';
import { useSignedIn } from '../app/session.ts';
import { Empty } from '../ui/Empty.tsx';
import { formatDateTime } from '../ui/format.ts';
import { QueryView } from '../ui/QueryView.tsx';
import { Scroller } from '../ui/Scroller.tsx';
import classes from './Audit.module.css';

const PAGE_SIZE = 50;

/** The audit log of the site, newest entry first. */
export function Audit() {
  const { user } = useSignedIn();
  const [page, setPage] = useState(0);
  const audit = useQuery({
    queryKey: ['audit', page],
    queryFn: async () =>
      (await admin.call('sites.audit.list', { query: { paging: { limit: PAGE_SIZE + 1, offset: page * PAGE_SIZE } } }))
        .entries,
    placeholderData: keepPreviousData,
  });
  return (
    <QueryView query={audit}>
      {(entries) =>
        entries.length === 0 && page === 0 ? (
          <Empty icon={<IconHistory size={36} stroke={1.5} />} title="No entries yet">
            Changes to settings, apps, keys and people appear here.
          </Empty>
        ) : (
          <Stack>
            <Scroller label="Audit log">
              <Table miw={720} verticalSpacing="sm">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>When</Table.Th>
                    <Table.Th>Who</Table.Th>
                    <Table.Th>What</Table.Th>
                    <Table.Th>Change</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {entries.slice(0, PAGE_SIZE).map((entry) => (
                    <Table.Tr key={entry.id}>
                      <Table.Td style={{ whiteSpace: 'nowrap' }}>{formatDateTime(entry.at)}</Table.Td>
                      <Table.Td>
                        {entry.actorId === user.userId ? 'You' : entry.actorKind}
                        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                          {entry.actorId === user.userId ? user.email : entry.actorId}
                        </Text>
                      </Table.Td>
                      <Table.Td>
                        {entry.action}
                        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                          {entry.target}
                        </Text>
                      </Table.Td>
                      <Table.Td>
                        <Change before={entry.before} after={entry.after} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Scroller>
            <Group justify="flex-end">
              <Button variant="default" disabled={page === 0} onClick={() => setPage(page - 1)}>
                Newer
              </Button>
              <Button variant="default" disabled={entries.length <= PAGE_SIZE} onClick={() => setPage(page + 1)}>
                Older
              </Button>
            </Group>
          </Stack>
        )
      }
    </QueryView>
  );
}

/** Shows the data before and after a change, collapsed at first because it may be long. */
function Change({ before, after }: { before: unknown; after: unknown }) {
  const parts = [
    { title: 'Before', value: before },
    { title: 'After', value: after },
  ].filter(({ value }) => value !== null && value !== undefined);
  if (parts.length === 0) return null;
  return (
    <details className={classes.change}>
      <summary>Show</summary>
      {parts.map(({ title, value }) => (
        <div key={title}>
          <Text size="xs" c="dimmed" mt={6}>
            {title}
          </Text>
          <pre>{JSON.stringify(value, null, 1)}</pre>
        </div>
      ))}
    </details>
  );
}
