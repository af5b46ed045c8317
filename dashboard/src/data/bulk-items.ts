/** Removes items of the current page in one call, with undo. bulk-changes.ts changes and removes items of all pages. */
import type { Calls } from '@portico/contract';
import { admin } from '../app/client.ts';
import { notifyFailure, notifySuccess, notifyUndo } from '../app/notify.ts';
import { queryClient } from '../app/query-client.ts';
import { describeError } from '../ui/ErrorState.tsx';
import { formatNumber } from '../ui/format.ts';
import { type Collection, type Item, kindOf } from './field-kinds.ts';
import { idsOfLinks } from './links.ts';

/** A field and its new value; `undefined` removes the value. */
export interface FieldChange {
  readonly key: string;
  readonly value: unknown;
}

type Results = Calls['data.bulk.remove']['response']['results'];

/** Removes items and offers an undo, which restores them with the same ids and links. */
export async function removeItems(collection: Collection, items: readonly Item[]): Promise<void> {
  const itemsWithLinks = await withLinks(collection, items);
  const body = { dataCollectionId: collection.id, dataItemIds: items.map(({ _id }) => _id) };
  const removedIds = await runBulkCall(
    collection,
    'deleted',
    async () => (await admin.call('data.bulk.remove', { body })).results,
  );
  const removedItems = itemsWithLinks.filter(({ _id }) => removedIds.has(_id));
  if (removedItems.length === 0) return;
  notifyUndo(countText(removedItems.length, 'The item is deleted.', 'items are deleted.'), async () => {
    const dataItems = removedItems.map((item) => ({ id: item._id, data: item }));
    const restoredIds = await runBulkCall(collection, 'restored', async () => {
      const restoreRequest = { dataCollectionId: collection.id, dataItems, saveReferences: true };
      return (await admin.call('data.bulk.insert', { body: restoreRequest })).results;
    });
    if (restoredIds.size === removedItems.length)
      notifySuccess(countText(restoredIds.size, 'The item is restored.', 'items are restored.'));
  });
}

export const modificationOf = ({ key, value }: FieldChange) =>
  value === undefined
    ? ({ action: 'REMOVE_FIELD', fieldPath: key } as const)
    : ({ action: 'SET_FIELD', fieldPath: key, setFieldOptions: { value } } as const);

export const refreshItems = (collectionId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['items', collectionId] });

/**
 * Runs a bulk call, shows failures as messages and returns the ids of the items for which it succeeded.
 * @param participle completes the message “2 items could not be …”
 */
async function runBulkCall(
  collection: Collection,
  participle: 'deleted' | 'restored',
  run: () => Promise<Results>,
): Promise<ReadonlySet<string>> {
  try {
    const results = await run();
    const failed = results.filter(({ itemMetadata }) => !itemMetadata.success);
    const reason = failed[0]?.itemMetadata.error?.description.replace(/^WDE\d{4}: /, '');
    if (failed.length > 0)
      notifyFailure(`${countText(failed.length, '1 item', 'items')} could not be ${participle}. ${reason ?? ''}`);
    return new Set(
      results.flatMap(({ itemMetadata }) => (itemMetadata.success && itemMetadata.id ? [itemMetadata.id] : [])),
    );
  } catch (error) {
    notifyFailure(describeError(error));
    return new Set();
  } finally {
    await refreshItems(collection.id);
  }
}

/** Adds to each item the ids of its linked items. Removing an item deletes its links, and an undo must restore them. */
async function withLinks(collection: Collection, items: readonly Item[]): Promise<readonly Item[]> {
  const links = (collection.fields ?? []).filter((field) => kindOf(field) === 'links');
  if (links.length === 0) return items;
  const body = {
    dataCollectionId: collection.id,
    query: { filter: { _id: { $in: items.map(({ _id }) => _id) } }, paging: { limit: items.length } },
    includeReferences: links.map(({ key }) => ({ field: key, limit: 1_000 })),
  };
  const { dataItems } = await admin.call('data.items.query', { body });
  const byId = new Map(dataItems.map(({ id, data }) => [id, data]));
  return items.map((item) => ({
    ...item,
    ...Object.fromEntries(links.map(({ key }) => [key, idsOfLinks(byId.get(item._id)?.[key])])),
  }));
}

const countText = (count: number, one: string, many: string): string =>
  count === 1 ? one : `${formatNumber(count)} ${many}`;
