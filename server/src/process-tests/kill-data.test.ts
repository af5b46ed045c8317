/** Kills the server and PostgreSQL during single, grouped and bulk writes, and during the build of an index. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endLeases, waitUntilReady, withDatabase } from '../testing/installation-database.ts';
import { createInstallation, type Installation, type ServerProcess } from '../testing/installation-process.ts';
import { runs } from '../testing/runs.ts';
import { call, createTarget, type Target } from '../testing/writers.ts';

const KILLS = runs(20);
const ITEMS_PER_BULK_CALL = 200;
const FILLER = 'x'.repeat(500);

/** All tests share this installation, because its creation takes longer than most of them. */
let installation: Installation;
let server: ServerProcess;
let target: Target;

beforeAll(async () => {
  installation = await createInstallation();
  server = await installation.start();
  target = await createTarget(installation);
  const index = { name: 'n', fields: [{ path: 'n' }, { path: 'kind' }] };
  await call(target, 'POST', '/v2/indexes', { dataCollectionId: target.collection, index });
}, 120_000);
afterAll(() => installation?.remove(), 60_000);

interface Mode {
  readonly name: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly writers: number;
  readonly items: number;
}

const MODES: readonly Mode[] = [
  { name: 'grouped', writers: 32, items: 1 },
  { name: 'bulk', writers: 4, items: ITEMS_PER_BULK_CALL },
  { name: 'single', env: { PORTICO_GROUP_INSERTS: 'off' }, writers: 16, items: 1 },
];

describe.each(MODES)('$name writes', (mode) => {
  beforeAll(async () => {
    if (!mode.env) return;
    await server.stop();
    server = await installation.start(mode.env);
  }, 60_000);

  it(
    'a killed server has stored every acknowledged write, and no partial one',
    async () => {
      const counts = { acknowledged: 0, unacknowledged: 0, lost: 0, half: 0 };
      for (let kill = 0; kill < KILLS; kill += 1) {
        const writers = startWriters(mode, `server-${mode.name}-${kill}`);
        await writers.running();
        server.kill('SIGKILL');
        await server.ended;
        await writers.stop();
        server = await installation.start(mode.env);
        await addCounts(counts, writers.calls);
      }
      report('server', mode, counts);
    },
    60_000 + KILLS * 60_000,
  );

  it(
    'a killed PostgreSQL has stored every acknowledged write, and the server continues',
    async () => {
      const counts = { acknowledged: 0, unacknowledged: 0, lost: 0, half: 0 };
      for (let kill = 0; kill < KILLS; kill += 1) {
        const writers = startWriters(mode, `postgres-${mode.name}-${kill}`);
        await writers.running();
        process.kill(installation.postmaster()?.pid as number, 'SIGKILL');
        await writers.rejected();
        await writers.stop();
        await waitUntilReady(installation);
        await addCounts(counts, writers.calls);
      }
      report('PostgreSQL', mode, counts);
    },
    60_000 + KILLS * 60_000,
  );
});

it(
  'the next server builds an index whose build was interrupted',
  async () => {
    const collection = 'growing';
    await call(target, 'POST', '/v2/collections', { collection: { id: collection } });
    for (let bulk = 0; bulk < 20; bulk += 1) {
      const dataItems = Array.from({ length: 1_000 }, (_, n) => ({ data: { n: bulk * 1_000 + n, filler: FILLER } }));
      await call(target, 'POST', '/v2/bulk/items/insert', { dataCollectionId: collection, dataItems });
    }
    for (let kill = 0; kill < KILLS; kill += 1) {
      const index = { name: `index ${kill}`, fields: [{ path: kill % 2 ? 'filler' : 'n' }] };
      const createResponse = await call(target, 'POST', '/v2/indexes', { dataCollectionId: collection, index });
      expect(createResponse.status, JSON.stringify(createResponse.body)).toBe(200);
      await sleep(Math.random() * 400);
      server.kill('SIGKILL');
      await server.ended;
      server = await installation.start();
      await endLeases(installation);
      const path = `/v2/indexes?dataCollectionId=${collection}`;
      const readStatus = async () => {
        const { body } = await call(target, 'GET', path);
        return body.indexes.find(({ name }: { name: string }) => name === index.name)?.status;
      };
      await expect.poll(readStatus, { timeout: 30_000 }).toBe('ACTIVE');
      // The search indexes are built at the same time, and are invalid until their build has finished.
      await expect.poll(listInvalidIndexes, { timeout: 30_000 }).toEqual([]);
      const { authorization = '', 'wix-site-id': site = '' } = target.headers;
      const dropped = await fetch(`${installation.origin}${path}&indexName=${encodeURIComponent(index.name)}`, {
        method: 'DELETE',
        headers: { authorization, 'wix-site-id': site },
      });
      expect(dropped.status).toBe(200);
      await expect.poll(readStatus, { timeout: 30_000 }).toBeUndefined();
    }
  },
  120_000 + KILLS * 60_000,
);

