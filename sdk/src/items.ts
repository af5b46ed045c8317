import type { Calls } from '@portico/contract';
import type { Call } from './call.ts';
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
import { type AggregateRow, createItemsAggregate, type ItemsAggregate, unwrapGroup } from './items-aggregate.ts';
import {
  type BulkItems,
  type ConditionOptions,
  createBulkItems,
  type WriteOptions,
  withCondition,
} from './items-bulk.ts';
import { createFilter, type ItemsFilter } from './items-filter.ts';
import { createItemsJobs, type ItemsJobs } from './items-jobs.ts';
import { wirePage } from './items-page.ts';
import { createItemsPatch, type ItemsPatch } from './items-patch.ts';
import {
  createItemsQuery,
  createItemsSearch,
  type ItemsQuery,
  type ItemsSearch,
  type QueryCalls,
} from './items-query.ts';
import { createItemReferences, type ItemReferences } from './items-references.ts';

/**
 * Items of collections: `client.items`. Calls throw DataError for invalid arguments and PorticoError for errors of the
 * server.
 */
export interface ItemsClient extends BulkItems, ItemReferences, ItemsJobs {
  query(collectionId: string): ItemsQuery;
  /** Full-text search. */
  search(collectionId: string): ItemsSearch;
  /** Groups items and aggregates over the groups. */
  aggregate(collectionId: string): ItemsAggregate;
  /** Creates an empty filter to combine with others, or for an aggregation or a condition. */
  filter(): ItemsFilter;
  /** Returns the item, or null if there is none that the caller may read. */
  get(collectionId: string, itemId: string, options?: ItemOptions): Promise<StoredItem | null>;
  /**
   * Inserts an item. The server generates a missing `_id`.
   * @throws PorticoError WDE0074 if the id is taken
   */
  insert(collectionId: string, item: Item, options?: WriteOptions): Promise<StoredItem>;
  /**
   * Replaces an item. Omitted fields are removed.
   * @throws PorticoError WDE0073 if it does not exist
   */
  update(
    collectionId: string,
    item: Item & { _id: string },
    options?: WriteOptions & ConditionOptions,
  ): Promise<StoredItem>;
  /** Inserts an item, or replaces the one with its id. */
  save(collectionId: string, item: Item, options?: WriteOptions): Promise<StoredItem>;
  /**
   * Changes single fields.
   * @throws PorticoError WDE0073 if the item does not exist
   */
  patch(collectionId: string, itemId: string): ItemsPatch<StoredItem, ConditionOptions>;
  /** Removes an item and returns it, or null if it did not exist. */
  remove(collectionId: string, itemId: string, options?: ConditionOptions): Promise<StoredItem | null>;
  /** Removes every item of a collection. */
  truncate(collectionId: string): Promise<void>;
}

export function createItemsClient(call: Call): ItemsClient {
  return {
    ...createBulkItems(call),
    ...createItemReferences(call),
    ...createItemsJobs(call),
    query(collectionId) {
      checkCollection(collectionId);
      return createItemsQuery(queryCalls(call, collectionId));
    },
    search(collectionId) {
      checkCollection(collectionId);
      return createItemsSearch(queryCalls(call, collectionId));
    },
    aggregate(collectionId) {
      checkCollection(collectionId);
      return createItemsAggregate(async (request, options) => {
        const body = { dataCollectionId: collectionId, ...request, ...options };
        const { results, pagingMetadata } = await call('data.items.aggregate', { body });
        return wirePage(
          results.map((row) => unwrapGroup(decodeDates(row) as AggregateRow)),
          pagingMetadata,
        );
      });
    },
    filter: () => createFilter(),
    async get(collectionId, itemId, options = {}) {
      checkAll(collectionId, options, itemId);
      const query = { dataCollectionId: collectionId, dataItemId: itemId, ...options };
      return orNull(call('data.items.get', { query }));
    },
    async insert(collectionId, item, options = {}) {
      const body = { ...oneItem(collectionId, item, options), ...options };
      return toItem((await call('data.items.insert', { body })).dataItem);
    },
    async update(collectionId, item, options = {}) {
      const body = { ...oneItem(collectionId, item, options), ...withCondition(options) };
      if (!item._id) throw new DataError('WDE0007', 'The item of an update must have an _id.');
      return toItem((await call('data.items.update', { body })).dataItem);
    },
    async save(collectionId, item, options = {}) {
      const body = { ...oneItem(collectionId, item, options), ...options };
      return toItem((await call('data.items.save', { body })).dataItem);
    },
    patch(collectionId, dataItemId) {
      checkAll(collectionId, {}, dataItemId);
      return createItemsPatch(async (fieldModifications, options: ConditionOptions) => {
        checkOptions(options);
        const patch = { dataItemId, fieldModifications };
        const body = { dataCollectionId: collectionId, patch, ...withCondition(options) };
        return toItem((await call('data.items.patch', { body })).dataItem);
      });
    },
    async remove(collectionId, itemId, options = {}) {
      checkAll(collectionId, options, itemId);
      const body = { dataCollectionId: collectionId, dataItemId: itemId, ...withCondition(options) };
      return orNull(call('data.items.remove', { body }));
    },
    async truncate(collectionId) {
      checkCollection(collectionId);
      await call('data.items.truncate', { body: { dataCollectionId: collectionId } });
    },
  };
}

const queryCalls = (call: Call, dataCollectionId: string): QueryCalls => ({
  async query(query, around) {
    return pageOf(await call('data.items.query', { body: { dataCollectionId, query, ...around } }));
  },
  async search(search, around) {
    return pageOf(await call('data.items.search', { body: { dataCollectionId, search, ...around } }));
  },
  async count(filter, options) {
    return (await call('data.items.count', { body: { dataCollectionId, filter, ...options } })).totalCount;
  },
  async distinct(request, options) {
    const body = { dataCollectionId, ...request, ...options };
    const { distinctValues, pagingMetadata } = await call('data.items.distinct', { body });
    return wirePage(distinctValues.map(decodeDates), pagingMetadata);
  },
});

const pageOf = ({ dataItems, pagingMetadata }: Calls['data.items.query']['answer']) =>
  wirePage(dataItems.map(toItem), pagingMetadata);

function checkAll(collectionId: string, options: ItemOptions, ...itemIds: string[]): void {
  checkCollection(collectionId);
  for (const itemId of itemIds) checkItemId(itemId);
  checkOptions(options);
}

function oneItem(dataCollectionId: string, item: Item, options: ItemOptions) {
  checkAll(dataCollectionId, options);
  checkItem(item);
  const data = encodeDates(item) as Record<string, unknown>;
  return { dataCollectionId, dataItem: { ...(item._id ? { id: item._id } : {}), data } };
}

const toItem = (wire: { data: Record<string, unknown> }): StoredItem => decodeDates(wire.data) as StoredItem;

async function orNull(answer: Promise<{ dataItem: { data: Record<string, unknown> } }>): Promise<StoredItem | null> {
  try {
    return toItem((await answer).dataItem);
  } catch (error) {
    if (error instanceof PorticoError && error.code === 'WDE0073') return null;
    throw error;
  }
}
