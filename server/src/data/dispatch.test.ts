/** Tests that slow calls do not delay fast ones. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientConfigOf } from '../db/pool.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { loadCollection } from './collections/cache.ts';
import { OPEN } from './testing/item-calls.ts';

/** Number of connections for slow reads that one table may use (table/shares.ts). */
const SHARE_OF_TABLE = 6;

let t: TestServer;
let blocker: pg.Client;
beforeAll(async () => {
  t = await testServer();
  const permissions = OPEN;
  for (const id of ['Slow', 'Fast'])
    await t.call({ method: 'POST', path: '/v2/collections', as: t.key, body: { collection: { id, permissions } } });
  await insert('Fast', 'one');
  blocker = new pg.Client(clientConfigOf(t.settings));
  await blocker.connect();
});
afterAll(async () => {
  await blocker.end();
  await t.stop();
});

const insert = (id: string, _id?: string) =>
  t.call({
    method: 'POST',
    path: '/v2/items',
    as: t.visitor,
    body: { dataCollectionId: id, dataItem: { data: { ...(_id ? { _id } : {}), n: 1 } } },
  });
const get = (id: string, item: string) =>
  t.call({ method: 'GET', path: `/v2/items/${item}?dataCollectionId=${id}`, as: t.visitor });
/** Queries with a different limit each, because identical queries share a statement. */
let limit = 0;
const query = (id: string) => {
  limit = (limit % 1_000) + 1;
  const body = { dataCollectionId: id, query: { paging: { limit } } };
  return t.call({ method: 'POST', path: '/v2/items/query', as: t.visitor, body });
};

/** Counts the statements of this database that wait for a lock. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db);
  return rows[0]?.count ?? 0;
}

/** Blocks every query on the collection while the function runs. */
async function whileBlocked(work: () => Promise<void>): Promise<void> {
  const { table } = await loadCollection(t.ctx, 'Slow');
  await blocker.query('begin');
  await blocker.query(`lock table ${table} in access exclusive mode`);
  try {
    await work();
  } finally {
    await blocker.query('rollback');
  }
}

describe('while slow queries use the share of a table,', () => {
  it('items of another table are read by id and inserted', async () => {
    const slowResponses: Promise<{ status: number }>[] = [];
    await whileBlocked(async () => {
      for (let n = 0; n < 30; n += 1) slowResponses.push(query('Slow'));
      await expect.poll(countWaiting).toBe(SHARE_OF_TABLE);
      for (let n = 0; n < 20; n += 1) {
        const responses = await Promise.all([get('Fast', 'one'), insert('Fast')]);
        expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      }
      expect(await countWaiting()).toBe(SHARE_OF_TABLE);
    });
    // Every slow call gets a response: the result, or an error that asks the client to retry.
    expect(new Set((await Promise.all(slowResponses)).map(({ status }) => status))).toContain(200);
  });

  it('a blocked read by id does not block others', async () => {
    let held: Promise<{ status: number }> | undefined;
    await whileBlocked(async () => {
      held = get('Slow', 'none');
      await expect.poll(countWaiting).toBe(1);
      const responses = await Promise.all(Array.from({ length: 20 }, () => get('Fast', 'one')));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    });
    expect((await held)?.status).toBe(404);
  });
});

describe('a lost connection', () => {
  const end = (pattern: string) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query like ${pattern}`.execute(t.db);

  it('for single rows is replaced, and no read fails', async () => {
    expect((await get('Fast', 'one')).status).toBe(200);
    for (let n = 0; n < 5; n += 1) {
      const reads = Array.from({ length: 20 }, () => get('Fast', 'one'));
      // The pattern must match no statement of a pool, such as the one that reads statistics.
      await end('select id, owner, data%where id = any($1::text[])');
      expect(new Set((await Promise.all(reads)).map(({ status }) => status))).toEqual(new Set([200]));
    }
    await sleep(300);
    expect((await get('Fast', 'one')).status).toBe(200);
  });

  it('for slow queries is replaced', async () => {
    expect((await query('Fast')).status).toBe(200);
    await end('%order by%');
    await expect.poll(async () => (await query('Fast')).status).toBe(200);
  });
});
