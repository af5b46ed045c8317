import { Text } from '@mantine/core';
import { IconDatabase } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRights } from '../../app/rights.ts';
import { Empty } from '../../ui/Empty.tsx';
import { formatAgo, formatDate } from '../../ui/format.ts';
import { ListTable } from '../../ui/ListTable.tsx';
import { Page } from '../../ui/Page.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { RestoreButton } from '../../ui/RestoreButton.tsx';
import { restoreCollection } from '../restore-collection.ts';
import { deletedCollectionsQuery } from './queries.ts';

/** Deleted collections that can still be restored. */
export function DeletedCollections() {
  const deletedCollections = useQuery(deletedCollectionsQuery);
  const { mayManage } = useRights();
  const restore = useMutation({ mutationFn: restoreCollection });
  return (
    <Page
      title="Deleted collections"
      description="You can restore a collection with its items until the date shown. Then it is deleted for good."
      back={{ to: '/collections', label: 'Collections' }}
    >
      <QueryView query={deletedCollections}>
        {(collections) =>
          collections.length === 0 ? (
            <Empty icon={<IconDatabase size={36} stroke={1.5} />} title="No deleted collections">
              Deleted collections stay here until they are deleted for good.
            </Empty>
          ) : (
            <ListTable
              label="Deleted collections"
              rows={collections}
              rowId={({ id, deletedDate }) => `${id} ${deletedDate}`}
              columns={[
                {
                  header: 'Name',
                  cell: ({ id, displayName }) => (
                    <>
                      {displayName || id}
                      <Text size="xs" c="dimmed" fw={400}>
                        {id}
                      </Text>
                    </>
                  ),
                },
                { header: 'Deleted', cell: ({ deletedDate }) => formatAgo(deletedDate) },
                { header: 'Can be restored until', cell: ({ restorableUntil }) => formatDate(restorableUntil) },
              ]}
              actions={({ id, displayName, idTaken }) =>
                idTaken ? (
                  <Text size="sm" c="dimmed">
                    Another collection has its id.
                  </Text>
                ) : (
                  <RestoreButton
                    label={`Restore ${displayName || id}`}
                    isDisabled={!mayManage || restore.isPending}
                    isPending={restore.isPending && restore.variables === id}
                    onClick={() => restore.mutate(id)}
                  />
                )
              }
            />
          )
        }
      </QueryView>
    </Page>
  );
}
