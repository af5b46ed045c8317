import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { verbs } from '../../testing/verbs.ts';

let t: TestServer;
const STAYING = Array.from({ length: 120 }, (_, n) => `stays-${n}`);

beforeAll(async () => {
  t = await testServer();
  await post('/v2/collections', { collection: { id: 'Busy', permissions: { read: 'ANYONE' } } });
  // Values that tie, that are of several types, and that are missing.
  const rank = (n: number) => [n % 7, `text ${n % 5}`, null, undefined, n % 2 === 0][n % 5];
  const dataItems = STAYING.map((_id, n) => ({ data: { _id, rank: rank(n), kept: true } }));
  await post('/v2/bulk/items/insert', { dataCollectionId: 'Busy', dataItems });
});
afterAll(() => t.stop());

const { post } = verbs(() => t);

/** Others' items come, go and change until it is stopped. */
function keepWriting(): () => Promise<number> {
  let going = true;
  const writer = async (name: string): Promise<number> => {
    let writes = 0;
    for (; going; writes++) {
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
  const writers = Promise.all(['rank', 'aaa', 'zzz'].map(writer));
  return async () => {
    going = false;
    return (await writers).reduce((sum, writes) => sum + writes);
  };
}

describe('items that stay are seen once, to the end and back, while others come, go and change', () => {
  it.each<[string, object, object]>([
    ['newest first', {}, {}],
    ['by id', { sort: [{ fieldName: '_id', order: 'ASC' }] }, {}],
    ['by a field of many types', { sort: [{ fieldName: 'rank', order: 'ASC' }] }, {}],
    ['by a field and the date', { sort: [{ fieldName: 'rank', order: 'DESC' }, { fieldName: '_createdDate' }] }, {}],
    ['shuffled', {}, { sortMode: 'RANDOM' }],
  ])('%s', async (_, query, rest) => {
    const stop = keepWriting();
    const ask = (query: object) => post('/v2/items/query', { dataCollectionId: 'Busy', query, ...rest }, t.visitor);
    const staying = (body: { dataItems: { id: string }[] }) =>
      body.dataItems.map(({ id }) => id).filter((id) => id.startsWith('stays-'));
    let { body } = await ask({ ...query, paging: { limit: 7 } });
    const forwards = staying(body);
    while (body.pagingMetadata.cursors?.next) {
      ({ body } = await ask({ cursorPaging: { limit: 7, cursor: body.pagingMetadata.cursors.next } }));
      forwards.push(...staying(body));
    }
    const backwards = staying(body);
    while (body.pagingMetadata.cursors?.prev) {
      ({ body } = await ask({ cursorPaging: { limit: 7, cursor: body.pagingMetadata.cursors.prev } }));
      backwards.unshift(...staying(body));
    }
    expect(await stop()).toBeGreaterThan(10);
    expect(forwards.toSorted()).toEqual(STAYING.toSorted());
    expect(backwards).toEqual(forwards);
  });
});
