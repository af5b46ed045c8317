import type { Calls } from '@portico/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { admin } from '../app/client.ts';
import { queryClient } from '../app/query-client.ts';
import { refetchWhileIndexing } from '../ui/indexing.ts';
import type { Collection, Item } from './field-kinds.ts';
import { MAX_SHOWN_LINKS, nameOfItem, type ReferenceField } from './item-names.ts';

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

/** The first 1,000 collections by name (the maximum size of a page), for select inputs. */
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

interface ItemsOptions {
  /** Search text; '' for none. */
  search?: string;
  /** Reference fields whose items the response includes, so that their names can be shown. */
  references?: readonly ReferenceField[];
}

/** A page of items. References are ids; `names` contains the names of the referenced items. */
export const itemsQuery = (collectionId: string, query: Query, { search = '', references = [] }: ItemsOptions = {}) =>
  queryOptions({
    queryKey: ['items', collectionId, 'page', query, search, references],
    queryFn: async () => {
      const common = {
        dataCollectionId: collectionId,
        returnTotalCount: true,
        consistentRead: true,
        ...(references.length > 0
          ? {
              includeReferences: references.map(({ key, isMultiReference }) => ({
                field: key,
                limit: isMultiReference ? MAX_SHOWN_LINKS : 1,
              })),
            }
          : {}),
      };
      const { dataItems, pagingMetadata } =
        search === ''
          ? await admin.call('data.items.query', { body: { ...common, query } })
          : await admin.call('data.items.search', {
              body: { ...common, search: { ...query, search: { expression: search, mode: 'AND' } } },
            });
      const collections = await referencedCollections(references);
      const names = new Map<string, string>();
      const items = dataItems.map(({ id, data }): Item => {
        const ids: Record<string, unknown> = {};
        for (const { key, collectionId } of references) {
          const nameOf = (item: Item) => {
            names.set(item._id, nameOfReferenced(collections.get(collectionId), item));
            return item._id;
          };
          const value = data[key];
          if (Array.isArray(value)) ids[key] = value.map((entry) => (isItem(entry) ? nameOf(entry) : entry));
          else if (isItem(value)) ids[key] = nameOf(value);
        }
        return { ...data, ...ids, _id: id };
      });
      return { items, names, paging: pagingMetadata };
    },
    refetchInterval: refetchWhileIndexing,
    placeholderData: keepPreviousData,
  });

/** One item with its references as ids; null if it does not exist. */
export const itemQuery = (collectionId: string, itemId: string) =>
  queryOptions({
    queryKey: ['items', collectionId, 'one', itemId],
    queryFn: async (): Promise<Item | null> => {
      const query = { filter: { _id: itemId }, paging: { limit: 1 } };
      const body = { dataCollectionId: collectionId, query, consistentRead: true };
      const [found] = (await admin.call('data.items.query', { body })).dataItems;
      return found ? { ...found.data, _id: found.id } : null;
    },
  });

/** The names of items by their ids, without deleted items. */
export const namesQuery = (collectionId: string, ids: readonly string[]) =>
  queryOptions({
    queryKey: ['items', collectionId, 'names', ids],
    queryFn: async () => {
      const query = { filter: { _id: { $in: [...ids] } }, paging: { limit: 1_000 } };
      const body = { dataCollectionId: collectionId, query, consistentRead: true };
      const [collection, { dataItems }] = await Promise.all([
        queryClient.ensureQueryData(collectionQuery(collectionId)),
        admin.call('data.items.query', { body }),
      ]);
      return new Map(dataItems.map(({ id, data }) => [id, nameOfItem(collection, { ...data, _id: id })]));
    },
    placeholderData: keepPreviousData,
  });

/** Loads the collections of reference fields. Returns them by id, without deleted ones. */
async function referencedCollections(references: readonly ReferenceField[]): Promise<Map<string, Collection>> {
  const ids = [...new Set(references.map(({ collectionId }) => collectionId))];
  const found = await Promise.all(
    ids.map((id) => queryClient.ensureQueryData({ ...collectionQuery(id), retry: false }).catch(() => null)),
  );
  return new Map(found.flatMap((collection) => (collection ? [[collection.id, collection]] : [])));
}

const nameOfReferenced = (collection: Collection | undefined, item: Item): string =>
  nameOfItem(collection ?? { id: '' }, item);

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && '_id' in value;
