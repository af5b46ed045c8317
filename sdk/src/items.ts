import type { Call } from './client.ts';
import { DataError } from './data-error.ts';
import { decodeDates, encodeDates } from './dates.ts';
import { PorticoError } from './error.ts';
import {
  checkCollection,
  checkItem,
  checkItemId,
  checkOptions,
  type Item,
  type ItemOptions,
  type StoredItem,
} from './item-checks.ts';
import { createItemsQuery, type ItemsQuery, type RunQuery } from './items-query.ts';

/** Items of collections: `client.items`. Each call throws DataError for what it refuses, PorticoError for what the server does. */
export interface ItemsClient {
  query(collectionId: string): ItemsQuery;
  /** The item, or null where there is none that the caller may read. */
  get(collectionId: string, itemId: string, options?: ItemOptions): Promise<StoredItem | null>;
  /** Adds an item; without `_id` the server makes one. @throws PorticoError WDE0074 where the id is taken */
  insert(collectionId: string, item: Item, options?: ItemOptions): Promise<StoredItem>;
  /** Replaces a whole item: fields that are not sent vanish. @throws PorticoError WDE0073 where there is none */
  update(collectionId: string, item: Item & { _id: string }, options?: ItemOptions): Promise<StoredItem>;
  /** Removes an item and answers it; null where there was none. */
  remove(collectionId: string, itemId: string, options?: ItemOptions): Promise<StoredItem | null>;
}

export function createItemsClient(call: Call): ItemsClient {
  return {
    query(collectionId) {
      checkCollection(collectionId);
      const run: RunQuery = async (query, { returnTotalCount, ...options }) => {
        const answer = await call('data.items.query', {
          body: {
            dataCollectionId: collectionId,
            query,
            ...options,
            ...(returnTotalCount === undefined ? {} : { returnTotalCount }),
          },
        });
        const { total, hasNext = false, cursors = {} } = answer.pagingMetadata;
        return { items: answer.dataItems.map(toItem), total, hasNext, cursors };
      };
      return createItemsQuery(run, async (filter, options) => {
        const answer = await call('data.items.count', { body: { dataCollectionId: collectionId, filter, ...options } });
        return answer.totalCount;
      });
    },
    async get(collectionId, itemId, options = {}) {
      checkAll(collectionId, options, itemId);
      const query = { dataCollectionId: collectionId, dataItemId: itemId, ...options };
      return orNull(call('data.items.get', { query }));
    },
    async insert(collectionId, item, options = {}) {
      checkAll(collectionId, options);
      checkItem(item);
      const body = { dataCollectionId: collectionId, dataItem: toWire(item), ...options };
      return toItem((await call('data.items.insert', { body })).dataItem);
    },
    async update(collectionId, item, options = {}) {
      checkAll(collectionId, options);
      checkItem(item);
      if (!item._id) throw new DataError('WDE0007', 'An update needs the _id of the item.');
      const body = { dataCollectionId: collectionId, dataItem: toWire(item), ...options };
      return toItem((await call('data.items.update', { body })).dataItem);
    },
    async remove(collectionId, itemId, options = {}) {
      checkAll(collectionId, options, itemId);
      const body = { dataCollectionId: collectionId, dataItemId: itemId, ...options };
      return orNull(call('data.items.remove', { body }));
    },
  };
}

function checkAll(collectionId: string, options: ItemOptions, ...itemIds: string[]): void {
  checkCollection(collectionId);
  for (const itemId of itemIds) checkItemId(itemId);
  checkOptions(options);
}

const toWire = (item: Item) => ({
  ...(item._id ? { id: item._id } : {}),
  data: encodeDates(item) as Record<string, unknown>,
});

const toItem = (wire: { data: Record<string, unknown> }): StoredItem => decodeDates(wire.data) as StoredItem;

async function orNull(answer: Promise<{ dataItem: { data: Record<string, unknown> } }>): Promise<StoredItem | null> {
  try {
    return toItem((await answer).dataItem);
  } catch (error) {
    if (error instanceof PorticoError && error.code === 'WDE0073') return null;
    throw error;
  }
}
