/** Calls on items, as tests make them. */
import type { TestServer } from '../../testing/index.ts';
import { verbs } from '../../testing/verbs.ts';

/** What a collection may say that everybody may do everything with. */
export const OPEN = { read: 'ANYONE', insert: 'ANYONE', update: 'ANYONE', remove: 'ANYONE' } as const;

/**
 * @param server as it stands once a test runs
 * @param dataCollectionId the collection of all calls that name no other
 * @param caller who calls unless a call says otherwise
 */
export function itemCalls(
  server: () => TestServer,
  { dataCollectionId = 'C', caller = 'visitor' }: { dataCollectionId?: string; caller?: 'key' | 'visitor' } = {},
) {
  const { post: send, get: fetch } = verbs(server, { at: '/v2/', caller });
  const post = (path: string, body: object, as?: string) => send(path, { dataCollectionId, ...body }, as);
  const get = (id: string, rest = '', as?: string) =>
    fetch(`items/x?dataCollectionId=${dataCollectionId}&dataItemId=${encodeURIComponent(id)}${rest}`, as);
  const insert = (data: unknown, id?: unknown, as?: string) => post('items', { dataItem: { id, data } }, as);
  /** the whole item, as the site's own key sees it; undefined for one that is not there */
  const stored = async (id: string, collection = dataCollectionId) =>
    (await fetch(`items/${id}?dataCollectionId=${collection}`, server().key)).body.dataItem?.data;
  const count = async (): Promise<number> => (await post('items/count', {})).body.totalCount;
  return { post, get, insert, stored, count };
}

/** Modifications of a patch, one for each action. */
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
