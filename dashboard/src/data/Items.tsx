import { Button, Text } from '@mantine/core';
import { IconHistory, IconPlus, IconSettings, IconTable } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ColumnVisibilityState } from '@tanstack/react-table';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useRights } from '../app/rights.ts';
import { useSignedIn } from '../app/session.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { Empty } from '../ui/Empty.tsx';
import { describeError } from '../ui/ErrorState.tsx';
import { loadHiddenColumns, saveHiddenColumns } from '../ui/hidden-columns.ts';
import { useIndexing } from '../ui/indexing.ts';
import { JobProgress } from '../ui/JobProgress.tsx';
import { Page } from '../ui/Page.tsx';
import { Pager } from '../ui/Pager.tsx';
import { QueryView } from '../ui/QueryView.tsx';
import { useRowSelection } from '../ui/use-row-selection.ts';
import { collectionPathOf, useItemsAddress } from './address.ts';
import { BulkProgress } from './BulkProgress.tsx';
import { removeItems } from './bulk-items.ts';
import { columnsOf } from './columns.tsx';
import { type Collection, filterFieldsOf } from './field-kinds.ts';
import { createKindLookup, isFiltered, NO_FILTERS, toWireFilter } from './filters.ts';
import { ItemActions } from './ItemActions.tsx';
import { ItemsToolbar } from './ItemsToolbar.tsx';
import { nameOfItem, referencesOf } from './item-names.ts';
import { roleTitles } from './permission-levels.ts';
import { collectionQuery, itemsQuery } from './queries.ts';
import { SelectionBar } from './SelectionBar.tsx';

// The inputs load when the first item opens.
const ItemDrawer = lazy(async () => ({ default: (await import('./ItemDrawer.tsx')).ItemDrawer }));

const RecentChanges = lazy(async () => ({ default: (await import('./RecentChanges.tsx')).RecentChanges }));

const back = { to: '/collections', label: 'Collections' };

const HIDDEN_BY_DEFAULT: ColumnVisibilityState = { _id: false, _owner: false, _createdDate: false };

/** The items of a collection. */
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
  return <CollectionItems collection={collection.data} key={collectionId} />;
}

