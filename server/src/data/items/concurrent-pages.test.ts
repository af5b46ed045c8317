import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { createVerbs } from '../../testing/verbs.ts';

let t: TestServer;
const STAYING_IDS = Array.from({ length: 120 }, (_, n) => `stays-${n}`);

beforeAll(async () => {
  t = await testServer();
  await post('/v2/collections', { collection: { id: 'Busy', permissions: { read: 'ANYONE' } } });
  // Covers equal values, values of several types, and missing values.
  const rankOf = (n: number) => [n % 7, `text ${n % 5}`, null, undefined, n % 2 === 0][n % 5];
  const dataItems = STAYING_IDS.map((_id, n) => ({ data: { _id, rank: rankOf(n), isStaying: true } }));
  await post('/v2/bulk/items/insert', { dataCollectionId: 'Busy', dataItems });
});
afterAll(() => t.stop());

const { post } = createVerbs(() => t);

/** Inserts, changes and removes other items until the returned function is called. */
function keepWriting(): () => Promise<number> {
  let running = true;
  const write = async (name: string): Promise<number> => {
    let writes = 0;
    for (; running; writes++) {
      const _id = `${name}-${writes % 20}`;
      const data = { _id, rank: [writes % 9, `text ${writes % 4}`, null][writes % 3] };
      const at = { dataCollectionId: 'Busy' };
      const { status } =
        writes % 3 === 0
          ? await post('/v2/items/remove', { ...at, dataItemId: _id })
          : await post('/v2/items/save', { ...at, dataItem: { data } });
      expect([200, 404]).toContain(status);
    }
    return writes;
  };
  const writers = Promise.all(['rank', 'aaa', 'zzz'].map(write));
  return async () => {
    running = false;
    return (await writers).reduce((sum, writes) => sum + writes);
  };
}

describe('items are returned exactly once, forwards and backwards, while others are inserted, changed and removed', () => {
  it.each<[string, object, object]>([
    ['newest first', {}, {}],
    ['by id', { sort: [{ fieldName: '_id', order: 'ASC' }] }, {}],
    ['by a field of many types', { sort: [{ fieldName: 'rank', order: 'ASC' }] }, {}],
    ['by a field and the date', { sort: [{ fieldName: 'rank', order: 'DESC' }, { fieldName: '_createdDate' }] }, {}],
    ['in random order', {}, { sortMode: 'RANDOM' }],
  ])('%s', async (_, query, rest) => {
    const stop = keepWriting();
    const queryBusy = (query: object) =>
      post('/v2/items/query', { dataCollectionId: 'Busy', query, ...rest }, t.visitor);
    const stayingIdsOf = (body: { dataItems: { id: string }[] }) =>
      body.dataItems.map(({ id }) => id).filter((id) => id.startsWith('stays-'));
    let { body } = await queryBusy({ ...query, paging: { limit: 7 } });
    const forwards = stayingIdsOf(body);
    while (body.pagingMetadata.cursors?.next) {
      ({ body } = await queryBusy({ cursorPaging: { limit: 7, cursor: body.pagingMetadata.cursors.next } }));
      forwards.push(...stayingIdsOf(body));
    }
    const backwards = stayingIdsOf(body);
    while (body.pagingMetadata.cursors?.prev) {
      ({ body } = await queryBusy({ cursorPaging: { limit: 7, cursor: body.pagingMetadata.cursors.prev } }));
      backwards.unshift(...stayingIdsOf(body));
    }
    expect(await stop()).toBeGreaterThan(10);
    expect(forwards.toSorted()).toEqual(STAYING_IDS.toSorted());
    expect(backwards).toEqual(forwards);
  });
});
