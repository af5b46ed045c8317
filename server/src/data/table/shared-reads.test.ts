/** Tests that identical reads share statements, and still see every earlier write. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientConfigOf } from '../../db/pool.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { loadCollection } from '../collections/cache.ts';
import { OPEN } from '../testing/item-calls.ts';
import { runShared } from './shared-reads.ts';

let t: TestServer;
let blocker: pg.Client;
beforeAll(async () => {
  t = await testServer();
  const collection = { id: 'Books', permissions: { ...OPEN, read: 'ANYONE' } };
  await t.call({ method: 'POST', path: '/v2/collections', as: t.key, body: { collection } });
  const own = { id: 'Notes', permissions: { ...OPEN, read: 'SITE_MEMBER_AUTHOR' } };
  await t.call({ method: 'POST', path: '/v2/collections', as: t.key, body: { collection: own } });
  blocker = new pg.Client(clientConfigOf(t.settings));
  await blocker.connect();
});
afterAll(async () => {
  await blocker.end();
  await t.stop();
});

const insert = (data: object, as = t.visitor, dataCollectionId = 'Books') =>
  t.call({ method: 'POST', path: '/v2/items', as, body: { dataCollectionId, dataItem: { data } } });
const count = async (filter: object = {}): Promise<number> => {
  const body = { dataCollectionId: 'Books', filter };
  const { status, body: response } = await t.call({ method: 'POST', path: '/v2/items/count', as: t.visitor, body });
  expect(status).toBe(200);
  return response.totalCount;
};
const queryNotes = async (as: string): Promise<string[]> => {
  const body = { dataCollectionId: 'Notes', query: {} };
  const { body: response } = await t.call({ method: 'POST', path: '/v2/items/query', as, body });
  return response.dataItems.map(({ data }: { data: { text: string } }) => data.text);
};

/** Returns the texts of the statements of this database that wait for a lock. */
async function listWaiting(): Promise<string[]> {
  const { rows } = await sql<{ query: string }>`select query from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(t.db);
  return rows.map(({ query }) => query);
}

describe('identical reads', () => {
  it('that arrive while one runs share the next statement', async () => {
    const { table } = await loadCollection(t.ctx, 'Books');
    await blocker.query('begin');
    await blocker.query(`lock table ${table} in access exclusive mode`);
    const first = count();
    await expect.poll(listWaiting).toHaveLength(1);
    const later = [count(), count(), count(), count()];
    // After the maximum wait, one more statement starts for all four.
    await expect.poll(listWaiting).toHaveLength(2);
    const other = count({ n: 1 });
    await expect.poll(listWaiting).toHaveLength(3);
    await blocker.query('rollback');
    expect(new Set(await Promise.all([first, ...later]))).toEqual(new Set([0]));
    expect(await other).toBe(0);
  });

  it('see every write that was acknowledged before they arrived', async () => {
    let inserted = 0;
    const writeAndCount = async (): Promise<void> => {
      for (let n = 0; n < 25; n += 1) {
        expect((await insert({ n: 7 })).status).toBe(200);
        inserted += 1;
        const before = inserted;
        expect(await count({ n: 7 })).toBeGreaterThanOrEqual(before);
      }
    };
    await Promise.all(Array.from({ length: 8 }, writeAndCount));
    expect(await count({ n: 7 })).toBe(200);
  });

  it('of different members return the items of each member', async () => {
    const members = [t.member, t.otherMember];
    for (const [n, member] of members.entries()) await insert({ text: `note ${n}` }, member, 'Notes');
    const reads = Array.from({ length: 5 }, () => members.map(queryNotes)).flat();
    for (const [n, texts] of (await Promise.all(reads)).entries()) expect(texts).toEqual([`note ${n % 2}`]);
  });

  it('that fail return the error to every caller', async () => {
    const collection = await loadCollection(t.ctx, 'Books');
    const reads = Array.from({ length: 3 }, () => runShared(t.db, collection, 'select 1 / $1::int', [0]));
    const outcomes = await Promise.allSettled(reads);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await runShared(t.db, collection, 'select 1 / $1::int as n', [1])).toEqual([{ n: 1 }]);
  });
});