function CollectionItems({ collection }: { collection: Collection }) {
  const { site } = useSignedIn();
  const { mayEdit, mayManage } = useRights();
  const [address, setAddress] = useItemsAddress();
  const isOpen = address.open !== null || address.isNew;
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  const [showsChanges, setShowsChanges] = useState(false);
  const [hidden, setHidden] = useState<ColumnVisibilityState>(() =>
    loadHiddenColumns(site.siteId, collection.id, HIDDEN_BY_DEFAULT),
  );

  const fields = collection.fields ?? [];
  const filter = toWireFilter(address.filters, createKindLookup(filterFieldsOf(fields)));
  const items = useQuery(
    itemsQuery(
      collection.id,
      {
        filter,
        sort: address.sort.map(({ id, desc }) => ({ fieldName: id, order: desc ? 'DESC' : 'ASC' })),
        paging: { limit: address.size, offset: (address.page - 1) * address.size },
      },
      { search: address.search, references: referencesOf(collection) },
    ),
  );
  const names = items.data?.names;
  const columns = useMemo(() => columnsOf(collection, names), [collection, names]);
  const rows = items.data?.items ?? [];
  const selection = useRowSelection(rows, (item) => item._id, items.isPlaceholderData);
  const total = items.data?.paging.total ?? 0;
  const indexing = useIndexing(items);
  const searchError = address.search !== '' && items.error && !indexing ? describeError(items.error) : undefined;
  const all = selection.isWholePage && total > rows.length && address.search === '' ? { filter, total } : null;
  const change: typeof setAddress = (next) => {
    selection.clear();
    setAddress(next);
  };
  const add = mayEdit && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAddress({ isNew: true })}>
      Add item
    </Button>
  );

  return (
    <Page
      title={collection.displayName || collection.id}
      back={back}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconHistory size={16} aria-hidden />}
            onClick={() => setShowsChanges(true)}
          >
            Recent changes
          </Button>
          {mayManage && (
            <Button
              variant="default"
              component={Link}
              to={`${collectionPathOf(collection.id)}/settings`}
              leftSection={<IconSettings size={16} aria-hidden />}
            >
              Fields and permissions
            </Button>
          )}
          {add}
        </>
      }
      description={
        <>
          Id <code>{collection.id}</code>. Read by: {roleTitles[collection.permissions?.read ?? 'ADMIN'].toLowerCase()}.
        </>
      }
    >
      <ItemsToolbar
        fields={fields}
        address={address}
        onAddress={change}
        columns={columns}
        hidden={hidden}
        onHide={(next) => {
          setHidden(next);
          saveHiddenColumns(site.siteId, collection.id, next);
        }}
        searchError={searchError}
      />
      <BulkProgress collectionId={collection.id} />
      <SelectionBar collection={collection} selected={selection.rows} all={all} onDone={selection.clear} />
      {indexing && <JobProgress progressLabel="Indexing items for search" {...indexing} />}
      {indexing || searchError ? (
        <Button variant="default" style={{ alignSelf: 'flex-start' }} onClick={() => change({ search: '' })}>
          Show all items
        </Button>
      ) : (
        <QueryView query={items}>
          {({ paging }) =>
            rows.length === 0 ? (
              <NothingFound
                hasCriteria={isFiltered(address.filters) || address.search !== '' || address.page > 1}
                add={add}
                reset={() => change({ filters: NO_FILTERS, search: '' })}
              />
            ) : (
              <>
                <DataTable
                  label={`Items of ${collection.displayName || collection.id}`}
                  columns={columns}
                  rows={rows}
                  rowId={(item) => item._id}
                  rowName={(item) => nameOfItem(collection, item)}
                  sorts={address.sort}
                  onSorts={(sort) => change({ sort })}
                  hidden={hidden}
                  isStale={items.isPlaceholderData}
                  onOpen={(item) => setAddress({ open: item._id })}
                  actions={(item) => (
                    <ItemActions
                      item={item}
                      name={nameOfItem(collection, item)}
                      mayEdit={mayEdit}
                      onOpen={() => setAddress({ open: item._id })}
                      onRemove={() => removeItems(collection, [item])}
                    />
                  )}
                  {...(mayEdit ? selection.table : {})}
                />
                <Pager
                  page={address.page}
                  size={address.size}
                  count={rows.length}
                  total={paging.total}
                  hasNext={paging.hasNext ?? (paging.total ?? 0) > address.page * address.size}
                  onPage={(page) => change({ page })}
                  onSize={(size) => change({ size })}
                />
              </>
            )
          }
        </QueryView>
      )}
      {showsChanges && (
        <Suspense>
          <RecentChanges collection={collection} mayUndo={mayEdit} onClose={() => setShowsChanges(false)} />
        </Suspense>
      )}
      {wasOpened && (
        <Suspense>
          <ItemDrawer
            collection={collection}
            itemId={address.open}
            isNew={address.isNew && mayEdit}
            onClose={() => setAddress({ open: null, isNew: false })}
            readOnly={!mayEdit}
          />
        </Suspense>
      )}
    </Page>
  );
}

function NothingFound({
  hasCriteria: isFiltered,
  add,
  reset,
}: {
  hasCriteria: boolean;
  add: React.ReactNode;
  reset: () => void;
}) {
  if (isFiltered) {
    return (
      <Empty
        icon={<IconTable size={36} stroke={1.5} />}
        title="No matching items"
        action={
          <Button variant="default" onClick={reset}>
            Show all items
          </Button>
        }
      >
        No item matches your search and filters.
      </Empty>
    );
  }
  return (
    <Empty icon={<IconTable size={36} stroke={1.5} />} title="No items yet" action={add}>
      <Text span inherit>
        Add the first item here, or let your website add items.
      </Text>
    </Empty>
  );
}
