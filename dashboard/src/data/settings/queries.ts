import type { Calls } from '@portico/contract';
import { queryOptions } from '@tanstack/react-query';
import { admin } from '../../app/client.ts';
import { queryClient } from '../../app/query-client.ts';

export type SchemaChange = Calls['data.schemaChanges.list']['answer']['schemaChanges'][number];
export type ChangeOfField = Calls['data.schemaChanges.create']['body']['change'];
export type Index = Calls['data.indexes.list']['answer']['indexes'][number];
export type DataPermissions = Calls['data.permissions.get']['answer']['dataPermissions'];
export type SpecialPermissions = NonNullable<DataPermissions['specialPermissions']>[number];

const ASK_AGAIN_MS = 1_500;
const SHOWN = 50;

/** Changes of the fields, newest first; asked for again as long as one is on its way. */
export const schemaChangesQuery = (dataCollectionId: string) =>
  queryOptions({
    queryKey: ['collections', 'schema-changes', dataCollectionId],
    queryFn: async () =>
      (await admin.call('data.schemaChanges.list', { query: { dataCollectionId, paging: { limit: SHOWN } } }))
        .schemaChanges,
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'PENDING') ? ASK_AGAIN_MS : false),
  });

/** What a change of a field would do. */
export const previewQuery = (dataCollectionId: string, change: ChangeOfField | null) =>
  queryOptions({
    // not among the collections: after the change its preview must not be asked for again
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
      state.data?.indexes.some(({ status }) => status === 'BUILDING' || status === 'DROPPING') ? ASK_AGAIN_MS : false,
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

/** After a change of a collection: what shows it, and what shows its items. */
export async function refreshCollection(collectionId: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['collections'] }),
    queryClient.invalidateQueries({ queryKey: ['items', collectionId] }),
  ]);
}
