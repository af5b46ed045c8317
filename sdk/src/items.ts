import type { Call } from './call.ts';
import type { Calls } from './calls.gen.ts';
import { decodeDates } from './dates.ts';
import { PorticoError, rejectArgument } from './error.ts';
import type { AnyFields, FieldPath, FieldsOf, PatchFields, SelectedItem } from './field-types.ts';
import {
  checkCollection,
  checkField,
  checkItem,
  checkItemId,
  checkOptions,
  type Item,
  type ItemOptions,
  inputOf,
  type StoredItem,
} from './item-checks.ts';
import { type AggregateRow, createItemsAggregate, type ItemsAggregate, unwrapGroup } from './items-aggregate.ts';
import {
  type BulkItems,
  type ConditionOptions,
  createBulkItems,
  type WriteOptions,
  wireItem,
  withCondition,
} from './items-bulk.ts';
import { createFilter, type ItemsFilter } from './items-filter.ts';
import { createItemsJobs, type ItemsJobs } from './items-jobs.ts';
import { wirePage } from './items-page.ts';
import { createItemsPatch, type ItemsPatch } from './items-patch.ts';
import { createItemsPipeline, type ItemsPipeline } from './items-pipeline.ts';
import {
  createItemsQuery,
  createItemsSearch,
  type ItemsQuery,
  type ItemsSearch,
  type QueryCalls,
} from './items-query.ts';
import { createItemReferences, type ItemReferences } from './items-references.ts';
import {
  dataItemsAggregate,
  dataItemsAggregatePipeline,
  dataItemsCount,
  dataItemsDistinct,
  dataItemsGet,
  dataItemsInsert,
  dataItemsPatch,
  dataItemsQuery,
  dataItemsRemove,
  dataItemsSave,
  dataItemsSearch,
  dataItemsTruncate,
  dataItemsUpdate,
} from './routes.gen.ts';
import type {
  AnySite,
  CollectionId,
  InsertOf,
  ItemOf,
  ReferenceField,
  SiteTypes,
  UpdateOf,
  WithIncluded,
} from './site-types.ts';

/** Reads items of collections. Invalid arguments are rejected without a request (specification section 5). */
export interface ItemsReader<Site extends SiteTypes = AnySite> {
  query<Id extends CollectionId<Site>>(collectionId: Id): ItemsQuery<Site, Id>;
  /** Full-text search. */
  search<Id extends CollectionId<Site>>(collectionId: Id): ItemsSearch<Site, Id>;
  /** Groups items and aggregates over the groups. */
  aggregate<Id extends CollectionId<Site>>(collectionId: Id): ItemsAggregate<FieldsOf<Site, Id>>;
  /** Runs stages on items: filter, group, project, unwind, sort, skip, limit. */
  pipeline(collectionId: CollectionId<Site>): ItemsPipeline;
  /**
   * Creates an empty filter to combine with others, or for an aggregation or a condition. `filter<'Books'>()` checks
   * its fields against those of a collection.
   */
  filter<Id extends CollectionId<Site> = never>(): ItemsFilter<[Id] extends [never] ? AnyFields : FieldsOf<Site, Id>>;
  /** Returns the item, or null if there is none that the caller may read. */
  get<
    Id extends CollectionId<Site>,
    Included extends ReferenceField<Site, Id> = never,
    Selected extends FieldPath<FieldsOf<Site, Id>> = never,
  >(
    collectionId: Id,
    itemId: string,
    options?: GetOptions<Included, Selected>,
  ): Promise<SelectedItem<WithIncluded<Site, Id, ItemOf<Site, Id>, Included>, Selected> | null>;
  /** Returns a client whose calls use this environment of the data. */
  withEnvironment(environment: EnvironmentMode): ItemsReader<Site>;
}

export interface GetOptions<Included extends string = string, Selected extends string = string> extends ItemOptions {
  /** Includes the items that these reference fields refer to. */
  readonly include?: readonly Included[] | undefined;
  /** Returns only these fields and the id. */
  readonly fields?: readonly Selected[] | undefined;
}

/** The copy of the data that a call uses. Portico has no sandbox yet: `SANDBOX` is rejected with WDE0179. */
export type EnvironmentMode = NonNullable<Calls['data.items.query']['body']['environment']>;

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
    filter: () => createFilter(),
    async get(
      collectionId: string,
      itemId: string,
      { signal, include = [], fields = [], ...options }: GetOptions = {},
    ): Promise<StoredItem | null> {
      checkArguments(collectionId, options, itemId);
      for (const field of [...include, ...fields]) checkField(field);
      const query = {
        dataCollectionId: collectionId,
        dataItemId: itemId,
        ...options,
        ...(include.length > 0 ? { includeReferences: include.map((field) => ({ field })) } : {}),
        ...(fields.length > 0 ? { fields: [...fields] } : {}),
      };
      return itemOrNull(call(dataItemsGet, { query, signal }));
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

const inEnvironment =
  (call: Call, environment: EnvironmentMode): Call =>
  (route, { query, body, ...input } = {}) =>
    call(route, { ...input, ...(body ? { body: { ...body, environment } } : { query: { ...query, environment } }) });

/** Converts the codes of errors to those of specification section 8, "Data errors". */
const dataCall =
  (call: Call): Call =>
  async (route, input) => {
    try {
      return await call(route, input);
    } catch (error) {
      const code = error instanceof PorticoError && dataCodeOf(error);
      throw code ? new PorticoError(error.message, { ...error, code }) : error;
    }
  };

function dataCodeOf({ status, code }: PorticoError): string | null {
  if (status === 413) return 'WDE0109';
  if (code === 'INVALID_ARGUMENT') return 'WD_VALIDATION_ERROR';
  return code === 'SYSTEM_ERROR' ? 'WD_UNKNOWN_ERROR' : null;
}

const queryCalls = (call: Call, dataCollectionId: string): QueryCalls => ({
  async query(query, requestOptions) {
    return pageOf(await call(dataItemsQuery, { ...inputOf({ dataCollectionId, query }, requestOptions), asGet: true }));
  },
  async search(search, requestOptions) {
    return pageOf(await call(dataItemsSearch, inputOf({ dataCollectionId, search }, requestOptions)));
  },
  async count(filter, options) {
    return (await call(dataItemsCount, inputOf({ dataCollectionId, filter }, options))).totalCount;
  },
  async distinct(request, options) {
    const input = inputOf({ dataCollectionId, ...request }, options);
    const { distinctValues, pagingMetadata } = await call(dataItemsDistinct, input);
    return wirePage(distinctValues.map(decodeDates), pagingMetadata);
  },
});

const pageOf = ({ dataItems, pagingMetadata }: Calls['data.items.query']['response']) =>
  wirePage(dataItems.map(toItem), pagingMetadata);

function checkArguments(collectionId: string, options: ItemOptions, ...itemIds: string[]): void {
  checkCollection(collectionId);
  for (const itemId of itemIds) checkItemId(itemId);
  checkOptions(options);
}

function itemBodyOf(dataCollectionId: string, item: Item, options: ItemOptions) {
  checkArguments(dataCollectionId, options);
  checkItem(item);
  return { dataCollectionId, dataItem: wireItem(item) };
}

const toItem = (wire: { data: Record<string, unknown> }): StoredItem => decodeDates(wire.data) as StoredItem;

async function itemOrNull(
  request: Promise<{ dataItem: { data: Record<string, unknown> } }>,
): Promise<StoredItem | null> {
  try {
    return toItem((await request).dataItem);
  } catch (error) {
    if (error instanceof PorticoError && error.code === 'WDE0073') return null;
    throw error;
  }
}
