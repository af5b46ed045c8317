import { Button, Text } from '@mantine/core';
import { IconPlus, IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ColumnVisibilityState, RowSelectionState } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import { useRights } from '../app/rights.ts';
import { useSignedIn } from '../app/session.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Page } from '../ui/Page.tsx';
import { Pager } from '../ui/Pager.tsx';
import { QueryView } from '../ui/QueryView.tsx';
import { useItemsAddress } from './address.ts';
import { columnsOf, nameOfItem } from './columns.tsx';
import type { Collection, Item } from './field-kinds.ts';
import { kindOf } from './field-kinds.ts';
import { wireFilter } from './filters.ts';
import { ItemActions } from './ItemActions.tsx';
import { ItemDrawer } from './ItemDrawer.tsx';
import { ItemsToolbar } from './ItemsToolbar.tsx';
import { keepColumns, keptColumns } from './kept-columns.ts';
import { roleTitles } from './permission-levels.ts';
import { collectionQuery, itemsQuery } from './queries.ts';
import { removeItems } from './remove-items.ts';

const back = { to: '/collections', label: 'Collections' };

/** A collection's items. */
export function Items() {
  const { collectionId = '' } = useParams();
  const collection = useQuery(collectionQuery(collectionId));
  if (!collection.data) {
    return (
      <Page title={collectionId} back={back}>
        <QueryView query={collection}>{() => null}</QueryView>
      </Page>
    );
  }
  return <ItemsOf collection={collection.data} key={collectionId} />;
}

/** null: no drawer; 'new': an empty one */
type Opened = Item | 'new' | null;

function ItemsOf({ collection }: { collection: Collection }) {
  const { site } = useSignedIn();
  const { mayEdit } = useRights();
  const [address, setAddress] = useItemsAddress();
  const [opened, setOpened] = useState<Opened>(null);
  const [selection, setSelection] = useState<RowSelectionState>({});
  const [hidden, setHidden] = useState<ColumnVisibilityState>(() => keptColumns(site.siteId, collection.id));

  const fields = collection.fields ?? [];
  const kindByKey = new Map(fields.map((field) => [field.key, kindOf(field)]));
  const items = useQuery(
    itemsQuery(collection.id, {
      filter: wireFilter(address.filters, (key) => kindByKey.get(key)),
      sort: address.sort ? [{ fieldName: address.sort.id, order: address.sort.desc ? 'DESC' : 'ASC' }] : [],
      paging: { limit: address.size, offset: (address.page - 1) * address.size },
    }),
  );
  const columns = useMemo(() => columnsOf(collection, setOpened), [collection]);
  const hide = (next: ColumnVisibilityState) => {
    setHidden(next);
    keepColumns(site.siteId, collection.id, next);
  };
  const remove = async (doomed: readonly Item[]) => {
    setSelection({});
    setOpened(null);
    await removeItems(collection.id, doomed);
  };
  const add = mayEdit && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened('new')}>
      Add item
    </Button>
  );

  return (
    <Page
      title={collection.displayName || collection.id}
      back={back}
      actions={add}
      description={
        <>
          Id <code>{collection.id}</code>. Read by: {roleTitles[collection.permissions?.read ?? 'ADMIN'].toLowerCase()}.
        </>
      }
    >
      <ItemsToolbar
        fields={fields}
        filters={address.filters}
        onFilters={(filters) => setAddress({ filters })}
        columns={columns}
        hidden={hidden}
        onHide={hide}
        chosen={Object.keys(selection).length}
        onRemove={() => remove((items.data?.items ?? []).filter((item) => selection[item._id]))}
      />
      <QueryView query={items}>
        {({ items: rows, paging }) =>
          rows.length === 0 ? (
            <NothingFound
              isFiltered={address.filters.length > 0 || address.page > 1}
              add={add}
              reset={() => setAddress({ filters: [] })}
            />
          ) : (
            <>
              <DataTable
                label={`Items of ${collection.displayName || collection.id}`}
                columns={columns}
                rows={rows}
                rowId={(item) => item._id}
                rowName={(item) => nameOfItem(collection, item)}
                sort={address.sort}
                onSort={(sort) => setAddress({ sort })}
                hidden={hidden}
                isStale={items.isPlaceholderData}
                actions={(item) => (
                  <ItemActions
                    item={item}
                    name={nameOfItem(collection, item)}
                    mayEdit={mayEdit}
                    onOpen={() => setOpened(item)}
                    onRemove={() => remove([item])}
                  />
                )}
                {...(mayEdit ? { selection, onSelect: setSelection } : {})}
              />
              <Pager
                page={address.page}
                size={address.size}
                count={rows.length}
                total={paging.total}
                hasNext={paging.hasNext ?? (paging.total ?? 0) > address.page * address.size}
                onPage={(page) => {
                  setSelection({});
                  setAddress({ page });
                }}
                onSize={(size) => setAddress({ size })}
              />
            </>
          )
        }
      </QueryView>
      <ItemDrawer collection={collection} opened={opened} onClose={() => setOpened(null)} readOnly={!mayEdit} />
    </Page>
  );
}

function NothingFound({ isFiltered, add, reset }: { isFiltered: boolean; add: React.ReactNode; reset: () => void }) {
  if (isFiltered) {
    return (
      <Empty
        icon={<IconTable size={36} stroke={1.5} />}
        title="Nothing fits"
        action={
          <Button variant="default" onClick={reset}>
            Show all items
          </Button>
        }
      >
        No item matches the filters.
      </Empty>
    );
  }
  return (
    <Empty icon={<IconTable size={36} stroke={1.5} />} title="No items yet" action={add}>
      <Text span inherit>
        Add the first one here, or let your website add them.
      </Text>
    </Empty>
  );
}
