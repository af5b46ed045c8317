import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { runs, seed } from '../../testing/runs.ts';
import { loadCollection } from '../collections/cache.ts';
import type { Collection } from '../collections/collection.ts';
import { buildReach, type Reach } from '../collections/reach.ts';
import { createCollection } from '../index.ts';
import { addColumnSql } from '../indexes/ddl.ts';
import { findPage } from '../items/find-page.ts';
import { listDistinctValues } from '../table/distinct-store.ts';
import { countItems, listItems } from '../table/read-store.ts';
import * as arbitrary from '../testing/query-arbitraries.ts';
import { listCharacters, storeItems } from '../testing/stored-items.ts';
import { compareItems, evaluateDistinct, matches } from './evaluate.ts';
import { parseFilter, parsePath, parseSort } from './parse.ts';
import { planFilter, planQuery, resolveField } from './plan.ts';
import { foldCase } from './text.ts';
import type { Filter, Json, SortField } from './tree.ts';

let t: TestServer;
let plain: Collection;
let promoted: Collection;

beforeAll(async () => {
  t = await testServer();
  const fields = DATES.map((key) => ({ key, type: 'DATETIME' as const }));
  await createCollection(t.ctx, { id: 'Plain' });
  await createCollection(t.ctx, { id: 'Promoted' });
  // The fields are declared only in memory: stored declarations would create columns that hold only dates, but the
  // random items also have other values in these fields.
  plain = { ...(await loadCollection(t.ctx, 'Plain')), fields };
  const bare = await loadCollection(t.ctx, 'Promoted');
  promoted = { ...bare, fields, layout: { ...bare.layout, columns: arbitrary.COLUMNS } };
  for (const statement of arbitrary.COLUMNS.flatMap((column) => addColumnSql(bare, column)))
    await sql.raw(statement).execute(t.db);
});
afterAll(() => t.stop());

/** The keys of the DATETIME fields. In the collection Promoted, the field `0` has a promoted column. */
const DATES = ['0', 'x y', 'b'];

/** Number of queries per set of random items. */
const QUERIES_PER_SET = 20;
/** Every nth query is also paged through. */
const PAGED_EVERY = 4;

const query = fc.record({
  filter: arbitrary.filter,
  sort: arbitrary.sort,
  owner: fc.option(fc.constantFrom(...arbitrary.OWNERS), { freq: 4 }),
  hidden: arbitrary.hidden,
  paging: arbitrary.paging,
  fieldName: arbitrary.fieldName,
  fields: fc.constantFrom<string[]>([], ['b'], ['a.b', 'c']),
});

describe('SQL and the reference implementation return the same ids in the same order, the same counts, values and pages', () => {
  it.each([
    ['of any items', () => plain, arbitrary.item],
    ['of items with promoted columns', () => promoted, arbitrary.typedItem],
  ] as const)(
    '%s',
    async (_, collectionOf, item) => {
      const collection = collectionOf();
      let found = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(item, { selector: ({ id }) => id, maxLength: 30, size: 'max' }),
          fc.array(query, { minLength: QUERIES_PER_SET, maxLength: QUERIES_PER_SET }),
          async (items, queries) => {
            const stored = await storeItems(t, collection, items);
            for (const [i, { filter, sort, owner, hidden, paging, fields, fieldName }] of queries.entries()) {
              const reach = { ...buildReach(t.ctx, collection, owner), hidden };
              const seen = stored
                .filter((item) => owner === null || itemField(item, '_owner') === owner)
                .map((item) => without(item, hidden));
              const tree = parseFilter(filter);
              const matching = seen.filter((item) => matches(item, tree, DATES));
              const expected = sortItems(matching, parseSort(sort));
              await compareQuery(reach, tree, parseSort(sort), paging, expected);
              await compareDistinct(reach, tree, fieldName, matching);
              if (i % PAGED_EVERY === 0)
                await turnPages(reach, { filter: { ...filter }, sort, fields }, paging, expected);
              found += expected.length;
            }
          },
        ),
        { numRuns: runs(20_000) / QUERIES_PER_SET / 2, seed },
      );
      // If most results were empty, the comparison would prove little.
      expect(found).toBeGreaterThan(runs(20_000) / 2);
    },
    1_200_000,
  );

  it("fold the case of every character alike, except those newer than the database's Unicode", async () => {
    const characters = listCharacters();
    const { rows } = await sql<{ folded: string }>`
      select portico.fold_case(character) as folded from unnest(${characters}::text[]) as character`.execute(t.db);
    const different = characters.filter((character, i) => rows[i]?.folded !== foldCase(character));
    const unknownToPostgres = characters.filter((character, i) => rows[i]?.folded === character);
    expect(different.filter((character) => !unknownToPostgres.includes(character))).toEqual([]);
    expect(different.length).toBeLessThan(200);
  });
});

