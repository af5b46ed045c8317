import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { loadCollection } from '../collections/cache.ts';
import type { Collection } from '../collections/collection.ts';
import { buildReach } from '../collections/reach.ts';
import { createCollection } from '../index.ts';
import type { Params } from '../query/params.ts';
import { parseFilter, parseSort } from '../query/parse.ts';
import { planQuery } from '../query/plan.ts';
import { pageRowsSql } from '../table/page-rows.ts';
import { listItems } from '../table/read-store.ts';
import { readStatistics, type Statistics, statisticsOf } from './common-values.ts';

const ROWS = 1_000;
const RARE = 5;

let t: TestServer;
let collection: Collection;
let statistics: Statistics;
beforeAll(async () => {
  t = await testServer();
  const fields = [
    { key: 'kind', type: 'TEXT' as const },
    { key: 'on', type: 'BOOLEAN' as const },
    { key: 'n', type: 'NUMBER' as const },
  ];
  await createCollection(t.ctx, { id: 'C', fields });
  const dataItems = Array.from({ length: ROWS }, (_, i) => ({
    data: { kind: i < RARE ? 'rare' : `kind ${i % 2}`, on: i % 4 < 2, n: i },
  }));
  await t.call({
    method: 'POST',
    path: '/v2/bulk/items/insert',
    as: t.key,
    body: { dataCollectionId: 'C', dataItems },
  });
  const index = { name: 'kind', fields: [{ path: 'kind' }] };
  await t.call({ method: 'POST', path: '/v2/indexes', as: t.key, body: { dataCollectionId: 'C', index } });
  const readStatus = async () => (await loadCollection(t.ctx, 'C')).layout.indexes[0]?.status;
  while ((await readStatus()) !== 'ACTIVE') await sleep(20);
  collection = await loadCollection(t.ctx, 'C');
  await sql.raw(`analyze ${collection.table}`).execute(t.db);
  statistics = await readStatistics(t.db, collection);
});
afterAll(() => t.stop());

const planOf = (filter: object, sort: string[] = [], limit = 10, owner: string | null = null) =>
  planQuery(
    parseFilter(filter),
    parseSort(sort.map((fieldName) => ({ fieldName }))),
    buildReach(t.ctx, collection, owner),
    {
      limit,
    },
  );

describe('a prepared statement is reused for common values', () => {
  it.each([
    [true, 'a common value', { kind: 'kind 1' }],
    [true, 'a common boolean', { on: true }],
    [true, 'two conditions that many rows meet', { kind: 'kind 1', on: false }],
    [false, 'a rare value', { kind: 'rare' }],
    [false, 'a rare value and a common one', { kind: 'rare', on: true }],
    [false, 'a value that no row has', { kind: 'kind 7' }],
    [false, 'a value of another type', { kind: 1 }],
    [false, 'a field with a different value in each row', { n: 5 }],
    [false, 'a field without a column', { kind: 'kind 1', other: 'x' }],
    [false, 'one of several values', { kind: { $in: ['kind 0', 'kind 1'] } }],
    [false, 'all but a common value', { kind: { $ne: 'rare' } }],
    [false, 'either of two conditions', { $or: [{ kind: 'kind 1' }, { on: true }] }],
    [false, 'a sort that no index provides', { kind: 'kind 1' }, ['n']],
    [false, 'a page with room for all matches', { kind: 'kind 1' }, [], 1_000],
    [false, 'an author without items', { kind: 'kind 1' }, [], 10, 'nobody'],
  ] as const)(
    'returns %s for %s',
    (expected, _, filter, sort: readonly string[] = [], limit = 10, owner: string | null = null) => {
      const params: Params = [];
      const text = pageRowsSql(collection, planOf(filter, [...sort], limit, owner), params, statistics);
      expect(text.endsWith(`limit ${limit + 1}`)).toBe(expected);
    },
  );

  it('is not reused without statistics', () => {
    expect(pageRowsSql(collection, planOf({ kind: 'kind 1' }), [], null)).toMatch(/limit \$\d/);
  });
});

it('finds the same rows with and without statistics', async () => {
  const reach = buildReach(t.ctx, collection, null);
  for (const filter of [{ kind: 'kind 1' }, { kind: 'rare' }, { kind: 'kind 7' }, { kind: 'kind 0', on: true }]) {
    const fresh = { ...collection };
    const before = await listItems(t.db, { ...reach, collection: fresh }, planOf(filter), []);
    await expect.poll(() => statisticsOf(t.db, fresh)).not.toBeNull();
    const after = await listItems(t.db, { ...reach, collection: fresh }, planOf(filter), []);
    expect(after).toEqual(before);
    expect(after).toHaveLength({ rare: RARE, 'kind 7': 0 }[filter.kind] ?? 11);
  }
});

it('returns complete pages regardless of special characters in ids and texts', async () => {
  await createCollection(t.ctx, { id: 'T' });
  const data = { _id: 'line\n"two"\\n\u0001\u2028', text: 'a\nb\r\n"\\\u2028', 'key\n': ['\n'] };
  await t.call({ method: 'POST', path: '/v2/items', as: t.key, body: { dataCollectionId: 'T', dataItem: { data } } });
  const { body } = await t.call({
    method: 'POST',
    path: '/v2/items/query',
    as: t.key,
    body: { dataCollectionId: 'T' },
  });
  expect(body.dataItems).toMatchObject([{ id: data._id, data }]);
});
