import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { runs, seed } from '../../testing/runs.ts';
import { loadCollection } from '../collections/cache.ts';
import * as arbitrary from '../testing/query-arbitraries.ts';
import { replaceItems, type TestItem } from '../testing/stored-items.ts';

let t: TestServer;
const SECRET = ['a', 'x y'];
/**
 * Ids of two collections. The secret fields are hidden from visitors in the first one and do not exist in the second
 * one.
 */
const [HIDDEN, PLAIN] = ['Hidden', 'Plain'];

beforeAll(async () => {
  t = await testServer();
  const fields = SECRET.map((key) => ({ key, type: 'ANY', access: { read: 'PRIVILEGED' } }));
  await createCollection(HIDDEN, fields);
  await createCollection(PLAIN, []);
});
afterAll(() => t.stop());

const createCollection = (id: string, fields: object[]) =>
  t.call({
    method: 'POST',
    path: '/v2/collections',
    as: t.key,
    body: { collection: { id, fields, permissions: { read: 'ANYONE' } } },
  });

const query = fc.record({
  filter: arbitrary.filter,
  sort: arbitrary.sort,
  paging: arbitrary.paging,
  fields: fc.oneof(fc.constant([]), fc.array(arbitrary.fieldName, { maxLength: 3 })),
  fieldName: arbitrary.fieldName,
});

describe('hidden fields are not revealed', () => {
  it('returns the fields to the owner, but not to a visitor', async () => {
    await store([{ id: '1', data: { a: 1, b: 2, 'x y': 3 }, createdDate: '2024-01-01T00:00:00.001Z', owner: 'ann' }]);
    const keysVisibleTo = async (as: string) => {
      const { body } = await t.call({
        method: 'POST',
        path: '/v2/items/query',
        as,
        body: { dataCollectionId: HIDDEN },
      });
      return Object.keys(body.dataItems[0].data).filter((key) => !key.startsWith('_'));
    };
    expect(await keysVisibleTo(t.key)).toEqual(['a', 'b', 'x y']);
    expect(await keysVisibleTo(t.visitor)).toEqual(['b']);
  });

  it('responds like a collection without the fields', async () => {
    let pages = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(arbitrary.item, { selector: ({ id }) => id, maxLength: 15, size: 'max' }),
        fc.array(query, { minLength: 10, maxLength: 10 }),
        async (items, queries) => {
          await store(items);
          for (const { filter, sort, paging, fields, fieldName } of queries) {
            const itemQuery = { filter, sort, paging, fields };
            await expectSame('/v2/items/count', { filter });
            await expectSame('/v2/items/query-distinct-values', { fieldName, filter, paging, returnTotalCount: true });
            const page = await expectSame('/v2/items/query', { query: itemQuery, returnTotalCount: true });
            await expectSame('/v2/items/query', { query: itemQuery, sortMode: 'RANDOM', randomOptions: { seed: 1 } });
            if (!page) continue;
            pages++;
            await expectSame(
              '/v2/items/query',
              ([next]) => ({ query: { fields, cursorPaging: { cursor: next } } }),
              page,
            );
          }
        },
      ),
      { numRuns: runs(2_000) / 10, seed },
    );
    expect(pages).toBeGreaterThan(runs(2_000) / 100);
  }, 600_000);
});

/** Sends the request to both collections, expects equal responses and returns their next cursors, if any. */
async function expectSame(
  path: string,
  body: object | ((cursors: readonly [string, string]) => object),
  cursors: readonly [string, string] = ['', ''],
): Promise<readonly [string, string] | null> {
  const send = async (dataCollectionId: string, cursor: string) => {
    const rest = typeof body === 'function' ? body([cursor, cursor]) : body;
    return t.call({ method: 'POST', path, as: t.visitor, body: { dataCollectionId, ...rest } });
  };
  const hidden = await send(HIDDEN, cursors[0]);
  const plain = await send(PLAIN, cursors[1]);
  expect([hidden.status, open(hidden.body)]).toEqual([plain.status, open(plain.body)]);
  const next = [hidden.body.pagingMetadata?.cursors?.next, plain.body.pagingMetadata?.cursors?.next] as const;
  return next[0] === undefined ? null : next;
}

/** Decodes the cursors, which anybody can do, and removes their signatures, which differ between collections. */
function open(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (key, value) => {
    if (key === 'dataCollectionId' || key === 'requestId') return null;
    return key === 'next' || key === 'prev' ? Buffer.from(value, 'base64url').subarray(16).toString('base64') : value;
  });
}

async function store(items: readonly TestItem[]): Promise<void> {
  for (const id of [HIDDEN, PLAIN]) {
    const seen = items.map((item) => ({
      ...item,
      data: Object.fromEntries(Object.entries(item.data).filter(([key]) => id === HIDDEN || !SECRET.includes(key))),
    }));
    await replaceItems(t, await loadCollection(t.ctx, id as string), seen);
  }
}
