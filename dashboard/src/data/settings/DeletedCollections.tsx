import { Button, Table, Text } from '@mantine/core';
import { IconDatabase } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRights } from '../../app/rights.ts';
import { Empty } from '../../ui/Empty.tsx';
import { formatAgo, formatDate } from '../../ui/format.ts';
import { Page } from '../../ui/Page.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { restoreCollection } from '../restore-collection.ts';
import { deletedCollectionsQuery } from './queries.ts';

/** Collections that were deleted and can still come back. */
export function DeletedCollections() {
  const deleted = useQuery(deletedCollectionsQuery);
  const { mayManage } = useRights();
  const restore = useMutation({ mutationFn: restoreCollection });
  return (
    <Page
      title="Deleted collections"
      description="They come back with their items until the day that is named, and are then gone for good."
      back={{ to: '/collections', label: 'Collections' }}
    >
      <QueryView query={deleted}>
        {(collections) =>
          collections.length === 0 ? (
            <Empty icon={<IconDatabase size={36} stroke={1.5} />} title="Nothing is deleted">
              A collection that is deleted waits here for a while.
            </Empty>
          ) : (
            <Scroller label="Deleted collections">
              <Table miw={560} verticalSpacing="sm">
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>Name</Table.Th>
                    <Table.Th>Deleted</Table.Th>
                    <Table.Th>Can come back until</Table.Th>
                    <Table.Th>Restore</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {collections.map(({ id, displayName, deletedDate, restorableUntil, idTaken }) => (
                    <Table.Tr key={`${id} ${deletedDate}`}>
                      <Table.Td fw={500}>
                        {displayName || id}
                        <Text size="xs" c="dimmed" fw={400}>
                          {id}
                        </Text>
                      </Table.Td>
                      <Table.Td>{formatAgo(deletedDate)}</Table.Td>
                      <Table.Td>{formatDate(restorableUntil)}</Table.Td>
                      <Table.Td>
                        {idTaken ? (
                          <Text size="sm" c="dimmed">
                            Another collection has its id.
                          </Text>
                        ) : (
                          <Button
                            size="compact-sm"
                            variant="default"
                            aria-label={`Restore ${displayName || id}`}
                            disabled={!mayManage || restore.isPending}
                            loading={restore.isPending && restore.variables === id}
                            onClick={() => restore.mutate(id)}
                          >
                            Restore
                          </Button>
                        )}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Scroller>
          )
        }
      </QueryView>
    </Page>
  );
}
