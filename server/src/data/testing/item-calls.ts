/** Calls on items, for tests. */
import type { TestServer } from '../../testing/index.ts';
import { createVerbs } from '../../testing/verbs.ts';

/** Permissions that allow everything to everyone. */
export const OPEN = { read: 'ANYONE', insert: 'ANYONE', update: 'ANYONE', remove: 'ANYONE' } as const;

/**
 * @param server returns the running test server
 * @param dataCollectionId the default collection
 * @param caller the default caller
 */
export function itemCalls(
  server: () => TestServer,
  { dataCollectionId = 'C', caller = 'visitor' }: { dataCollectionId?: string; caller?: 'key' | 'visitor' } = {},
) {
  const { post: send, get: fetch } = createVerbs(server, { at: '/v2/', caller });
  const post = (path: string, body: object, as?: string) => send(path, { dataCollectionId, ...body }, as);
  const get = (id: string, rest = '', as?: string) =>
    fetch(`items/x?dataCollectionId=${dataCollectionId}&dataItemId=${encodeURIComponent(id)}${rest}`, as);
  const insert = (data: unknown, id?: unknown, as?: string) => post('items', { dataItem: { id, data } }, as);
  /** Returns the whole item, read with the site's key; undefined if it does not exist. */
  const readStored = async (id: string, collection = dataCollectionId) =>
    (await fetch(`items/${id}?dataCollectionId=${collection}`, server().key)).body.dataItem?.data;
  const count = async (): Promise<number> => (await post('items/count', {})).body.totalCount;
  return { post, get, insert, stored: readStored, count };
}

/** Functions that build the modifications of a patch, one per action. */
export const set = (fieldPath: string, value: unknown) => ({
  action: 'SET_FIELD',
  fieldPath,
  setFieldOptions: { value },
});
export const increment = (fieldPath: string, value: number) => ({
  action: 'INCREMENT_FIELD',
  fieldPath,
  incrementFieldOptions: { value },
});
export const append = (fieldPath: string, value: unknown) => ({
  action: 'APPEND_TO_ARRAY',
  fieldPath,
  appendToArrayOptions: { value },
});
export const take = (fieldPath: string, value: unknown) => ({
  action: 'REMOVE_FROM_ARRAY',
  fieldPath,
  removeFromArrayOptions: { value },
});
export const drop = (fieldPath: string) => ({ action: 'REMOVE_FIELD', fieldPath });
