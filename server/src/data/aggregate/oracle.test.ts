import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { runs, seed } from '../../testing/runs.ts';
import { loadCollection } from '../collections/cache.ts';
import type { Collection } from '../collections/collection.ts';
import { buildReach, type Reach } from '../collections/reach.ts';
import { createCollection } from '../index.ts';
import type { Json } from '../query/tree.ts';
import { decimal, nearestDouble, toPlainText } from '../testing/decimals.ts';
import { evaluateExpression } from '../testing/evaluate-expression.ts';
import { evaluate } from '../testing/evaluate-pipeline.ts';
import * as arbitrary from '../testing/pipeline-arbitraries.ts';
import * as queries from '../testing/query-arbitraries.ts';
import { listCharacters, storeItems, type TestItem } from '../testing/stored-items.ts';
import { parseBuilder } from './parse-builder.ts';
import { parsePipeline } from './parse-pipeline.ts';
import { countResults, listResults } from './store.ts';
import type { Stage } from './tree.ts';

let t: TestServer;
let collection: Collection;

beforeAll(async () => {
  t = await testServer();
  await createCollection(t.ctx, { id: 'Oracle' });
  collection = await loadCollection(t.ctx, 'Oracle');
});
afterAll(() => t.stop());

/** Number of pipelines per set of random items. */
const PIPELINES_PER_SET = 20;
const PAGE = { limit: 10_000, offset: 0 };

const request = fc.record({
  stages: fc.oneof(
    { weight: 3, arbitrary: arbitrary.pipeline.map((stages) => ({ pipeline: stages })) },
    { weight: 1, arbitrary: arbitrary.builder.map((builder) => ({ builder })) },
  ),
  owner: fc.option(fc.constantFrom(...queries.OWNERS), { freq: 4 }),
  hidden: fc.subarray(['a', 'b', 'c', 'constructor'], { maxLength: 1 }),
});

describe('SQL and the reference implementation of aggregation', () => {
  it('return the same rows in the same order', async () => {
    let found = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(queries.item, { selector: ({ id }) => id, maxLength: 15, size: 'max' }),
        fc.array(request, { minLength: PIPELINES_PER_SET, maxLength: PIPELINES_PER_SET }),
        async (items, calls) => {
          const stored = await store(items);
          for (const { stages, owner, hidden } of calls) {
            const tree = parseStages(stages);
            const reach: Reach = { ...buildReach(t.ctx, collection, owner), hidden };
            const rows = (await listResults(t.db, reach, tree, PAGE)).map((text) => JSON.parse(text));
            expect(rows).toEqual(evaluate(visibleTo(stored, owner, hidden), tree));
            expect(await countResults(t.db, reach, tree, 10_000)).toBe(rows.length);
            found += rows.length;
          }
        },
      ),
      { numRuns: runs(5_000) / PIPELINES_PER_SET, seed },
    );
    // If most results were empty, the comparison would prove little.
    expect(found).toBeGreaterThan(runs(5_000) / 4);
  }, 600_000);

  it('round to the same double and print the same digits', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(exact, { minLength: 50, maxLength: 50 }), async (numbers) => {
        const texts = numbers.map(([units, scale]) => `${units}e${-scale}`);
        const { rows } = await sql<{ value: string | null }>`
          select portico.nearest_double(number::numeric)::text as value
          from unnest(${texts}::text[]) with ordinality as numbers(number, place) order by place`.execute(t.db);
        const expected = numbers.map(([units, scale]) => nearestDouble({ units, scale }));
        expect(rows.map(({ value }) => (value === null ? null : Number(value)))).toEqual(expected);
        const smallNumbers = expected.filter((value) => value !== null && Math.abs(value) < 2 ** 53);
        expect(
          rows.flatMap(({ value }) => (value !== null && Math.abs(Number(value)) < 2 ** 53 ? [value] : [])),
        ).toEqual(smallNumbers.map((value) => toPlainText(value as number)));
      }),
      { numRuns: runs(400), seed },
    );
  });

  it("change the case of every character alike, except those newer than the database's Unicode", async () => {
    const characters = listCharacters();
    for (const [kind, name] of [
      ['toLower', 'lower_text'],
      ['toUpper', 'upper_text'],
    ] as const) {
      const { rows } = await sql<{ changed: string }>`
        select portico.${sql.raw(name)}(character) as changed from unnest(${characters}::text[]) as character`.execute(
        t.db,
      );
      const expected = characters.map((value) => evaluateExpression(null, { kind, operand: { kind: 'text', value } }));
      const differingCharacters = characters.filter((_, i) => rows[i]?.changed !== expected[i]);
      const unknownToPostgres = new Set(characters.filter((character, i) => rows[i]?.changed === character));
      expect(differingCharacters.filter((character) => !unknownToPostgres.has(character))).toEqual([]);
      expect(differingCharacters.length).toBeLessThan(300);
    }
  });
});

/** Exact numbers of all magnitudes: with few digits, next to a double, or halfway between two doubles. */
const exact = fc.oneof(
  fc.tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 340 })),
  fc.tuple(fc.bigInt({ min: -(10n ** 330n), max: 10n ** 330n }), fc.integer({ min: 0, max: 30 })),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value): [bigint, number] => {
    const { units, scale } = decimal(value === 0 ? 0 : value);
    return [units * 1000n + 1n, scale + 3];
  }),
);

function parseStages(stages: { pipeline: unknown } | { builder: unknown }): Stage[] {
  return 'pipeline' in stages
    ? parsePipeline(JSON.parse(JSON.stringify(stages.pipeline)))
    : parseBuilder(JSON.parse(JSON.stringify(stages.builder)));
}

const visibleTo = (items: readonly Json[], owner: string | null, hidden: readonly string[]): Json[] =>
  items
    .filter((item) => owner === null || (item as { _owner: string })._owner === owner)
    .map((item) => Object.fromEntries(Object.entries(item as object).filter(([key]) => !hidden.includes(key))));

const store = (items: readonly TestItem[]): Promise<Json[]> => storeItems(t, collection, items);
