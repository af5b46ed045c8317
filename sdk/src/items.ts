import type { Call } from './call.ts';
import { decodeDates } from './dates.ts';
import { rejectArgument } from './error.ts';
import type { FieldsOf, PatchFields } from './field-types.ts';
import { checkCollection, checkItem, checkOptions, type Item, type ItemOptions, inputOf } from './item-checks.ts';
import { type AggregateRow, createItemsAggregate, type ItemsAggregate, unwrapGroup } from './items-aggregate.ts';
import {
  type BulkItems,
  type ConditionOptions,
  checkWriteOptions,
  createBulkItems,
  type WriteOptions,
  wireItem,
  withCondition,
} from './items-bulk.ts';
import { createItemsJobs, type ItemsJobs } from './items-jobs.ts';
import { wirePage } from './items-page.ts';
import { createItemsPatch, type ItemsPatch } from './items-patch.ts';
import { createItemsPipeline, type ItemsPipeline } from './items-pipeline.ts';
import {
  checkArguments,
  createItemsQueries,
  dataCall,
  type EnvironmentMode,
  type ItemsQueries,
  inEnvironment,
  itemOrNull,
} from './items-queries.ts';
import { createItemsSearch, type ItemsSearch, toItem } from './items-query.ts';
import { createItemReferences, type ItemReferences } from './items-references.ts';
import {
  dataItemsAggregate,
  dataItemsAggregatePipeline,
  dataItemsInsert,
  dataItemsPatch,
  dataItemsRemove,
  dataItemsSave,
  dataItemsTruncate,
  dataItemsUpdate,
} from './routes.gen.ts';
import type { AnySite, CollectionId, InsertOf, ItemOf, SiteTypes, UpdateOf } from './site-types.ts';

/** Reads items of collections. Invalid arguments are rejected without a request (specification section 5). */
export interface ItemsReader<Site extends SiteTypes = AnySite> extends ItemsQueries<Site> {
  /** Full-text search. */
  search<Id extends CollectionId<Site>>(collectionId: Id): ItemsSearch<Site, Id>;
  /** Groups items and aggregates over the groups. */
  aggregate<Id extends CollectionId<Site>>(collectionId: Id): ItemsAggregate<FieldsOf<Site, Id>>;
  /** Runs stages on items: filter, group, project, unwind, sort, skip, limit. */
  pipeline(collectionId: CollectionId<Site>): ItemsPipeline;
  withEnvironment(environment: EnvironmentMode): ItemsReader<Site>;
}

/** Items of collections: `client.items`. */
export interface ItemsClient<Site extends SiteTypes = AnySite>
  extends ItemsReader<Site>,
    BulkItems<Site>,
    ItemReferences<Site>,
    ItemsJobs<Site> {
  /**
   * Inserts an item. The server generates a missing `_id`.
   * @throws PorticoError WDE0074 if the id is taken
   */
  insert<Id extends CollectionId<Site>>(
    collectionId: Id,
    item: InsertOf<Site, Id>,
    options?: WriteOptions,
  ): Promise<ItemOf<Site, Id>>;
  /**
   * Replaces an item. Omitted fields are removed.
   * @throws PorticoError WDE0073 if it does not exist
   */
  update<Id extends CollectionId<Site>>(
    collectionId: Id,
    item: UpdateOf<Site, Id>,
    options?: WriteOptions & ConditionOptions,
  ): Promise<ItemOf<Site, Id>>;
  /** Inserts an item, or replaces the stored item that has the same id. */
  save<Id extends CollectionId<Site>>(
    collectionId: Id,
    item: InsertOf<Site, Id>,
    options?: WriteOptions,
  ): Promise<ItemOf<Site, Id>>;
  /**
   * Changes single fields.
   * @throws PorticoError WDE0073 if the item does not exist
   */
  patch<Id extends CollectionId<Site>>(
    collectionId: Id,
    itemId: string,
  ): ItemsPatch<ItemOf<Site, Id>, ConditionOptions, PatchFields<UpdateOf<Site, Id>>>;
  /** Removes an item and returns it, or null if it did not exist. */
  remove<Id extends CollectionId<Site>>(
    collectionId: Id,
    itemId: string,
    options?: ConditionOptions,
  ): Promise<ItemOf<Site, Id> | null>;
  /** Removes every item of a collection. */
  truncate(collectionId: CollectionId<Site>, options?: ItemOptions): Promise<void>;
  withEnvironment(environment: EnvironmentMode): ItemsClient<Site>;
}

