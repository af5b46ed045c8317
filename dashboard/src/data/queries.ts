import type { Calls } from '@portico/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { admin } from '../app/client.ts';
import type { Item } from './field-kinds.ts';
import { indexingOf } from './indexing.ts';

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

interface ItemsOptions {
  /** words that the items must hold; '' for none */
  search?: string;
  /** reference fields whose items are asked for too, to be shown by their names */
  references?: readonly string[];
}

/** A page of items. Single references are ids as stored; `names` holds what the items they point to are called. */
export const itemsQuery = (collectionId: string, query: Query, { search = '', references = [] }: ItemsOptions = {}) =>
  queryOptions({
    queryKey: ['items', collectionId, 'page', query, search, references],
    queryFn: async () => {
      const common = {
        dataCollectionId: collectionId,
        returnTotalCount: true,
        consistentRead: true,
        ...(references.length > 0 ? { includeReferences: references.map((field) => ({ field, limit: 1 })) } : {}),
      };
      const { dataItems, pagingMetadata } =
        search === ''
          ? await admin.call('data.items.query', { body: { ...common, query } })
          : await admin.call('data.items.search', {
              body: { ...common, search: { ...query, search: { expression: search, mode: 'AND' } } },
            });
      const names = new Map<string, string>();
      const items = dataItems.map(({ id, data }): Item => ({ ...data, ...pointers(data, references, names), _id: id }));
      return { items, names, paging: pagingMetadata };
    },
    refetchInterval: ({ state }) => (indexingOf(state.error) ? 1_500 : false),
    placeholderData: keepPreviousData,
  });

/** The ids that reference fields hold, taken out of the items that were included. */
function pointers(
  data: Record<string, unknown>,
  references: readonly string[],
  names: Map<string, string>,
): Record<string, unknown> {
  const ids: Record<string, unknown> = {};
  for (const key of references) {
    const item = data[key];
    if (typeof item !== 'object' || item === null || !('_id' in item)) continue;
    ids[key] = item._id;
    const name = firstText(item as Record<string, unknown>);
    if (name) names.set(String(item._id), name);
  }
  return ids;
}

/** What an item of a collection that is not at hand is called: its name or title, else its first text. */
function firstText(item: Record<string, unknown>): string | undefined {
  const texts = Object.entries(item).filter(([key, value]) => !key.startsWith('_') && typeof value === 'string');
  const [, named] = texts.find(([key]) => key === 'name' || key === 'title') ?? texts[0] ?? [];
  return typeof named === 'string' && named !== '' ? named.slice(0, 80) : undefined;
}
