/** Tests that a table that another connection has locked blocks only the calls on that table. */
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../testing/index.ts';
import { loadCollection } from './collections/cache.ts';
import { createCollection, insertItems } from './index.ts';

let t: TestServer;
let blocker: pg.Client;
const permissions = { read: 'ANYONE', insert: 'ANYONE', update: 'ANYONE', remove: 'ANYONE' } as const;
beforeAll(async () => {
  t = await testServer();
  for (const id of ['Locked', 'Free']) {
    await createCollection(t.ctx, { id, permissions });
    await insertItems(t.ctx, id, [{ _id: 'a', title: 'x' }]);
  }
  blocker = new pg.Client(t.settings);
  await blocker.connect();
});
afterAll(async () => {
  await blocker.end();
  await t.stop();
});

const post = (path: string, body: object, as = t.visitor) =>
  t.call({ method: 'POST', path: `/v2/items/${path}`, as, body });
/** Returns calls of every kind on the collection. */
const callsOn = (dataCollectionId: string) => {
  const dataItem = { data: { _id: 'a', title: 'y' } };
  const modifications = [{ fieldPath: 'n', action: 'INCREMENT_FIELD', incrementFieldOptions: { value: 1 } }];
  return [
    () => post('query', { dataCollectionId }),
    () => post('count', { dataCollectionId }),
    () => t.call({ method: 'GET', path: `/v2/items/a?dataCollectionId=${dataCollectionId}`, as: t.visitor }),
    () => post('update', { dataCollectionId, dataItem }),
    () =>
      t.call({
        method: 'PATCH',
        path: '/v2/items/a',
        as: t.visitor,
        body: { dataCollectionId, patch: { dataItemId: 'a', fieldModifications: modifications } },
      }),
    () =>
      t.call({ method: 'POST', path: '/v2/items', as: t.visitor, body: { dataCollectionId, dataItem: { data: {} } } }),
  ];
};

it('60 calls on a locked table do not affect calls on another collection or site', {
  timeout: 90_000,
}, async () => {
  const { table } = await loadCollection(t.ctx, 'Locked');
  const other = await t.secondSite();
  await blocker.query('begin');
  await blocker.query(`lock table ${table} in access exclusive mode`);
  const blockedCalls = Array.from({ length: 60 }, (_, i) =>
    (callsOn('Locked')[i % 6] as () => Promise<{ status: number }>)(),
  );
  // The blocked calls must already wait in the database when the others start.
  await expect
    .poll(async () => (await blocker.query('select count(*)::int as n from pg_locks where not granted')).rows[0].n)
    .toBeGreaterThan(2);
  const free = Array.from({ length: 60 }, (_, i) => (callsOn('Free')[i % 6] as () => Promise<{ status: number }>)());
  const others = Array.from({ length: 10 }, () =>
    t.call({ method: 'GET', path: '/v2/collections', headers: { authorization: other.key } }),
  );
  const responses = await Promise.all([...free, ...others]);
  expect(responses.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
  await blocker.query('rollback');
  const statuses = new Set((await Promise.all(blockedCalls)).map(({ status }) => status));
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect((await post('query', { dataCollectionId: 'Locked' })).status).toBe(200);
});
