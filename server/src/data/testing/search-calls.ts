/** Creates a collection for tests of search, and provides calls on it. */
import { expect } from 'vitest';
import type { TestServer } from '../../testing/index.ts';
import { OPEN } from './item-calls.ts';

export type Body = Record<string, unknown>;

const FIELDS = [
  { key: 'title', type: 'TEXT' },
  { key: 'body', type: 'RICH_TEXT' },
  { key: 'story', type: 'RICH_CONTENT' },
  { key: 'gallery', type: 'MEDIA_GALLERY' },
  { key: 'picture', type: 'IMAGE' },
  { key: 'day', type: 'DATE' },
  { key: 'secret', type: 'TEXT', access: { read: 'PRIVILEGED' } },
];

interface Options {
  search?: Body;
  as?: string;
  rest?: Body;
}

/** @param server returns the running test server */
export function searchCalls(server: () => TestServer) {
  let collections = 0;
  /** The collection of the current test. */
  let id: string;
  const post = (path: string, body: Body, as: string) =>
    server().call({ method: 'POST', path: `/v2/${path}`, as, body });

  async function createCollection(permissions: object = OPEN): Promise<void> {
    id = `C${++collections}`;
    const response = await post('collections', { collection: { id, fields: FIELDS, permissions } }, server().key);
    expect(response.status).toBe(200);
  }

  async function insert(items: Record<string, unknown>, as = server().key): Promise<void> {
    const dataItems = Object.entries(items).map(([_id, data]) => ({ data: { _id, ...(data as object) } }));
    const { status, body } = await post('bulk/items/insert', { dataCollectionId: id, dataItems }, as);
    expect([status, body.bulkActionMetadata?.totalFailures]).toEqual([200, 0]);
  }

  /** Inserts items that have only a title. */
  const insertTitles = (all: Record<string, string>) =>
    insert(Object.fromEntries(Object.entries(all).map(([_id, title]) => [_id, { title }])));

  const search = (
    expression: string | undefined,
    { search: options = {}, as = server().key, rest = {} }: Options = {},
  ) => {
    const { fuzzy, mode, fields, ...more } = options;
    const inner = { expression, fuzzy, mode, fields };
    return post('items/search', { dataCollectionId: id, search: { search: inner, ...more }, ...rest }, as);
  };
  async function findItemIds(expression: string | undefined, options: Options = {}): Promise<string[]> {
    const { status, body } = await search(expression, options);
    expect([status, body.message]).toEqual([200, undefined]);
    return body.dataItems.map((item: { id: string }) => item.id);
  }
  const findSorted = async (...args: Parameters<typeof findItemIds>) => (await findItemIds(...args)).sort();

  return { id: () => id, post, createCollection, insert, insertTitles, search, findItemIds, findSorted };
}
