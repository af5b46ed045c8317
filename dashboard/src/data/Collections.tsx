import { ActionIcon, Anchor, Button, Skeleton, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconDatabase, IconPlus, IconSettings, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useRights } from '../app/rights.ts';
import { Empty } from '../ui/Empty.tsx';
import { formatDate, formatNumber } from '../ui/format.ts';
import { Page } from '../ui/Page.tsx';
import { Pager } from '../ui/Pager.tsx';
import { QueryView } from '../ui/QueryView.tsx';
import { Scroller } from '../ui/Scroller.tsx';
import { collectionPath } from './address.ts';
import { DeleteCollection } from './DeleteCollection.tsx';
import type { Collection } from './field-kinds.ts';
import { roleTitles } from './permission-levels.ts';
import { COLLECTIONS_PAGE, collectionsQuery, itemCountQuery } from './queries.ts';

export function Collections() {
  const [search, setSearch] = useSearchParams();
  const page = Math.max(1, Number(search.get('page')) || 1);
  const collections = useQuery(collectionsQuery(page));
  const { mayManage } = useRights();
  const create = mayManage && (
    <Button component={Link} to="/new-collection" leftSection={<IconPlus size={16} aria-hidden />}>
      New collection
    </Button>
  );
  return (
    <Page
      title="Collections"
      description="The content of the site: each collection holds items of one kind."
      actions={
        mayManage && (
          <>
            <Button component={Link} to="/deleted-collections" variant="default">
              Deleted
            </Button>
            {create}
          </>
        )
      }
    >
      <QueryView query={collections}>
        {(answer) =>
          answer.collections.length === 0 && page === 1 ? (
            <Empty icon={<IconDatabase size={36} stroke={1.5} />} title="No collections yet" action={create}>
              A collection is a table of items with fields you choose: products, articles, events, places.
            </Empty>
          ) : (
            <>
              <CollectionTable collections={answer.collections} mayManage={mayManage} />
              <Pager
                page={page}
                size={COLLECTIONS_PAGE}
                count={answer.collections.length}
                total={answer.pagingMetadata.total}
                hasNext={(answer.pagingMetadata.total ?? 0) > page * COLLECTIONS_PAGE}
                onPage={(next) => setSearch({ page: String(next) })}
              />
            </>
          )
        }
      </QueryView>
    </Page>
  );
}

function CollectionTable({ collections, mayManage }: { collections: readonly Collection[]; mayManage: boolean }) {
  const [doomed, setDoomed] = useState<Collection | null>(null);
  return (
    <>
      <Scroller label="Collections">
        <Table miw={640} verticalSpacing="sm" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th ta="end">Items</Table.Th>
              <Table.Th ta="end">Fields</Table.Th>
              <Table.Th>Who reads</Table.Th>
              <Table.Th>Changed</Table.Th>
              {mayManage && (
                <Table.Th>
                  <VisuallyHidden>Actions</VisuallyHidden>
                </Table.Th>
              )}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {collections.map((collection) => (
              <Table.Tr key={collection.id}>
                <Table.Td>
                  <Anchor component={Link} inherit to={collectionPath(collection.id)} fw={500}>
                    {nameOf(collection)}
                  </Anchor>
                  {nameOf(collection) !== collection.id && (
                    <Text size="xs" c="dimmed">
                      {collection.id}
                    </Text>
                  )}
                </Table.Td>
                <Table.Td ta="end">
                  <ItemCount collectionId={collection.id} />
                </Table.Td>
                <Table.Td ta="end">{collection.fields?.filter((field) => !field.systemField).length ?? 0}</Table.Td>
                <Table.Td>{roleTitles[collection.permissions?.read ?? 'ADMIN']}</Table.Td>
                <Table.Td>{collection.updatedDate ? formatDate(collection.updatedDate) : ''}</Table.Td>
                {mayManage && (
                  <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }}>
                    <ActionIcon
                      component={Link}
                      to={`${collectionPath(collection.id)}/settings`}
                      variant="subtle"
                      color="gray"
                      aria-label={`Settings of the collection ${nameOf(collection)}`}
                    >
                      <IconSettings size={17} aria-hidden />
                    </ActionIcon>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={`Delete the collection ${nameOf(collection)}`}
                      onClick={() => setDoomed(collection)}
                    >
                      <IconTrash size={17} aria-hidden />
                    </ActionIcon>
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scroller>
      <DeleteCollection doomed={doomed} onClose={() => setDoomed(null)} />
    </>
  );
}

function ItemCount({ collectionId }: { collectionId: string }) {
  const count = useQuery(itemCountQuery(collectionId));
  if (count.isPending) return <Skeleton height={14} width={32} ms="auto" />;
  return count.data === undefined ? '?' : formatNumber(count.data);
}

const nameOf = (collection: Collection): string => collection.displayName || collection.id;
