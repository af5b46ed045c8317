import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { runs, seed } from '../../testing/runs.ts';
import { loadCollection } from '../collections/cache.ts';
import { buildReach } from '../collections/reach.ts';
import { createCollection } from '../index.ts';
import { matches } from '../query/evaluate.ts';
import { linkTable } from '../query/link-fields.ts';
import { parseFilter } from '../query/parse.ts';
import { planQuery } from '../query/plan.ts';
import { type Json, matchAll } from '../query/tree.ts';
import { listItems } from '../table/read-store.ts';
import { insertItems, truncateItems } from '../table/write-store.ts';
import * as arbitrary from '../testing/query-arbitraries.ts';
import { multiReferenceField } from '../testing/reference-calls.ts';
import { prepareInsert } from '../values/prepare.ts';
import { deleteAllLinks, insertLinks } from './store.ts';

const t: TestServer = await testServer();
afterAll(() => t.stop());

type Definition = Parameters<typeof createCollection>[1];
const make = (id: string, fields: object[]) => createCollection(t.ctx, { id, fields } as Definition);
await make('Target', []);
await make('Forward', [multiReferenceField('a', 'Target'), multiReferenceField('b', 'Target')]);
await make('Mirrored', []);
await make('Declaring', [multiReferenceField('x', 'Mirrored', 'a'), multiReferenceField('y', 'Mirrored', 'b')]);

const QUERIES_PER_SET = 20;
const ids = fc.uniqueArray(fc.constantFrom('a', 'A', 'ab', 'b', '5', '😀', '\uffee', 'ß', 'İ', '%', 'ΟΔΟΣ'), {
  maxLength: 3,
});
const linkedItem = fc.record({ item: arbitrary.item, links: fc.record({ a: ids, b: ids }) });

it.each([
  ['the declaring field', 'Forward', 'Target'],
  ['the mirror', 'Mirrored', 'Declaring'],
])(
  'a filter on links through %s finds the same items as if they contained the ids',
  async (_, id, otherId) => {
    const collection = await loadCollection(t.ctx, id);
    const other = await loadCollection(t.ctx, otherId);
    const reach = buildReach(t.ctx, collection, null);
    const listMatching = async (filter: Parameters<typeof planQuery>[0]) =>
      listItems(t.db, reach, planQuery(filter, [], reach, { limit: 1_000, offset: 0 }), []);
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(linkedItem, { selector: ({ item }) => item.id, maxLength: 15, size: 'max' }),
        fc.array(arbitrary.filter, { minLength: QUERIES_PER_SET, maxLength: QUERIES_PER_SET }),
        async (items, filters) => {
          await truncateItems(t.db, collection);
          await deleteAllLinks(t.db, collection);
          const stamp = { owner: 'ann', now: t.ctx.now, maySetOwner: false };
          const rows = items.map(({ item: { id, data } }) =>
            prepareInsert(collection, { id, data: data as Record<string, unknown> }, stamp),
          );
          await insertItems(t.db, collection, rows, t.ctx.now);
          for (const key of ['a', 'b'] as const) {
            const pairs = items.flatMap(({ item, links }) =>
              links[key].map((referencedId) => ({ referringId: item.id, referencedId })),
            );
            await insertLinks(t.db, collection, linkTable(collection, key), other, pairs);
          }
          const stored = (await listMatching(matchAll)).map(({ id, data }) => {
            const links = items.find(({ item }) => item.id === id)?.links;
            const linked = Object.entries(links ?? {}).filter(([, ids]) => ids.length > 0);
            return { id, item: { ...JSON.parse(data), ...Object.fromEntries(linked) } as Json };
          });
          for (const input of filters) {
            const tree = parseFilter(input);
            const expected = stored.filter(({ item }) => matches(item, tree)).map(({ id }) => id);
            expect((await listMatching(tree)).map(({ id }) => id)).toEqual(expected);
            found += expected.length;
          }
        },
      ),
      { numRuns: runs(4_000) / QUERIES_PER_SET, seed },
    );
    // If the filters found nothing, the comparison would prove nothing.
    expect(found).toBeGreaterThan(runs(4_000) / 4);
  },
  600_000,
);
