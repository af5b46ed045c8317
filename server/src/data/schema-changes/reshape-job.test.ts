/** Tests the job that applies a schema change to the items, with concurrent calls. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { type SecondProcess, startSecondProcess } from '../../testing/second-process.ts';
import { sweepData } from '../index.ts';
import { schemaCalls } from '../testing/schema-change-calls.ts';

let t: TestServer;
let second: SecondProcess;
beforeAll(async () => {
  t = await testServer();
  second = await startSecondProcess(t);
});
afterAll(async () => {
  await second.stop();
  await t.stop();
});

const { post, change, undo, list, create, insert, query, status, text, tableOf } = schemaCalls(() => t);

it('converts every item, counts unconverted values, and makes the field unique again', {
  timeout: 60_000,
}, async () => {
  await create('Job', [text('price'), text('code', { unique: true })]);
  const items = Array.from({ length: 1_200 }, (_, i) => ({
    data: { _id: `${i}`, price: i % 100 === 0 ? 'free' : `${i}`, code: `c${i}` },
  }));
  for (const dataItems of [items.slice(0, 600), items.slice(600)])
    await post('/v2/bulk/items/insert', { dataCollectionId: 'Job', dataItems });
  await change('Job', { kind: 'RETYPE', field: 'price', type: 'NUMBER' });
  await change('Job', { kind: 'RENAME', field: 'code', to: 'sku' });
  expect((await list('Job')).body.schemaChanges).toMatchObject([
    { number: 2, kind: 'RENAME', status: 'PENDING' },
    { number: 1, kind: 'RETYPE', status: 'PENDING', fromType: 'TEXT', toType: 'NUMBER' },
  ]);
  await expect.poll(() => status('Job'), { timeout: 50_000, interval: 200 }).toBe('DONE');
  const { schemaChanges } = (await list('Job')).body;
  expect(schemaChanges).toMatchObject([
    { total: 1_200, done: 1_200, kept: 0, finishedDate: expect.any(String) },
    { total: 1_200, done: 1_200, kept: 12, finishedDate: expect.any(String), undoableUntil: expect.any(String) },
  ]);
  const { rows } = await sql<{ old: string }>`
    select count(*) as old from ${sql.table(`${t.site.schema}.${await tableOf('Job')}`)}
    where shape < 2 or data ? 'code' or jsonb_typeof(data -> 'price') = 'string' and data ->> 'price' <> 'free'`.execute(
    t.db,
  );
  expect(rows[0]?.old).toBe('0');
  const listIndexes = async () => {
    const { body } = await t.call({ method: 'GET', path: '/v2/indexes?dataCollectionId=Job', as: t.key });
    return body.indexes.filter((index: { fields: { path: string }[] }) => index.fields[0]?.path === 'sku');
  };
  const listIndexStatuses = async () => (await listIndexes()).map(({ status }: { status: string }) => status);
  await expect.poll(listIndexStatuses, { timeout: 50_000, interval: 200 }).toEqual(['ACTIVE']);
  expect(codeOf(await insert('Job', { price: 1, sku: 'c5' }))).toBe('WDE0123');
  expect(await query('Job', { filter: { price: { $lt: 3 } } })).toEqual([
    { price: 1, sku: 'c1' },
    { price: 2, sku: 'c2' },
  ]);
});

it('continues after a collection was deleted and restored', { timeout: 60_000 }, async () => {
  await create('Parked', [text('a')]);
  await insert('Parked', { _id: '1', a: '5' });
  await change('Parked', { kind: 'RETYPE', field: 'a', type: 'NUMBER' });
  await t.call({ method: 'DELETE', path: '/v2/collections/Parked', as: t.key });
  const listJobs = async () => {
    const { rows } = await sql<{ status: string }>`
      select status from data_jobs where collection_id = 'Parked' and kind = 'RESHAPE'`.execute(t.db);
    return rows.map(({ status }) => status);
  };
  expect(await listJobs()).toEqual(['FAILED']);
  await post('/v2/collections/restore/Parked', {});
  expect(await query('Parked')).toEqual([{ a: 5 }]);
  await expect.poll(() => status('Parked'), { timeout: 50_000, interval: 200 }).toBe('DONE');
  expect(await query('Parked')).toEqual([{ a: 5 }]);
  expect(await listJobs()).toEqual(['SUCCEEDED']);
});

it('stores previous values for 30 days', { timeout: 60_000 }, async () => {
  await create('Kept', [text('a')]);
  await insert('Kept', { _id: '1', a: 'x' });
  await change('Kept', { kind: 'DROP', field: 'a' });
  await expect.poll(() => status('Kept'), { timeout: 50_000, interval: 200 }).toBe('DONE');
  const listPreviousValues = async () => {
    const { rows } = await sql<{ value: { was: string } }>`
      select value from ${sql.table(`${t.site.schema}.kept_values`)} where table_name = ${await tableOf('Kept')}`.execute(
      t.db,
    );
    return rows.map(({ value }) => value.was);
  };
  await sweepData(t.db, new Date(Date.now() + 29 * 86_400_000));
  expect(await listPreviousValues()).toEqual(['x']);
  await sweepData(t.db, new Date(Date.now() + 31 * 86_400_000));
  expect(await listPreviousValues()).toEqual([]);
  expect((await list('Kept')).body.schemaChanges).toEqual([]);
  expect(codeOf(await undo('Kept', 1))).toBe('NOT_FOUND');
});

it('lets another process read and write the new shape within a second', async () => {
  await create('Noticed', [text('a')], { permissions: { read: 'ANYONE', insert: 'ANYONE' } });
  await insert('Noticed', { _id: '1', a: 'x' });
  const queryItems = async () =>
    (await second.call('POST', '/v2/items/query', { as: t.key, body: { dataCollectionId: 'Noticed' } })).body as {
      dataItems: { data: object }[];
    };
  expect((await queryItems()).dataItems[0]?.data).toMatchObject({ a: 'x' });
  await change('Noticed', { kind: 'RENAME', field: 'a', to: 'b' });
  await expect.poll(async () => (await queryItems()).dataItems[0]?.data, { timeout: 5_000 }).toMatchObject({ b: 'x' });
  const dataItem = { id: '1', data: { _id: '1', b: 'y' } };
  await second.call('POST', '/v2/items/update', { as: t.key, body: { dataCollectionId: 'Noticed', dataItem } });
  expect(await query('Noticed')).toEqual([{ b: 'y' }]);
});
