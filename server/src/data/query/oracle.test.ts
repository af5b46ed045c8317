import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { runs, seed } from '../../testing/runs.ts';
import { loadCollection } from '../collections/cache.ts';
import type { Collection } from '../collections/collection.ts';
import { createCollection } from '../index.ts';
import { reachInto } from '../items/open.ts';
import { prepareInsert } from '../items/prepare.ts';
import { countItems, listItems } from '../items/read-store.ts';
import { insertItems, truncateItems } from '../items/write-store.ts';
import * as arbitrary from './arbitraries.ts';
import { compareItems, matches } from './evaluate.ts';
import { parseFilter, parseSort } from './parse.ts';
import { EVERYTHING, planFilter, planQuery } from './plan.ts';
import { foldCase } from './text.ts';
import type { Filter, Json, SortField } from './tree.ts';

let t: TestServer;
let collection: Collection;

beforeAll(async () => {
  t = await testServer();
  await createCollection(t.ctx, { id: 'Oracle' });
  collection = await loadCollection(t.ctx, 'Oracle');
});
afterAll(() => t.stop());

/** How many queries each set of random items is asked. */
const QUERIES_A_SET = 20;

const query = fc.record({
  filter: arbitrary.filter,
  sort: arbitrary.sort,
  owner: fc.option(fc.constantFrom(...arbitrary.OWNERS), { freq: 4 }),
  paging: arbitrary.paging,
});

describe('SQL and the plain evaluator', () => {
  it('give the same ids in the same order, and the same count', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(arbitrary.item, { selector: ({ id }) => id, maxLength: 30, size: 'max' }),
        fc.array(query, { minLength: QUERIES_A_SET, maxLength: QUERIES_A_SET }),
        async (items, queries) => {
          const stored = await store(items);
          for (const { filter, sort, owner, paging } of queries) {
            const tree = parseFilter(filter);
            const order = parseSort(sort);
            const reach = reachInto(t.ctx, collection, owner);
            const plan = planQuery(tree, order, reach, paging);
            const rows = await listItems(t.db, reach, plan, []);
            const expected = evaluated(stored, tree, order, owner);
            const page = expected.slice(paging.offset, paging.offset + paging.limit + 1);
            expect(rows.map((row) => row.id)).toEqual(page);
            expect(await countItems(t.db, reach, planFilter(tree, reach))).toBe(expected.length);
            found += expected.length;
          }
        },
      ),
      { numRuns: runs(20_000) / QUERIES_A_SET, seed },
    );
    // Filters that find nothing would agree too.
    expect(found).toBeGreaterThan(runs(20_000));
  }, 600_000);

  it('fold the case of every character alike, but for those newer than the Unicode of the database', async () => {
    const characters = Array.from({ length: 0x11_0000 }, (_, code) => code)
      .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
      .map((code) => String.fromCodePoint(code));
    const { rows } = await sql<{ folded: string }>`
      select portico.fold_case(character) as folded from unnest(${characters}::text[]) as character`.execute(t.db);
    const different = characters.filter((character, i) => rows[i]?.folded !== foldCase(character));
    const unknownToIt = characters.filter((character, i) => rows[i]?.folded === character);
    expect(different.filter((character) => !unknownToIt.includes(character))).toEqual([]);
    expect(different.length).toBeLessThan(200);
  });
});

/** Writes the items through the code that inserts use, and reads back what PostgreSQL made of them. */
async function store(items: readonly { id: string; data: object; made: string; owner: string }[]): Promise<Json[]> {
  await truncateItems(t.db, collection);
  for (const [made, together] of Map.groupBy(items, (item) => item.made)) {
    const now = new Date(made);
    const rows = together.map(({ id, data, owner }) =>
      prepareInsert(collection, { id, data: data as Record<string, unknown> }, { owner, now, maySetOwner: false }),
    );
    await insertItems(t.db, collection, rows, now);
  }
  const all = await listItems(
    t.db,
    reachInto(t.ctx, collection, null),
    planQuery({ kind: 'and', parts: [] }, [], EVERYTHING, { limit: 1_000 }),
    [],
  );
  expect(all.length).toBe(items.length);
  return all.map((row) => JSON.parse(row.data) as Json);
}

function evaluated(stored: readonly Json[], tree: Filter, sort: readonly SortField[], owner: string | null): string[] {
  const order = sort.length > 0 ? sort : parseSort([{ fieldName: '_createdDate', order: 'DESC' }]);
  const total = [...order, { path: ['_id'], order: order.at(-1)?.order ?? 'ASC' }];
  return stored
    .filter((item) => (owner === null || itemField(item, '_owner') === owner) && matches(item, tree))
    .sort((a, b) => compareItems(a, b, total))
    .map((item) => itemField(item, '_id'));
}

const itemField = (item: Json, key: string): string => (item as Record<string, string>)[key] as string;
