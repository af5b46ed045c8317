import type { Calls } from '@portico/contract';
import type { Call } from './call.ts';
import { DataError } from './data-error.ts';
import { encodeDates } from './dates.ts';
import { checkCollection, checkItem, checkOptions, type Item, type ItemOptions } from './item-checks.ts';
import { type Filtering, filterOf, type WireFilter } from './items-filter.ts';
import { createItemsPatch, type ItemsPatch } from './items-patch.ts';

const MAX_BULK_ITEMS = 1_000;

export interface WriteOptions extends ItemOptions {
  /** Also write the values of multi-reference fields. */
  readonly saveReferences?: boolean;
}

export interface ConditionOptions extends ItemOptions {
  /** Writes only if the stored item matches. */
  readonly condition?: Filtering | WireFilter;
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
   * Number of items that were inserted although they exist, or changed or removed although they do not. They are
   * neither successes nor errors.
   */
  readonly skipped: number;
  readonly errors: readonly BulkError[];
  readonly insertedItemIds: readonly string[];
  readonly updatedItemIds: readonly string[];
  readonly removedItemIds: readonly string[];
}

/**
 * Bulk calls on at most 1,000 items.
 * @throws DataError WDE0006 or WDE0069 for more items, WDE0005 or WDE0068 for invalid arguments
 */
export interface BulkItems {
  bulkInsert(collectionId: string, items: readonly Item[], options?: WriteOptions): Promise<BulkResult>;
  /** Replaces entire items. */
  bulkUpdate(
    collectionId: string,
    items: readonly (Item & { _id: string })[],
    options?: WriteOptions & ConditionOptions,
  ): Promise<BulkResult>;
  /** Inserts each item, or replaces the one with its id. */
  bulkSave(collectionId: string, items: readonly Item[], options?: WriteOptions): Promise<BulkResult>;
  bulkRemove(collectionId: string, itemIds: readonly string[], options?: ConditionOptions): Promise<BulkResult>;
  /** Applies the same changes to each item. */
  bulkPatch(collectionId: string, itemIds: readonly string[]): ItemsPatch<BulkResult, ConditionOptions>;
}

export function createBulkItems(call: Call): BulkItems {
  return {
    async bulkInsert(collectionId, items, options = {}) {
      const body = { ...manyItems(collectionId, items, options), ...options };
      return resultOf(await call('data.bulk.insert', { body }), items, ['WDE0074']);
    },
    async bulkUpdate(collectionId, items, options = {}) {
      const body = { ...manyItems(collectionId, items, options), ...withCondition(options) };
      for (const { _id } of items) if (!_id) throw new DataError('WDE0007', 'Each item of an update must have an _id.');
      return resultOf(await call('data.bulk.update', { body }), items, ['WDE0073']);
    },
    async bulkSave(collectionId, items, options = {}) {
      const body = { ...manyItems(collectionId, items, options), ...options };
      return resultOf(await call('data.bulk.save', { body }), items, []);
    },
    async bulkRemove(collectionId, itemIds, options = {}) {
      checkMany(collectionId, itemIds, options);
      const body = { dataCollectionId: collectionId, dataItemIds: [...itemIds], ...withCondition(options) };
      return resultOf(await call('data.bulk.remove', { body }), itemIds, ['WDE0073']);
    },
    bulkPatch(collectionId, itemIds) {
      checkMany(collectionId, itemIds, {});
      return createItemsPatch(async (fieldModifications, options: ConditionOptions) => {
        checkOptions(options);
        const patches = itemIds.map((dataItemId) => ({ dataItemId, fieldModifications }));
        const body = { dataCollectionId: collectionId, patches, ...withCondition(options) };
        return resultOf(await call('data.bulk.patch', { body }), itemIds, ['WDE0073']);
      });
    },
  };
}

/** Returns the options with the condition in its wire format. */
export const withCondition = <O extends ConditionOptions>({ condition, ...options }: O) => ({
  ...options,
  ...(condition ? { condition: { filter: filterOf(condition) } } : {}),
});

function manyItems(dataCollectionId: string, items: readonly Item[], options: ItemOptions) {
  checkCollection(dataCollectionId);
  checkOptions(options);
  if (!Array.isArray(items)) throw new DataError('WDE0005', 'The items must be an array of objects.');
  if (items.length > MAX_BULK_ITEMS)
    throw new DataError('WDE0006', `A bulk call accepts at most ${MAX_BULK_ITEMS} items.`);
  const dataItems = items.map((item) => {
    checkItem(item);
    return { ...(item._id ? { id: item._id } : {}), data: encodeDates(item) as Record<string, unknown> };
  });
  return { dataCollectionId, dataItems };
}

function checkMany(collectionId: string, itemIds: readonly string[], options: ItemOptions): void {
  checkCollection(collectionId);
  checkOptions(options);
  if (!Array.isArray(itemIds) || itemIds.some((id) => typeof id !== 'string'))
    throw new DataError('WDE0068', 'The ids must be an array of strings.');
  if (itemIds.length > MAX_BULK_ITEMS)
    throw new DataError('WDE0069', `A bulk call accepts at most ${MAX_BULK_ITEMS} ids.`);
}

/** @param ignored codes of failures that count as skipped (data contract section 1.2) */
function resultOf(
  { results }: Calls['data.bulk.save']['answer'],
  inputs: readonly unknown[],
  ignored: readonly string[],
): BulkResult {
  const ids = (...actions: string[]) =>
    results
      .filter(({ action, itemMetadata }) => itemMetadata.success && actions.includes(action))
      .map(({ itemMetadata }) => itemMetadata.id ?? '');
  const errors = results.flatMap(({ itemMetadata: { error, originalIndex } }) =>
    error && !ignored.includes(error.code)
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
