import type { Calls } from '@portico/contract';
import type { Call } from './call.ts';
import { DataError } from './data-error.ts';
import { encodeDates } from './dates.ts';
import { checkCollection, checkItem, checkOptions, type Item, type ItemOptions } from './item-checks.ts';
import { type Filtering, filterOf, type WireFilter } from './items-filter.ts';
import { createItemsPatch, type ItemsPatch } from './items-patch.ts';

const MOST_AT_ONCE = 1_000;

export interface WriteOptions extends ItemOptions {
  /** also write the values of multi-reference fields */
  readonly saveReferences?: boolean;
}

export interface ConditionOptions extends ItemOptions {
  /** only where the stored item is like this */
  readonly condition?: Filtering | WireFilter;
}

export interface BulkError {
  readonly message: string;
  readonly code: string;
  readonly originalIndex: number;
  /** what was sent: the item, or its id */
  readonly item: unknown;
}

/** What came of a bulk call: each item stands for itself. */
export interface BulkResult {
  readonly inserted: number;
  readonly updated: number;
  readonly removed: number;
  /** neither done nor an error: inserted though it is there, changed or removed though it is not */
  readonly skipped: number;
  readonly errors: readonly BulkError[];
  readonly insertedItemIds: readonly string[];
  readonly updatedItemIds: readonly string[];
  readonly removedItemIds: readonly string[];
}

/** Many items at once, at most 1,000. @throws DataError WDE0006 or WDE0069 for more, WDE0005, WDE0068 for other shapes */
export interface BulkItems {
  bulkInsert(collectionId: string, items: readonly Item[], options?: WriteOptions): Promise<BulkResult>;
  /** Replaces whole items. */
  bulkUpdate(
    collectionId: string,
    items: readonly (Item & { _id: string })[],
    options?: WriteOptions & ConditionOptions,
  ): Promise<BulkResult>;
  /** Adds each, or replaces the one that has its id. */
  bulkSave(collectionId: string, items: readonly Item[], options?: WriteOptions): Promise<BulkResult>;
  bulkRemove(collectionId: string, itemIds: readonly string[], options?: ConditionOptions): Promise<BulkResult>;
  /** The same changes to each. */
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
      for (const { _id } of items) if (!_id) throw new DataError('WDE0007', 'An update needs the _id of each item.');
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

/** The options with their condition as it is sent. */
export const withCondition = <O extends ConditionOptions>({ condition, ...options }: O) => ({
  ...options,
  ...(condition ? { condition: { filter: filterOf(condition) } } : {}),
});

function manyItems(dataCollectionId: string, items: readonly Item[], options: ItemOptions) {
  checkCollection(dataCollectionId);
  checkOptions(options);
  if (!Array.isArray(items)) throw new DataError('WDE0005', 'The items must be a list of objects.');
  if (items.length > MOST_AT_ONCE) throw new DataError('WDE0006', `At most ${MOST_AT_ONCE} items at once.`);
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
    throw new DataError('WDE0068', 'The ids must be a list of texts.');
  if (itemIds.length > MOST_AT_ONCE) throw new DataError('WDE0069', `At most ${MOST_AT_ONCE} ids at once.`);
}

/** @param ignored codes of failures that only count as skipped (data contract section 1.2) */
function resultOf(
  { results }: Calls['data.bulk.save']['answer'],
  sent: readonly unknown[],
  ignored: readonly string[],
): BulkResult {
  const ids = (...actions: string[]) =>
    results
      .filter(({ action, itemMetadata }) => itemMetadata.success && actions.includes(action))
      .map(({ itemMetadata }) => itemMetadata.id ?? '');
  const errors = results.flatMap(({ itemMetadata: { error, originalIndex } }) =>
    error && !ignored.includes(error.code)
      ? [{ message: error.description, code: error.code, originalIndex, item: sent[originalIndex] }]
      : [],
  );
  const [inserted, updated, removed] = [ids('INSERT'), ids('UPDATE', 'PATCH'), ids('DELETE')];
  return {
    inserted: inserted.length,
    updated: updated.length,
    removed: removed.length,
    skipped: sent.length - errors.length - inserted.length - updated.length - removed.length,
    errors,
    insertedItemIds: inserted,
    updatedItemIds: updated,
    removedItemIds: removed,
  };
}
