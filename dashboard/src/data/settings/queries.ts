import type { Calls } from '@portico/contract';
import { queryOptions } from '@tanstack/react-query';
import { admin } from '../../app/client.ts';
import { queryClient } from '../../app/query-client.ts';

export type SchemaChange = Calls['data.schemaChanges.list']['response']['schemaChanges'][number];
export type ChangeOfField = Calls['data.schemaChanges.create']['body']['change'];
export type Index = Calls['data.indexes.list']['response']['indexes'][number];
export type DataPermissions = Calls['data.permissions.get']['response']['dataPermissions'];
export type SpecialPermissions = NonNullable<DataPermissions['specialPermissions']>[number];

const POLL_INTERVAL_MS = 1_500;
const PAGE_SIZE = 50;

/** The changes of fields, newest first. They are polled while one is pending. */
export const schemaChangesQuery = (dataCollectionId: string) =>
  queryOptions({
    queryKey: ['collections', 'schema-changes', dataCollectionId],
    queryFn: async () =>
      (await admin.call('data.schemaChanges.list', { query: { dataCollectionId, paging: { limit: PAGE_SIZE } } }))
        .schemaChanges,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'PENDING') ? POLL_INTERVAL_MS : false),
  });

/** A preview of the effects of a change. */
export const previewQuery = (dataCollectionId: string, change: ChangeOfField | null) =>
  queryOptions({
    // The key does not start with "collections", so that the preview is not refetched after the change.
    queryKey: ['schema-change-preview', dataCollectionId, change],
    queryFn: () =>
      admin.call('data.schemaChanges.preview', {
        body: { dataCollectionId, change: change ?? { kind: 'DROP', field: '' } },
      }),
    enabled: change !== null,
    staleTime: 0,
  });

export const indexesQuery = (dataCollectionId: string) =>
  queryOptions({
    queryKey: ['collections', 'indexes', dataCollectionId],
    queryFn: async () => {
      const [{ indexes }, left] = await Promise.all([
        admin.call('data.indexes.list', { query: { dataCollectionId, paging: { limit: 100 } } }),
        admin.call('data.indexes.available', { query: { dataCollectionId } }),
      ]);
      return { indexes, left };
    },
    refetchInterval: ({ state }) =>
      state.data?.indexes.some(({ status }) => status === 'BUILDING' || status === 'DROPPING')
        ? POLL_INTERVAL_MS
        : false,
  });

export const permissionsQuery = (dataCollectionId: string) =>
  queryOptions({
    queryKey: ['collections', 'permissions', dataCollectionId],
    queryFn: async () => (await admin.call('data.permissions.get', { query: { dataCollectionId } })).dataPermissions,
  });

export const deletedCollectionsQuery = queryOptions({
  queryKey: ['collections', 'deleted'],
  queryFn: async () =>
    (await admin.call('data.collections.listDeleted', { query: { paging: { limit: 100 } } })).deletedCollections,
});

/** Refetches a collection and its items after a change. */
export async function refreshCollection(collectionId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['collections'] }),
    queryClient.invalidateQueries({ queryKey: ['items', collectionId] }),
  ]);
}