/** Creates the part of an items client that reads, for pages that write nothing. */
export function createItemsReader<Site extends SiteTypes = AnySite>(call: Call): ItemsReader<Site>;
export function createItemsReader(baseCall: Call): ItemsReader {
  const call = dataCall(baseCall);
  return {
    ...createItemsQueries(baseCall),
    search(collectionId) {
      checkCollection(collectionId);
      return createItemsSearch(call, collectionId);
    },
    aggregate(collectionId) {
      checkCollection(collectionId);
      return createItemsAggregate(async (request, options) => {
        const input = inputOf({ dataCollectionId: collectionId, ...request }, options);
        const { results, pagingMetadata } = await call(dataItemsAggregate, input);
        return wirePage(
          results.map((row) => unwrapGroup(decodeDates(row) as AggregateRow)),
          pagingMetadata,
        );
      });
    },
    pipeline(collectionId) {
      checkCollection(collectionId);
      return createItemsPipeline(async (request, options) => {
        const input = inputOf({ dataCollectionId: collectionId, ...request }, options);
        const { results, pagingMetadata } = await call(dataItemsAggregatePipeline, input);
        return wirePage(results.map(decodeDates) as AggregateRow[], pagingMetadata);
      });
    },
    withEnvironment: (environment) => createItemsReader(inEnvironment(call, environment)),
  };
}

export function createItemsClient<Site extends SiteTypes = AnySite>(call: Call): ItemsClient<Site>;
export function createItemsClient(baseCall: Call): ItemsClient {
  const call = dataCall(baseCall);
  const write =
    (route: typeof dataItemsInsert | typeof dataItemsUpdate | typeof dataItemsSave, needsId = false) =>
    async (collectionId: string, item: Item, options: WriteOptions & ConditionOptions = {}) => {
      const input = inputOf(itemBodyOf(collectionId, item, options), withCondition(options));
      if (needsId && !item._id) rejectArgument('WDE0007', 'The item must have an _id.');
      return toItem((await call(route, input)).dataItem);
    };
  return {
    ...createItemsReader(call),
    ...createBulkItems(call),
    ...createItemReferences(call),
    ...createItemsJobs(call),
    insert: write(dataItemsInsert),
    update: write(dataItemsUpdate, true),
    save: write(dataItemsSave),
    patch(collectionId, dataItemId) {
      checkArguments(collectionId, {}, dataItemId);
      return createItemsPatch(async (fieldModifications, options: ConditionOptions) => {
        checkOptions(options);
        const patch = { dataItemId, fieldModifications };
        const input = inputOf({ dataCollectionId: collectionId, patch }, withCondition(options));
        return toItem((await call(dataItemsPatch, input)).dataItem);
      });
    },
    async remove(collectionId, itemId, options = {}) {
      checkArguments(collectionId, options, itemId);
      const body = { dataCollectionId: collectionId, dataItemId: itemId };
      return itemOrNull(call(dataItemsRemove, inputOf(body, withCondition(options))));
    },
    async truncate(collectionId, options = {}) {
      checkArguments(collectionId, options);
      await call(dataItemsTruncate, inputOf({ dataCollectionId: collectionId }, options));
    },
    withEnvironment: (environment) => createItemsClient(inEnvironment(call, environment)),
  };
}

function itemBodyOf(dataCollectionId: string, item: Item, options: ItemOptions) {
  checkCollection(dataCollectionId);
  checkWriteOptions(options);
  checkItem(item);
  return { dataCollectionId, dataItem: wireItem(item) };
}
