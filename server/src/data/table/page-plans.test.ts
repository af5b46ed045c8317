import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { loadCollection } from '../collections/cache.ts';
import type { Collection } from '../collections/collection.ts';
import { createCollection } from '../index.ts';
import { afterStartSql, orderToSql } from '../query/keyset.ts';
import type { Params } from '../query/params.ts';
import { parseFilter, parseSort } from '../query/parse.ts';
import { planQuery } from '../query/plan.ts';
import { UNRESTRICTED } from '../query/scope.ts';
import { filterToSql, sortToSql } from '../query/to-sql.ts';
import { explainOnNode } from '../testing/table-on-node.ts';
import { pageRowsSql } from './page-rows.ts';

const REVERSED = { ASC: 'DESC', DESC: 'ASC' } as const;

let t: TestServer;
let collection: Collection;
beforeAll(async () => {
  t = await testServer();
  await createCollection(t.ctx, { id: 'C' });
  collection = await loadCollection(t.ctx, 'C');
});
afterAll(() => t.stop());

/**
 * Returns the plan of a page. Sequential scans and sorts are disabled, so the plan contains them only if no index can
 * be used.
 */
async function explain(filter: object, sort: { fieldName: string; order?: 'ASC' | 'DESC' }[], owner: string | null) {
  const plan = planQuery(parseFilter(filter), parseSort(sort), { ...UNRESTRICTED, owner }, {});
  const params: Params = [];
  const text = `explain select data from ${collection.table} where ${filterToSql(plan.filter, params)} order by ${sortToSql(plan.sort, params)} limit 51`;
  return explainText(text, params);
}

function explainText(text: string, params: Params): Promise<string> {
  const off = ['enable_seqscan', 'enable_sort', 'enable_bitmapscan'];
  return explainOnNode(t.db, off, CompiledQuery.raw(text, params));
}

describe('the page after a position starts in the index at that position', () => {
  const at = { $date: '2024-01-01T00:00:00.000Z' };
  it.each([
    ['newest first', null, [at, 'a'], '_created', 'Index Cond: (ROW(created_at, id) <'],
    ['the rows of an author', 'ann', [at, 'a'], '_owner', 'ROW(created_at, id) <'],
  ] as const)('%s', async (_, owner, start, index, condition) => {
    for (const backwards of [false, true]) {
      const plan = planQuery(parseFilter({}), [], { ...UNRESTRICTED, owner }, { start, backwards });
      const params: Params = [];
      const text = `explain select data from ${collection.table} where ${filterToSql(plan.filter, params)} and ${afterStartSql(plan, params)} order by ${orderToSql(plan, params)} limit 51`;
      const explained = await explainText(text, params);
      expect(explained).toContain(`${collection.tableName}${index}`);
      expect(explained).toContain(backwards ? condition.replace('<', '>') : condition);
      expect(explained).not.toMatch(/Sort|Filter/);
    }
  });
});

describe('the page after a position starts in the index of a promoted column, with and without a value', () => {
  const fieldName = 'n';
  let indexed: Collection;
  beforeAll(async () => {
    await createCollection(t.ctx, { id: 'N', fields: [{ key: fieldName, type: 'NUMBER' }] });
    const index = { name: 'n', fields: [{ path: fieldName }] };
    const path = '/v2/indexes';
    await t.call({ method: 'POST', path, as: t.key, body: { dataCollectionId: 'N', index } });
    const readStatus = async () => (await loadCollection(t.ctx, 'N')).layout.indexes[0]?.status;
    while ((await readStatus()) !== 'ACTIVE') await sleep(20);
    indexed = await loadCollection(t.ctx, 'N');
  });

  it.each([
    ['descending', 'DESC', 5, ['<=', 'IS NULL']],
    ['descending, without a value', 'DESC', null, ['IS NULL']],
    ['ascending', 'ASC', 5, ['>=']],
    ['ascending, without a value', 'ASC', null, ['IS NULL', 'IS NOT NULL']],
  ] as const)('%s', async (_, order, value, conditions) => {
    const [column] = indexed.layout.columns;
    const index = `ix_${indexed.layout.indexes[0]?.id}`;
    for (const backwards of [false, true]) {
      const scope = { ...UNRESTRICTED, columns: indexed.layout.columns };
      const sort = [{ fieldName, order: backwards ? REVERSED[order] : order }];
      const plan = planQuery(parseFilter({}), parseSort(sort), scope, { start: [value, 'a'], backwards });
      const params: Params = [];
      const explained = await explainText(`explain ${pageRowsSql(indexed, plan, params)}`, params);
      const scanLines = explained.split('\n').filter((line) => line.includes(' Scan'));
      expect(
        scanLines.every((line) => line.includes(index)),
        explained,
      ).toBe(true);
      const found = [...explained.matchAll(/Index Cond: \(+(f_\w+) (<=|>=|IS NULL|IS NOT NULL)/g)];
      expect(explained).not.toContain('Sort  (');
      expect(
        found.map(([, name, condition]) => [name, condition]),
        explained,
      ).toEqual(conditions.map((condition) => [column?.name, condition]));
    }
  });
});

describe('an index returns the rows in order without a sort', () => {
  it.each([
    ['newest first', {}, [], null, '_created'],
    ['oldest first', {}, [{ fieldName: '_createdDate', order: 'ASC' }] as const, null, '_created'],
    ['since a date', { _createdDate: { $gt: { $date: '2024-01-01T00:00:00.000Z' } } }, [], null, '_created'],
    ['the rows of an author', {}, [], 'ann', '_owner'],
    ['the rows of an author among others', { title: 'x' }, [], 'ann', '_owner'],
    ['by id', {}, [{ fieldName: '_id' }], null, '_pkey'],
  ])('%s', async (_, filter, sort, owner, index) => {
    const plan = await explain(filter, [...sort], owner);
    expect(plan).toContain(`${collection.tableName}${index}`);
    expect(plan).not.toContain('Sort');
  });

  it.each([
    ['one id', { _id: 'a' }],
    ['many ids', { _id: { $in: ['a', 'b'] } }],
    ['a list of ids and other values', { _id: { $hasSome: ['a', 5] }, x: 1 }],
  ])('%s', async (_, filter) => {
    expect(await explain(filter, [{ fieldName: '_id' }], null)).toContain(`${collection.tableName}_pkey`);
  });
});

it('case folding is inlined into the statement instead of a call per row', async () => {
  expect(await explain({ title: { $contains: 'x' } }, [], null)).not.toContain('fold_case(data');
  const { rows } = await sql<Record<string, string>>`
    explain select from portico.collections where portico.fold_case(id) = 'a'`.execute(t.db);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('lower(');
  expect(plan).not.toContain('fold_case');
});
