import type { Call } from './call.ts';
import type { Calls } from './calls.gen.ts';
import { encodeDates } from './dates.ts';
import { rejectArgument } from './error.ts';
import type { PatchFields } from './field-types.ts';
import {
  checkCollection,
  checkCount,
  checkItems,
  checkOptions,
  type Item,
  type ItemOptions,
  inputOf,
} from './item-checks.ts';
import { type Filtering, filterOf, type WireFilter } from './items-filter.ts';
import { createItemsPatch, type ItemsPatch } from './items-patch.ts';
import { dataBulkInsert, dataBulkPatch, dataBulkRemove, dataBulkSave, dataBulkUpdate } from './routes.gen.ts';
import type { AnySite, CollectionId, InsertOf, SiteTypes, UpdateOf } from './site-types.ts';

export interface WriteOptions extends ItemOptions {
  /** Also writes the values of multi-reference fields. */
  readonly saveReferences?: boolean | undefined;
  /** Returns referenced items instead of their ids. */
  readonly includeReferencedItems?: boolean | undefined;
}

export interface InsertOptions extends WriteOptions {
  /** Replaces items whose ids are taken, instead of skipping them. */
  readonly overrideExisting?: boolean | undefined;
}

export interface ConditionOptions extends ItemOptions {
  /** Writes only if the stored item matches. */
  readonly condition?: Filtering | WireFilter | undefined;
}

export interface BulkError {
  readonly message: string;
  readonly code: string;
  readonly originalIndex: number;
  /** The item of the request, or its id. */
  readonly item: unknown;
}

/** The result of a bulk call, which is not atomic. */
export interface BulkResult {
  readonly inserted: number;
  readonly updated: number;
  readonly removed: number;
  /**
   * Number of items that the call left unchanged: an insert skips an id that already exists, an update or removal an
   * id that does not. Skipped items count neither as successes nor as errors.
   */
  readonly skipped: number;
  readonly errors: readonly BulkError[];
  readonly insertedItemIds: readonly string[];
  readonly updatedItemIds: readonly string[];
  readonly removedItemIds: readonly string[];
}

/**
 * Bulk calls on at most 1,000 items.
 * @throws PorticoError WDE0006 or WDE0069 for more items, WDE0005 or WDE0068 for invalid arguments
 */
export interface BulkItems<Site extends SiteTypes = AnySite> {
  bulkInsert<Id extends CollectionId<Site>>(
    collectionId: Id,
    items: readonly InsertOf<Site, Id>[],
    options?: InsertOptions,
  ): Promise<BulkResult>;
  /** Replaces entire items. */
  bulkUpdate<Id extends CollectionId<Site>>(
    collectionId: Id,
    items: readonly UpdateOf<Site, Id>[],
    options?: WriteOptions & ConditionOptions,
  ): Promise<BulkResult>;
  /** Inserts each item, or replaces the stored item that has the same id. */
  bulkSave<Id extends CollectionId<Site>>(
    collectionId: Id,
    items: readonly InsertOf<Site, Id>[],
    options?: WriteOptions,
  ): Promise<BulkResult>;
  bulkRemove(
    collectionId: CollectionId<Site>,
    itemIds: readonly string[],
    options?: ConditionOptions,
  ): Promise<BulkResult>;
  /** Applies the same changes to each item. */
  bulkPatch<Id extends CollectionId<Site>>(
    collectionId: Id,
    itemIds: readonly string[],
  ): ItemsPatch<BulkResult, ConditionOptions, PatchFields<UpdateOf<Site, Id>>>;
}

