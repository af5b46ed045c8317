/** Pages of a search. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { searchCalls } from './search-calls.fixture.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const { id, post, newCollection, insert, search, found } = searchCalls(() => t);

describe('200: pages', () => {
  beforeEach(async () => {
    await newCollection();
    const all = Array.from({ length: 23 }, (_, n) => [`i${n}`, { title: n % 3 ? 'red' : 'red red blue', n: n % 4 }]);
    await insert(Object.fromEntries(all));
  });

  it.each([
    ['by rank', {}],
    ['sorted', { sort: [{ fieldName: 'n', order: 'DESC' }] }],
    ['filtered', { filter: { n: { $lt: 3 } } }],
  ])('to the end and back each item stands on one page: %s', async (_, beside) => {
    const all = await found('red', { search: beside });
    const forth: string[] = [];
    let answer = (await search('red', { search: { ...beside, paging: { limit: 5 } } })).body;
    expect(answer.pagingMetadata.cursors).not.toHaveProperty('prev');
    for (;;) {
      forth.push(...answer.dataItems.map((item: { id: string }) => item.id));
      const next = answer.pagingMetadata.cursors?.next;
      expect(answer.pagingMetadata.hasNext).toBe(next !== undefined);
      if (next === undefined) break;
      const cursorPaging = { limit: 5, cursor: next };
      answer = (await search('red', { search: { ...beside, cursorPaging } })).body;
    }
    expect(forth).toEqual(all);
    const back: string[][] = [];
    while (answer.pagingMetadata.cursors?.prev) {
      const cursorPaging = { limit: 5, cursor: answer.pagingMetadata.cursors?.prev };
      // The cursor carries the search, so the request need not repeat it.
      answer = (await post('items/search', { dataCollectionId: id(), search: { cursorPaging } }, t.key)).body;
      back.unshift(answer.dataItems.map((item: { id: string }) => item.id));
    }
    expect(back.flat()).toEqual(all.slice(0, back.flat().length));
    expect(back.flat().length).toBeGreaterThan(10);
  });

  it('returns the items before a page that is not full', async () => {
    const all = await found('red');
    const second = (await search('red', { search: { paging: { limit: 5, offset: 2 } } })).body;
    const cursorPaging = { limit: 5, cursor: second.pagingMetadata.cursors.prev };
    const first = (await search('red', { search: { cursorPaging } })).body;
    expect(first.dataItems.map((item: { id: string }) => item.id)).toEqual(all.slice(0, 2));
  });

  it('returns a hundred items without a limit', async () => {
    const more = Array.from({ length: 100 }, (_, n) => [`m${n}`, { title: 'red' }]);
    await insert(Object.fromEntries(more));
    expect(await found('red')).toHaveLength(100);
    expect(await found('red', { search: { paging: { limit: 1_000 } } })).toHaveLength(123);
  });
});
