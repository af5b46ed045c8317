import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { aggregateItems } from '../aggregate/aggregate-items.ts';
import { loadCollection } from '../collections/cache.ts';
import { openCollection } from '../collections/reach.ts';
import { createCollection } from '../index.ts';
import { findPage } from '../items/find-page.ts';
import { queryDistinctValues } from '../items/query-distinct-values.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
  for (const id of ['Small', 'Large']) await createCollection(t.ctx, { id });
  await fill('Small', 100);
  await fill('Large', 50_001);
});
afterAll(() => t.stop());

async function fill(id: string, rows: number): Promise<void> {
  const { table } = await loadCollection(t.ctx, id);
  await sql`insert into ${sql.raw(table)} (id, owner, created_at, data)
    select n, 'x', now(), jsonb_build_object('_id', n::text, 'n', n) from generate_series(1, ${rows}) as n`.execute(
    t.db,
  );
  await sql`analyze ${sql.raw(table)}`.execute(t.db);
}

async function warningsOf(id: string, queries: object[]): Promise<object[]> {
  const seen: object[] = [];
  const ctx = { ...t.ctx, log: { ...t.ctx.log, warn: (fields: object) => seen.push(fields) } };
  const reach = await openCollection(ctx, { dataCollectionId: id }, 'read');
  for (const query of queries) await findPage(ctx, reach, { query });
  await sql`select 1`.execute(t.db);
  return seen;
}

it('logs a query over many items once, with the index that would speed it up', async () => {
  const sort = [{ fieldName: 'm', order: 'DESC' as const }];
  const seen: object[] = [];
  const runQueries = async () =>
    seen.push(
      ...(await warningsOf('Large', [
        { filter: { n: 1 }, sort },
        { filter: { n: 2 }, sort },
      ])),
    );
  await expect.poll(runQueries).toBe(1);
  await runQueries();
  expect(seen).toEqual([{ site: t.site.id, collection: 'Large', rows: 50_001, index: 'n ASC, m DESC' }]);
  expect(await warningsOf('Large', [{ filter: {} }, { filter: { _id: '1' } }])).toEqual([]);
});

it('logs queries once that run at the same time', async () => {
  const seen: object[] = [];
  const ctx = { ...t.ctx, log: { ...t.ctx.log, warn: (fields: object) => seen.push(fields) } };
  const reach = await openCollection(ctx, { dataCollectionId: 'Large' }, 'read');
  const run = (n: number) => findPage(ctx, reach, { query: { filter: { k: n } } });
  await Promise.all([1, 2, 3].map(run));
  // A query of another shape is logged after them.
  await findPage(ctx, reach, { query: { filter: { other: 1 } } });
  const listIndexes = () => seen.map((fields) => 'index' in fields && fields.index);
  await expect.poll(listIndexes).toEqual(['k ASC', 'other ASC']);
});

it('does not log queries over few items', async () => {
  expect(await warningsOf('Small', [{ filter: { n: 1 } }])).toEqual([]);
});

it('also logs distinct values and aggregations', async () => {
  const seen: object[] = [];
  const ctx = { ...t.ctx, log: { ...t.ctx.log, warn: (fields: object) => seen.push(fields) } };
  const listLoggedIndexes = () => seen.map((fields) => 'index' in fields && fields.index).sort();
  const dataCollectionId = 'Large';
  const aggregation = { groupingFields: ['n'] };
  const call = async () => {
    await queryDistinctValues(ctx, { query: {}, body: { dataCollectionId, fieldName: 'd' } } as never);
    await aggregateItems(ctx, { query: {}, body: { dataCollectionId, initialFilter: { a: 1 }, aggregation } } as never);
    return listLoggedIndexes();
  };
  await expect.poll(call).toEqual(['a ASC', 'd ASC']);
});
