import type { Calls } from '@portico/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { admin } from '../app/client.ts';
import type { Item } from './field-kinds.ts';

export const collectionQuery = (collectionId: string) =>
  queryOptions({
    queryKey: ['collections', 'one', collectionId],
    queryFn: async () =>
      (await admin.call('data.collections.get', { query: { dataCollectionId: collectionId } })).collection,
  });

export const COLLECTIONS_PAGE = 25;

export const collectionsQuery = (page: number) =>
  queryOptions({
    queryKey: ['collections', 'page', page],
    queryFn: () => {
      const paging = { limit: COLLECTIONS_PAGE, offset: (page - 1) * COLLECTIONS_PAGE };
      return admin.call('data.collections.list', {
        query: { paging, sort: { fieldName: 'displayName', order: 'ASC' } },
      });
    },
    placeholderData: keepPreviousData,
  });

/** Every collection, for choosing one: as many as a site may have. */
export const allCollectionsQuery = queryOptions({
  queryKey: ['collections', 'all'],
  queryFn: async () =>
    (
      await admin.call('data.collections.list', {
        query: { paging: { limit: 1_000 }, sort: { fieldName: 'displayName', order: 'ASC' } },
      })
    ).collections,
});

export const itemCountQuery = (collectionId: string) =>
  queryOptions({
    queryKey: ['items', collectionId, 'count'],
    queryFn: async () =>
      (await admin.call('data.items.count', { body: { dataCollectionId: collectionId, filter: {} } })).totalCount,
  });

type Query = NonNullable<Calls['data.items.query']['body']['query']>;

/** @param search words that the items must hold; '' for none */
export const itemsQuery = (collectionId: string, query: Query, search = '') =>
  queryOptions({
    queryKey: ['items', collectionId, 'page', query, search],
    queryFn: async () => {
      const common = { dataCollectionId: collectionId, returnTotalCount: true, consistentRead: true };
      const { dataItems, pagingMetadata } =
        search === ''
          ? await admin.call('data.items.query', { body: { ...common, query } })
          : await admin.call('data.items.search', {
              body: { ...common, search: { ...query, search: { expression: search, mode: 'AND' } } },
            });
      return { items: dataItems.map(({ id, data }): Item => ({ ...data, _id: id })), paging: pagingMetadata };
    },
    placeholderData: keepPreviousData,
  });
