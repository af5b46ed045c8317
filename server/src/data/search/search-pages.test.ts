/** Tests paging through the results of a search. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { searchCalls } from '../testing/search-calls.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const { id, post, createCollection, insert, search, findItemIds } = searchCalls(() => t);

describe('200: pages', () => {
  beforeEach(async () => {
    await createCollection();
    const all = Array.from({ length: 23 }, (_, n) => [`i${n}`, { title: n % 3 ? 'red' : 'red red blue', n: n % 4 }]);
    await insert(Object.fromEntries(all));
  });

  it.each([
    ['by rank', {}],
    ['sorted', { sort: [{ fieldName: 'n', order: 'DESC' }] }],
    ['filtered', { filter: { n: { $lt: 3 } } }],
  ])('each item is on one page, forwards and backwards: %s', async (_, options) => {
    const all = await findItemIds('red', { search: options });
    const forwardIds: string[] = [];
    let response = (await search('red', { search: { ...options, paging: { limit: 5 } } })).body;
    expect(response.pagingMetadata.cursors).not.toHaveProperty('prev');
    for (;;) {
      forwardIds.push(...response.dataItems.map((item: { id: string }) => item.id));
      const next = response.pagingMetadata.cursors?.next;
      expect(response.pagingMetadata.hasNext).toBe(next !== undefined);
      if (next === undefined) break;
      const cursorPaging = { limit: 5, cursor: next };
      response = (await search('red', { search: { ...options, cursorPaging } })).body;
    }
    expect(forwardIds).toEqual(all);
    const back: string[][] = [];
    while (response.pagingMetadata.cursors?.prev) {
      const cursorPaging = { limit: 5, cursor: response.pagingMetadata.cursors?.prev };
      // The cursor contains the search, so the request need not repeat it.
      response = (await post('items/search', { dataCollectionId: id(), search: { cursorPaging } }, t.key)).body;
      back.unshift(response.dataItems.map((item: { id: string }) => item.id));
    }
    expect(back.flat()).toEqual(all.slice(0, back.flat().length));
    expect(back.flat().length).toBeGreaterThan(10);
  });

  it('returns the items before a page that is not full', async () => {
    const all = await findItemIds('red');
    const second = (await search('red', { search: { paging: { limit: 5, offset: 2 } } })).body;
    const cursorPaging = { limit: 5, cursor: second.pagingMetadata.cursors.prev };
    const first = (await search('red', { search: { cursorPaging } })).body;
    expect(first.dataItems.map((item: { id: string }) => item.id)).toEqual(all.slice(0, 2));
  });

  it('returns a hundred items without a limit', async () => {
    const more = Array.from({ length: 100 }, (_, n) => [`m${n}`, { title: 'red' }]);
    await insert(Object.fromEntries(more));
    expect(await findItemIds('red')).toHaveLength(100);
    expect(await findItemIds('red', { search: { paging: { limit: 1_000 } } })).toHaveLength(123);
  });
});