async function compareQuery(
  reach: Reach,
  tree: Filter,
  sort: SortField[],
  { limit, offset }: { limit: number; offset: number },
  expected: readonly Json[],
): Promise<void> {
  const rows = await listItems(t.db, reach, planQuery(tree, sort, reach, { limit, offset }), []);
  expect(rows.map(({ data }) => JSON.parse(data))).toEqual(expected.slice(offset, offset + limit + 1));
  expect(await countItems(t.db, reach, planFilter(tree, reach))).toBe(expected.length);
}

/** Compares the distinct values with the reference implementation. Only the order of objects and arrays may differ. */
async function compareDistinct(reach: Reach, tree: Filter, name: string, matching: readonly Json[]): Promise<void> {
  const path = parsePath(name, 'fieldName');
  const distinctQuery = { path, field: resolveField(path, reach), filter: planFilter(tree, reach) };
  const page = { limit: 1_000, offset: 0, start: null, backwards: false };
  const ascending = await listDistinctValues(t.db, reach, { ...distinctQuery, order: 'ASC' }, page);
  const descending = await listDistinctValues(t.db, reach, { ...distinctQuery, order: 'DESC' }, page);
  expect(descending.toReversed()).toEqual(ascending);
  const values = ascending.map((value) => JSON.parse(value) as Json);
  const expected = evaluateDistinct(matching, path);
  expect(values.filter(isPlain)).toEqual(expected.filter(isPlain));
  expect(values).toHaveLength(expected.length);
  for (const value of expected) expect(values).toContainEqual(value);
  for (const [i, value] of values.entries()) {
    const nextPage = { limit: 1, offset: 0, start: [value], backwards: false };
    const next = await listDistinctValues(t.db, reach, { ...distinctQuery, order: 'ASC' }, nextPage);
    expect(next).toEqual(ascending.slice(i + 1, i + 3));
  }
}

/**
 * Pages to the end and back by cursors. Checks that each item occurs once and that cursors exist exactly where the
 * client needs them.
 */
async function turnPages(
  reach: Reach,
  query: { filter: Record<string, unknown>; sort: { fieldName: string; order: 'ASC' | 'DESC' }[]; fields: string[] },
  { limit, offset }: { limit: number; offset: number },
  expected: readonly Json[],
): Promise<void> {
  const ids = expected.map((item) => itemField(item, '_id'));
  const { fields } = query;
  const follow = (cursor: string) => findPage(t.ctx, reach, { query: { fields, cursorPaging: { limit, cursor } } });
  let page = await findPage(t.ctx, reach, { query: { ...query, paging: { limit, offset } } });
  let at = offset;
  for (;;) {
    const got = page.rows.map(({ id }) => id);
    expect(got).toEqual(ids.slice(at, at + limit));
    const { next, prev } = page.metadata.cursors ?? {};
    expect([page.metadata.hasNext, next !== undefined, prev !== undefined]).toEqual([
      at + limit < ids.length,
      at + limit < ids.length,
      at > 0,
    ]);
    if (next === undefined) break;
    at += limit;
    page = await follow(next);
  }
  // Paging back from an offset after the end returns the last page.
  at = Math.min(at, ids.length);
  while (page.metadata.cursors?.prev !== undefined) {
    page = await follow(page.metadata.cursors.prev);
    const from = Math.max(0, at - limit);
    expect(page.rows.map(({ id }) => id)).toEqual(ids.slice(from, at));
    at = from;
    expect(page.metadata.cursors?.prev === undefined).toBe(at === 0);
  }
}

function sortItems(items: readonly Json[], sort: readonly SortField[]): Json[] {
  const order = sort.length > 0 ? sort : parseSort([{ fieldName: '_createdDate', order: 'DESC' }]);
  const total = [...order, { path: ['_id'], order: order.at(-1)?.order ?? 'ASC' }];
  return items.toSorted((a, b) => compareItems(a, b, total));
}

const without = (item: Json, hidden: readonly string[]): Json =>
  Object.fromEntries(Object.entries(item as object).filter(([key]) => !hidden.includes(key)));

const isPlain = (value: Json): boolean => typeof value !== 'object';

const itemField = (item: Json, key: string): string => (item as Record<string, string>)[key] as string;
