/** What is slow must not keep what is fast waiting. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientConfig } from '../db/pool.ts';
import { type TestServer, testServer } from '../testing/index.ts';
import { loadCollection } from './collections/cache.ts';
import { OPEN } from './testing/items.fixture.ts';

/** connections for slow queries that one table may hold (table/shares.ts), each with a query that waits */
const OF_TABLE = 4;

let t: TestServer;
let blocker: pg.Client;
beforeAll(async () => {
  t = await testServer();
  const permissions = OPEN;
  for (const id of ['Slow', 'Fast'])
    await t.call({ method: 'POST', path: '/v2/collections', as: t.key, body: { collection: { id, permissions } } });
  await insert('Fast', 'one');
  blocker = new pg.Client(clientConfig(t.settings));
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
const query = (id: string) =>
  t.call({ method: 'POST', path: '/v2/items/query', as: t.visitor, body: { dataCollectionId: id, query: {} } });

/** Statements of this database that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db);
  return rows[0]?.count ?? 0;
}

/** Nothing can be read from the collection meanwhile: every query on it is as slow as can be. */
async function whileSlow(work: () => Promise<void>): Promise<void> {
  const { table } = await loadCollection(t.ctx, 'Slow');
  await blocker.query('begin');
  await blocker.query(`lock table ${table} in access exclusive mode`);
  try {
    await work();
  } finally {
    await blocker.query('rollback');
  }
}

describe('while a table holds as many connections for slow queries as it may', () => {
  it('items are read by id and inserted', async () => {
    const slow: Promise<{ status: number }>[] = [];
    await whileSlow(async () => {
      for (let n = 0; n < 30; n += 1) slow.push(query('Slow'));
      await expect.poll(waiting).toBe(OF_TABLE);
      for (let n = 0; n < 20; n += 1) {
        const answers = await Promise.all([get('Fast', 'one'), insert('Fast')]);
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      }
      expect(await waiting()).toBe(OF_TABLE);
    });
    // None of them is lost: they are answered when they can be, or were told to come again.
    expect(new Set((await Promise.all(slow)).map(({ status }) => status))).toContain(200);
  });

  it('a read by id that a lock holds up stands in the way of no other', async () => {
    let held: Promise<{ status: number }> | undefined;
    await whileSlow(async () => {
      held = get('Slow', 'none');
      await expect.poll(waiting).toBe(1);
      const answers = await Promise.all(Array.from({ length: 20 }, () => get('Fast', 'one')));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    });
    expect((await held)?.status).toBe(404);
  });
});

describe('a connection that is lost', () => {
  const end = (pattern: string) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query like ${pattern}`.execute(t.db);

  it('of single rows is made anew, and no read fails', async () => {
    expect((await get('Fast', 'one')).status).toBe(200);
    for (let n = 0; n < 5; n += 1) {
      const reads = Array.from({ length: 20 }, () => get('Fast', 'one'));
      await end('%any($1::text[])%');
      expect(new Set((await Promise.all(reads)).map(({ status }) => status))).toEqual(new Set([200]));
    }
    await sleep(300);
    expect((await get('Fast', 'one')).status).toBe(200);
  });

  it('of the slow lane is made anew', async () => {
    expect((await query('Fast')).status).toBe(200);
    await end('%order by%');
    await expect.poll(async () => (await query('Fast')).status).toBe(200);
  });
});
