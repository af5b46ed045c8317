import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import { IconDatabase, IconPlus, IconSettings, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useRights } from '../app/rights.ts';
import { useSignedIn } from '../app/session.ts';
import { Empty } from '../ui/Empty.tsx';
import { formatDate, formatNumber } from '../ui/format.ts';
import { ListTable } from '../ui/ListTable.tsx';
import { Page } from '../ui/Page.tsx';
import { Pager } from '../ui/Pager.tsx';
import { QueryView } from '../ui/QueryView.tsx';
import { RowActions } from '../ui/RowActions.tsx';
import { collectionPathOf } from './address.ts';
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
      description="The content of the site. Each collection contains items of one kind."
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
        {(data) =>
          data.collections.length === 0 && page === 1 ? (
            <Empty icon={<IconDatabase size={36} stroke={1.5} />} title="No collections yet" action={create}>
              A collection is a table of items with fields you choose: products, articles, events, places.
            </Empty>
          ) : (
            <>
              <CollectionTable collections={data.collections} mayManage={mayManage} />
              <Pager
                page={page}
                size={COLLECTIONS_PAGE}
                count={data.collections.length}
                total={data.pagingMetadata.total}
                hasNext={(data.pagingMetadata.total ?? 0) > page * COLLECTIONS_PAGE}
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
  const [deleting, setDeleting] = useState<Collection | null>(null);
  return (
    <>
      <ListTable
        label="Collections"
        rows={collections}
        rowId={({ id }) => id}
        columns={[
          { header: 'Name', cell: (collection) => <NameCell collection={collection} /> },
          { header: 'Items', isNumeric: true, cell: ({ id }) => <ItemCount collectionId={id} /> },
          {
            header: 'Fields',
            isNumeric: true,
            cell: ({ fields = [] }) => fields.filter((field) => !field.systemField).length,
          },
          { header: 'Who can read', cell: ({ permissions }) => roleTitles[permissions?.read ?? 'ADMIN'] },
          { header: 'Changed', cell: ({ updatedDate }) => updatedDate && formatDate(updatedDate) },
        ]}
        {...(mayManage
          ? {
              actions: (collection: Collection) => (
                <RowActions
                  actions={[
                    {
                      label: `Settings of the collection ${nameOf(collection)}`,
                      Icon: IconSettings,
                      to: `${collectionPathOf(collection.id)}/settings`,
                    },
                    {
                      label: `Delete the collection ${nameOf(collection)}`,
                      Icon: IconTrash,
                      onClick: () => setDeleting(collection),
                    },
                  ]}
                />
              ),
            }
          : {})}
      />
      <DeleteCollection collection={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

function NameCell({ collection }: { collection: Collection }) {
  const name = nameOf(collection);
  const { starter } = useSignedIn().site;
  return (
    <>
      <Anchor component={Link} inherit to={collectionPathOf(collection.id)}>
        {name}
      </Anchor>
      {name !== collection.id && (
        <Text size="xs" c="dimmed" fw={400}>
          {collection.id}
        </Text>
      )}
      {collection.id === starter?.collectionId && (
        <Text size="xs" c="dimmed" fw={400}>
          Starter content: an example that you can change or delete.
        </Text>
      )}
    </>
  );
}

function ItemCount({ collectionId }: { collectionId: string }) {
  const count = useQuery(itemCountQuery(collectionId));
  if (count.isPending) return <Skeleton height={14} width={32} ms="auto" />;
  return count.data === undefined ? '?' : formatNumber(count.data);
}

const nameOf = (collection: Collection): string => collection.displayName || collection.id;