export function createBulkItems(call: Call): BulkItems {
  const write =
    (route: typeof dataBulkInsert | typeof dataBulkUpdate | typeof dataBulkSave, ...skippedCodes: string[]) =>
    async (collectionId: string, items: readonly Item[], options: InsertOptions & ConditionOptions = {}) => {
      const input = inputOf(itemsBodyOf(collectionId, items, options), withCondition(options));
      return resultOf(await call(route, input), items, skippedCodes);
    };
  return {
    async bulkInsert(collectionId, items, insertOptions = {}) {
      checkWriteOptions(insertOptions);
      const { overrideExisting, ...options } = insertOptions;
      const insert = overrideExisting ? write(dataBulkSave) : write(dataBulkInsert, 'WDE0074');
      return insert(collectionId, items, options);
    },
    bulkUpdate: write(dataBulkUpdate, 'WDE0073'),
    bulkSave: write(dataBulkSave),
    async bulkRemove(collectionId, itemIds, options = {}) {
      checkItemIds(collectionId, itemIds, options, 'WDE0069');
      const body = { dataCollectionId: collectionId, dataItemIds: [...itemIds] };
      return resultOf(await call(dataBulkRemove, inputOf(body, withCondition(options))), itemIds, ['WDE0073']);
    },
    bulkPatch(collectionId, itemIds) {
      checkItemIds(collectionId, itemIds, {}, 'WDE0006');
      return createItemsPatch(async (fieldModifications, options: ConditionOptions) => {
        checkOptions(options);
        const patches = itemIds.map((dataItemId) => ({ dataItemId, fieldModifications }));
        const input = inputOf({ dataCollectionId: collectionId, patches }, withCondition(options));
        return resultOf(await call(dataBulkPatch, input), itemIds, ['WDE0073']);
      });
    },
  };
}

/** Returns the options with the condition in its wire format. */
export const withCondition = <O extends ConditionOptions>({ condition, ...options }: O) => ({
  ...options,
  condition: condition && { filter: filterOf(condition) },
});

/** Checks the options of a call that writes items. */
export function checkWriteOptions(options: WriteOptions): void {
  checkOptions(options, 'saveReferences', 'includeReferencedItems', 'overrideExisting');
}

function itemsBodyOf(dataCollectionId: string, items: readonly Item[], options: InsertOptions) {
  checkCollection(dataCollectionId);
  checkWriteOptions(options);
  checkItems(items);
  checkCount(items, 'WDE0006');
  return { dataCollectionId, dataItems: items.map(wireItem) };
}

/** Returns an item in its wire format. */
export const wireItem = (item: Item) => ({
  id: item._id || undefined,
  data: encodeDates(item) as Record<string, unknown>,
});

function checkItemIds(
  collectionId: string,
  itemIds: readonly string[],
  options: ItemOptions,
  tooManyCode: string,
): void {
  checkCollection(collectionId);
  checkOptions(options);
  if (!Array.isArray(itemIds) || itemIds.some((id) => typeof id !== 'string'))
    rejectArgument('WDE0068', 'The ids must be an array of strings.');
  checkCount(itemIds, tooManyCode);
}

/** @param skippedCodes codes of failures that count as skipped (data contract section 1.2) */
function resultOf(
  { results }: Calls['data.bulk.save']['response'],
  inputs: readonly unknown[],
  skippedCodes: readonly string[],
): BulkResult {
  const ids = (...actions: string[]) =>
    results
      .filter(({ action, itemMetadata }) => itemMetadata.success && actions.includes(action))
      .map(({ itemMetadata }) => itemMetadata.id ?? '');
  const errors = results.flatMap(({ itemMetadata: { error, originalIndex } }) =>
    error && !skippedCodes.includes(error.code)
      ? [{ message: error.description, code: error.code, originalIndex, item: inputs[originalIndex] }]
      : [],
  );
  const [inserted, updated, removed] = [ids('INSERT'), ids('UPDATE', 'PATCH'), ids('DELETE')];
  return {
    inserted: inserted.length,
    updated: updated.length,
    removed: removed.length,
    skipped: inputs.length - errors.length - inserted.length - updated.length - removed.length,
    errors,
    insertedItemIds: inserted,
    updatedItemIds: updated,
    removedItemIds: removed,
  };
}
