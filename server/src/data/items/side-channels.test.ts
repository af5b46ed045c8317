import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { runs, seed } from '../../testing/runs.ts';
import { loadCollection } from '../collections/cache.ts';
import * as arbitrary from '../query/arbitraries.ts';
import { type MadeItem, replaceItems } from '../testing/stored-items.fixture.ts';

let t: TestServer;
const SECRET = ['a', 'x y'];
/** The field is kept from visitors; in the other collection it does not exist, nor do others' items. */
const [KEPT, BARE] = ['Kept', 'Bare'];

beforeAll(async () => {
  t = await testServer();
  const fields = SECRET.map((key) => ({ key, type: 'ANY', access: { read: 'PRIVILEGED' } }));
  await collection(KEPT, fields);
  await collection(BARE, []);
});
afterAll(() => t.stop());

const collection = (id: string, fields: object[]) =>
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

describe('what one may not see leaves no trace', () => {
  it('the field is there for the owner, and not for a visitor', async () => {
    await store([{ id: '1', data: { a: 1, b: 2, 'x y': 3 }, made: '2024-01-01T00:00:00.001Z', owner: 'ann' }]);
    const keysFor = async (as: string) => {
      const { body } = await t.call({ method: 'POST', path: '/v2/items/query', as, body: { dataCollectionId: KEPT } });
      return Object.keys(body.dataItems[0].data).filter((key) => !key.startsWith('_'));
    };
    expect(await keysFor(t.key)).toEqual(['a', 'b', 'x y']);
    expect(await keysFor(t.visitor)).toEqual(['b']);
  });

  it('every answer is that of a collection in which the field does not exist', async () => {
    let pages = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(arbitrary.item, { selector: ({ id }) => id, maxLength: 15, size: 'max' }),
        fc.array(query, { minLength: 10, maxLength: 10 }),
        async (items, queries) => {
          await store(items);
          for (const { filter, sort, paging, fields, fieldName } of queries) {
            const asked = { filter, sort, paging, fields };
            await same('/v2/items/count', { filter });
            await same('/v2/items/query-distinct-values', { fieldName, filter, paging, returnTotalCount: true });
            const page = await same('/v2/items/query', { query: asked, returnTotalCount: true });
            await same('/v2/items/query', { query: asked, sortMode: 'RANDOM', randomOptions: { seed: 1 } });
            if (!page) continue;
            pages++;
            await same('/v2/items/query', ([next]) => ({ query: { fields, cursorPaging: { cursor: next } } }), page);
          }
        },
      ),
      { numRuns: runs(2_000) / 10, seed },
    );
    expect(pages).toBeGreaterThan(runs(2_000) / 100);
  }, 600_000);
});

/** Asks both; answers the next cursors, where there are some. */
async function same(
  path: string,
  body: object | ((cursors: readonly [string, string]) => object),
  cursors: readonly [string, string] = ['', ''],
): Promise<readonly [string, string] | null> {
  const ask = async (dataCollectionId: string, cursor: string) => {
    const rest = typeof body === 'function' ? body([cursor, cursor]) : body;
    return t.call({ method: 'POST', path, as: t.visitor, body: { dataCollectionId, ...rest } });
  };
  const kept = await ask(KEPT, cursors[0]);
  const bare = await ask(BARE, cursors[1]);
  expect([kept.status, open(kept.body)]).toEqual([bare.status, open(bare.body)]);
  const next = [kept.body.pagingMetadata?.cursors?.next, bare.body.pagingMetadata?.cursors?.next] as const;
  return next[0] === undefined ? null : next;
}

/** The answer with its cursors opened, as anybody can: what is not bound to the collection must be the same. */
function open(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (key, value) => {
    if (key === 'dataCollectionId' || key === 'requestId') return null;
    return key === 'next' || key === 'prev' ? Buffer.from(value, 'base64url').subarray(16).toString('base64') : value;
  });
}

async function store(items: readonly MadeItem[]): Promise<void> {
  for (const id of [KEPT, BARE]) {
    const seen = items.map((item) => ({
      ...item,
      data: Object.fromEntries(Object.entries(item.data).filter(([key]) => id === KEPT || !SECRET.includes(key))),
    }));
    await replaceItems(t, await loadCollection(t.ctx, id as string), seen);
  }
}
