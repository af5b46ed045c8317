import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { runs, seed } from '../../testing/runs.ts';
import { loadCollection } from '../collections/cache.ts';
import { buildReach } from '../collections/reach.ts';
import { createCollection } from '../index.ts';
import * as arbitrary from '../query/arbitraries.ts';
import { matches } from '../query/evaluate.ts';
import { linkTable } from '../query/link-fields.ts';
import { parseFilter } from '../query/parse.ts';
import { planQuery } from '../query/plan.ts';
import { type Json, matchAll } from '../query/tree.ts';
import { listItems } from '../table/read-store.ts';
import { insertItems, truncateItems } from '../table/write-store.ts';
import { prepareInsert } from '../values/prepare.ts';
import { many } from './reference-calls.fixture.ts';
import { deleteAllLinks, insertLinks } from './store.ts';

const t: TestServer = await testServer();
afterAll(() => t.stop());

type Sent = Parameters<typeof createCollection>[1];
const make = (id: string, fields: object[]) => createCollection(t.ctx, { id, fields } as Sent);
await make('Target', []);
await make('Forward', [many('a', 'Target'), many('b', 'Target')]);
await make('Mirrored', []);
await make('Declaring', [many('x', 'Mirrored', 'a'), many('y', 'Mirrored', 'b')]);

const QUERIES_A_SET = 20;
const ids = fc.uniqueArray(fc.constantFrom('a', 'A', 'ab', 'b', '5', '😀', '\uffee', 'ß', 'İ', '%', 'ΟΔΟΣ'), {
  maxLength: 3,
});
const linkedItem = fc.record({ item: arbitrary.item, links: fc.record({ a: ids, b: ids }) });

it.each([
  ['the field that declares them', 'Forward', 'Target'],
  ['their mirror', 'Mirrored', 'Declaring'],
])(
  'a filter on links, by %s, finds what it would find if items held the ids',
  async (_, id, otherId) => {
    const collection = await loadCollection(t.ctx, id);
    const other = await loadCollection(t.ctx, otherId);
    const reach = buildReach(t.ctx, collection, null);
    const listed = async (filter: Parameters<typeof planQuery>[0]) =>
      listItems(t.db, reach, planQuery(filter, [], reach, { limit: 1_000, offset: 0 }), []);
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(linkedItem, { selector: ({ item }) => item.id, maxLength: 15, size: 'max' }),
        fc.array(arbitrary.filter, { minLength: QUERIES_A_SET, maxLength: QUERIES_A_SET }),
        async (items, filters) => {
          await truncateItems(t.db, collection);
          await deleteAllLinks(t.db, collection);
          const stamp = { owner: 'ann', now: t.ctx.now, maySetOwner: false };
          const rows = items.map(({ item: { id, data } }) =>
            prepareInsert(collection, { id, data: data as Record<string, unknown> }, stamp),
          );
          await insertItems(t.db, collection, rows, t.ctx.now);
          for (const key of ['a', 'b'] as const) {
            const pairs = items.flatMap(({ item, links }) => links[key].map((far) => ({ near: item.id, far })));
            await insertLinks(t.db, collection, linkTable(collection, key), other, pairs);
          }
          const stored = (await listed(matchAll)).map(({ id, data }) => {
            const links = items.find(({ item }) => item.id === id)?.links;
            const held = Object.entries(links ?? {}).filter(([, ids]) => ids.length > 0);
            return { id, item: { ...JSON.parse(data), ...Object.fromEntries(held) } as Json };
          });
          for (const sent of filters) {
            const tree = parseFilter(sent);
            const expected = stored.filter(({ item }) => matches(item, tree)).map(({ id }) => id);
            expect((await listed(tree)).map(({ id }) => id)).toEqual(expected);
            found += expected.length;
          }
        },
      ),
      { numRuns: runs(4_000) / QUERIES_A_SET, seed },
    );
    // Filters that find nothing would agree too.
    expect(found).toBeGreaterThan(runs(4_000) / 4);
  },
  600_000,
);
