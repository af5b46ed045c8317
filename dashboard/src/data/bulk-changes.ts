/** Changes of many items at once: jobs of the server that go on when the screen is left, and that can be undone. */
import type { Calls } from '@portico/contract';
import { queryOptions } from '@tanstack/react-query';
import { admin } from '../app/client.ts';
import { notifyFailure, notifySuccess, notifyUndo } from '../app/notify.ts';
import { queryClient } from '../app/query-client.ts';
import { sentenceOf } from '../ui/ErrorState.tsx';
import { type FieldChange, modificationOf, refreshItems } from './bulk-items.ts';
import { undoneText, whatHappened } from './bulk-texts.ts';
import type { Condition } from './filters.ts';

export type BulkChange = Calls['data.bulkChanges.list']['answer']['bulkChanges'][number];
export type Example = Calls['data.bulkChanges.preview']['answer']['examples'][number];

/** What is to happen to which items; without a field change they are deleted. */
export interface BulkRequest {
  readonly collectionId: string;
  readonly filter: Condition;
  readonly change: FieldChange | null;
}

const SHOWN = 20;
const ASK_AGAIN_MS = 700;

/** The latest changes, newest first; asked for again as long as one is running. */
export const bulkChangesQuery = (dataCollectionId: string) =>
  queryOptions({
    queryKey: ['bulk-changes', dataCollectionId],
    queryFn: async () =>
      (await admin.call('data.bulkChanges.list', { query: { dataCollectionId, paging: { limit: SHOWN } } }))
        .bulkChanges,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? ASK_AGAIN_MS : false),
  });

export const isRunning = ({ status }: BulkChange): boolean => status === 'PENDING';

/** How many items a change would affect, with five examples. */
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
    notifyFailure(sentenceOf(error));
  }
}

const followed = new Set<string>();

/** Waits until a change has ended, whatever screen is shown meanwhile, and says how it went. Once for each change. */
export async function followBulkChange(collectionId: string, change: BulkChange): Promise<void> {
  if (followed.has(change.id)) return;
  followed.add(change.id);
  await queryClient.invalidateQueries(bulkChangesQuery(collectionId));
  void waitForEnd(collectionId, change);
}

/** Answers that may be missing in a row until the change is no longer waited for: the person may have signed out. */
const MOST_FAILURES = 20;

async function waitForEnd(collectionId: string, change: BulkChange): Promise<void> {
  const query = { ...bulkChangesQuery(collectionId), staleTime: 0 };
  for (let failures = 0; failures < MOST_FAILURES; failures += 1) {
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    const changes = await queryClient.fetchQuery(query).catch(() => []);
    const now = changes.find(({ id }) => id === change.id);
    if (now && !isRunning(now)) return finish(collectionId, now);
    if (now) failures = 0;
  }
}

async function finish(collectionId: string, change: BulkChange): Promise<void> {
  await refreshItems(collectionId);
  if (change.status === 'FAILED') notifyFailure(`${whatHappened(change)} ${change.failure ?? ''}`);
  else if (change.kind === 'UNDO') notifySuccess(undoneText(change));
  else notifyUndo(whatHappened(change), () => undoBulkChange(collectionId, change));
}

const bodyOf = ({ collectionId, filter, change }: BulkRequest) => ({
  dataCollectionId: collectionId,
  filter,
  change: change
    ? { kind: 'UPDATE' as const, fieldModifications: [modificationOf(change)] }
    : { kind: 'REMOVE' as const },
});
