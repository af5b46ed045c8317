/** Bulk changes of items. They run as jobs on the server, so they continue if the user leaves the screen. */
import type { Calls } from '@portico/contract';
import { queryOptions } from '@tanstack/react-query';
import { admin } from '../app/client.ts';
import { notifyFailure, notifySuccess, notifyUndo } from '../app/notify.ts';
import { queryClient } from '../app/query-client.ts';
import { describeError } from '../ui/ErrorState.tsx';
import { type FieldChange, modificationOf, refreshItems } from './bulk-items.ts';
import { describeResult, undoResultText } from './bulk-texts.ts';
import type { Condition } from './filters.ts';

export type BulkChange = Calls['data.bulkChanges.list']['response']['bulkChanges'][number];
export type Example = Calls['data.bulkChanges.preview']['response']['examples'][number];

/** The items of a bulk change, and the change. If the change is null, the items are deleted. */
export interface BulkRequest {
  readonly collectionId: string;
  readonly filter: Condition;
  readonly change: FieldChange | null;
}

const PAGE_SIZE = 20;
const POLL_INTERVAL_MS = 700;

/** The latest bulk changes, newest first. They are polled while one is running. */
export const bulkChangesQuery = (dataCollectionId: string) =>
  queryOptions({
    queryKey: ['bulk-changes', dataCollectionId],
    queryFn: async () =>
      (await admin.call('data.bulkChanges.list', { query: { dataCollectionId, paging: { limit: PAGE_SIZE } } }))
        .bulkChanges,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_INTERVAL_MS : false),
  });

export const isRunning = ({ status }: BulkChange): boolean => status === 'PENDING';

/** The number of items that a change would affect, with five examples. */
export const bulkPreviewQuery = (request: BulkRequest) =>
  queryOptions({
    queryKey: ['bulk-preview', request],
    queryFn: () => admin.call('data.bulkChanges.preview', { body: bodyOf(request) }),
    staleTime: 0,
    gcTime: 0,
  });

export async function startBulkChange(request: BulkRequest): Promise<void> {
  const { bulkChange } = await admin.call('data.bulkChanges.start', { body: bodyOf(request) });
  await followBulkChange(request.collectionId, bulkChange);
}

export async function undoBulkChange(collectionId: string, { id }: Pick<BulkChange, 'id'>): Promise<void> {
  try {
    const body = { dataCollectionId: collectionId, id };
    await followBulkChange(collectionId, (await admin.call('data.bulkChanges.undo', { body })).bulkChange);
  } catch (error) {
    notifyFailure(describeError(error));
  }
}

const followedChanges = new Set<string>();

/** Waits for a change to end, and then shows its result in a message, once and on whichever screen is open. */
export async function followBulkChange(collectionId: string, change: BulkChange): Promise<void> {
  if (followedChanges.has(change.id)) return;
  followedChanges.add(change.id);
  await queryClient.invalidateQueries(bulkChangesQuery(collectionId));
  void waitForEnd(collectionId, change);
}

/** Polling stops after this many failed requests in a row, because the user may have signed out. */
const MAX_FAILURES = 20;

async function waitForEnd(collectionId: string, change: BulkChange): Promise<void> {
  const query = { ...bulkChangesQuery(collectionId), staleTime: 0 };
  for (let failures = 0; failures < MAX_FAILURES; failures += 1) {
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    const changes = await queryClient.fetchQuery(query).catch(() => []);
    const now = changes.find(({ id }) => id === change.id);
    if (now && !isRunning(now)) return finish(collectionId, now);
    if (now) failures = 0;
  }
}

async function finish(collectionId: string, change: BulkChange): Promise<void> {
  await refreshItems(collectionId);
  if (change.status === 'FAILED') notifyFailure(`${describeResult(change)} ${change.failure ?? ''}`);
  else if (change.kind === 'UNDO') notifySuccess(undoResultText(change));
  else notifyUndo(describeResult(change), () => undoBulkChange(collectionId, change));
}

const bodyOf = ({ collectionId, filter, change }: BulkRequest) => ({
  dataCollectionId: collectionId,
  filter,
  change: change
    ? { kind: 'UPDATE' as const, fieldModifications: [modificationOf(change)] }
    : { kind: 'REMOVE' as const },
});