interface WriteCall {
  readonly ids: readonly string[];
  /** True if the response was 200 and every item succeeded. */
  acknowledged: boolean;
}

interface Counts {
  acknowledged: number;
  unacknowledged: number;
  lost: number;
  half: number;
}

/** Starts writers that continue after a rejected call, and record each call with its outcome. */
function startWriters({ writers, items }: Mode, name: string) {
  const calls: WriteCall[] = [];
  let [stopped, rejections, done] = [false, 0, 0];
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; !stopped; n += 1) {
      const ids = Array.from({ length: items }, (_, i) => `${name}-${writer}-${n}-${i}`);
      const written: WriteCall = { ids, acknowledged: false };
      calls.push(written);
      const dataItems = ids.map((id) => ({ id, data: dataOf(id) }));
      const response = await (items === 1
        ? call(target, 'POST', '/v2/items', { dataCollectionId: target.collection, dataItem: dataItems[0] })
        : call(target, 'POST', '/v2/bulk/items/insert', { dataCollectionId: target.collection, dataItems })
      ).catch(() => undefined);
      if (response?.status === 200) {
        written.acknowledged = items === 1 || response.body.bulkActionMetadata.totalSuccesses === items;
        done += 1;
      } else {
        rejections += 1;
        await sleep(20);
      }
    }
  };
  const running = Array.from({ length: writers }, (_, n) => write(n));
  return {
    calls,
    async running() {
      while (done < 4 * writers) await sleep(10);
      // The delay is random, so that kills hit the stream of writes anywhere.
      await sleep(Math.random() * 300);
    },
    async rejected() {
      while (rejections === 0) await sleep(2);
    },
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}

const dataOf = (id: string) => ({ _id: id, n: id.length, kind: id, filler: FILLER, list: [id, id] });

async function addCounts(counts: Counts, calls: readonly WriteCall[]): Promise<void> {
  const stored = await itemsOf(calls.flatMap(({ ids }) => ids));
  for (const { ids, acknowledged } of calls) {
    const storedIds = ids.filter((id) => stored.has(id));
    if (acknowledged) counts.acknowledged += ids.length;
    else counts.unacknowledged += 1;
    if (acknowledged) counts.lost += ids.length - storedIds.length;
    // One call is one statement: either all of its items are stored completely, or none.
    else if (storedIds.length > 0 && storedIds.length < ids.length) counts.half += storedIds.length;
    for (const id of storedIds) {
      const { _owner, _createdDate, _updatedDate, ...data } = stored.get(id) as Record<string, unknown>;
      if (JSON.stringify(sortEntries(data)) !== JSON.stringify(sortEntries(dataOf(id)))) counts.half += 1;
    }
  }
}

const sortEntries = (data: object) => Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1));

async function itemsOf(ids: readonly string[]): Promise<Map<string, object>> {
  const found = new Map<string, object>();
  for (let from = 0; from < ids.length; from += 1_000) {
    const filter = { _id: { $in: ids.slice(from, from + 1_000) } };
    const query = { filter, paging: { limit: 1_000 } };
    const { status, body } = await call(target, 'POST', '/v2/items/query', {
      dataCollectionId: target.collection,
      query,
    });
    expect(status).toBe(200);
    for (const { id, data } of body.dataItems) found.set(id, data);
  }
  return found;
}

function report(victim: string, { name }: Mode, counts: Counts): void {
  console.log(`${victim} killed ${KILLS} times during ${name} writes: ${JSON.stringify(counts)}`);
  expect(counts.acknowledged).toBeGreaterThan(0);
  expect(counts.unacknowledged).toBeGreaterThan(0);
  expect({ lost: counts.lost, half: counts.half }).toEqual({ lost: 0, half: 0 });
}

const listInvalidIndexes = () =>
  withDatabase(
    installation,
    async (client) => (await client.query('select indexrelid::regclass from pg_index where not indisvalid')).rows,
  );
