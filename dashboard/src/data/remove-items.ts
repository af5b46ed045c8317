import { admin } from '../app/client.ts';
import { notifyFailure, notifySuccess, notifyUndo } from '../app/notify.ts';
import { queryClient } from '../app/query-client.ts';
import { sentenceOf } from '../ui/ErrorState.tsx';
import type { Item } from './field-kinds.ts';

const AT_ONCE = 5;

/** Removes items and offers to undo: what the server removed is put back under the same id. */
export async function removeItems(collectionId: string, items: readonly Item[]): Promise<void> {
  const outcomes = await inBatches(items, (item) =>
    admin.call('data.items.remove', { body: { dataCollectionId: collectionId, dataItemId: item._id } }),
  );
  await refresh(collectionId);
  const removed = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value.dataItem] : []));
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) notifyFailure(`${outcomes.length - removed.length} not deleted. ${sentenceOf(failure.reason)}`);
  if (removed.length === 0) return;
  notifyUndo(removed.length === 1 ? 'The item is deleted.' : `${removed.length} items are deleted.`, () =>
    putBack(collectionId, removed),
  );
}

async function putBack(collectionId: string, removed: readonly { id: string; data: Record<string, unknown> }[]) {
  const outcomes = await inBatches(removed, ({ id, data }) =>
    admin.call('data.items.insert', { body: { dataCollectionId: collectionId, dataItem: { id, data } } }),
  );
  await refresh(collectionId);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) notifyFailure(`Not everything is back. ${sentenceOf(failure.reason)}`);
  else notifySuccess(removed.length === 1 ? 'The item is back.' : `${removed.length} items are back.`);
}

const refresh = (collectionId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ['items', collectionId] });

/** a few requests at a time, so that a page of a hundred rows does not block everything else */
async function inBatches<T, R>(
  values: readonly T[],
  act: (value: T) => Promise<R>,
): Promise<PromiseSettledResult<R>[]> {
  const outcomes: PromiseSettledResult<R>[] = [];
  for (let start = 0; start < values.length; start += AT_ONCE) {
    outcomes.push(...(await Promise.allSettled(values.slice(start, start + AT_ONCE).map(act))));
  }
  return outcomes;
}
