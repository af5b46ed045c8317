/** The server and PostgreSQL killed in the middle of bulk changes and of their undo. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInstallation, type Installation, type ServerProcess } from '../testing/installation-process.ts';
import { runs } from '../testing/runs.ts';
import { endLeases, ready } from './installation-database.ts';
import { call, createTarget, type Target } from './writers.ts';

const ROUNDS = runs(10);
const ROWS = 4_000;
const PAGE = 1_000;
const CHANGES = '/portico/v1/data/bulk-changes';
const at = { dataCollectionId: 'killed' };

interface Data {
  readonly _id: string;
  readonly n: number;
  readonly note: string;
}

let installation: Installation;
let server: ServerProcess;
let target: Target;
const seen = { server: 0, postgres: 0 };

beforeAll(async () => {
  installation = await createInstallation();
  server = await installation.start();
  target = await createTarget(installation);
  await post('/v2/collections', { collection: { id: at.dataCollectionId } });
  for (let from = 0; from < ROWS; from += PAGE) {
    const dataItems = Array.from({ length: PAGE }, (_, i) => ({ data: originalOf(from + i) }));
    await post('/v2/bulk/items/insert', { ...at, dataItems });
  }
}, 120_000);
afterAll(() => installation?.remove(), 60_000);

const kill = {
  async server() {
    server.kill('SIGKILL');
    await server.ended;
    server = await installation.start();
    await endLeases(installation);
  },
  async postgres() {
    const killed = installation.postmaster()?.pid as number;
    process.kill(killed, 'SIGKILL');
    // The server still calls itself ready until it has noticed the loss and restarted PostgreSQL.
    while ([undefined, killed].includes(installation.postmaster()?.pid)) await sleep(10);
    await ready(installation);
    await endLeases(installation);
  },
};

it(
  'every item is changed once and comes back as it was',
  async () => {
    const increment = { action: 'INCREMENT_FIELD', fieldPath: 'n', incrementFieldOptions: { value: 1 } };
    const update = { kind: 'UPDATE', fieldModifications: [increment, { action: 'REMOVE_FIELD', fieldPath: 'note' }] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const updated = await endedAfterKills(await start(update), ['server', 'postgres']);
      expect(updated).toMatchObject({ status: 'SUCCEEDED', succeeded: ROWS });
      expect(await stored()).toEqual(originals.map(({ _id, n }) => ({ _id, n: n + 1 })));
      expect(await endedAfterKills(await undo(updated.id), ['postgres', 'server'])).toMatchObject({ succeeded: ROWS });
      expect(await stored()).toEqual(originals);

      const removed = await endedAfterKills(await start({ kind: 'REMOVE' }), ['server']);
      expect(removed).toMatchObject({ status: 'SUCCEEDED', succeeded: ROWS });
      expect(await stored()).toEqual([]);
      expect(await endedAfterKills(await undo(removed.id), ['server'])).toMatchObject({ succeeded: ROWS });
      expect(await stored()).toEqual(originals);
    }
    console.log(`Killed in the middle of bulk changes of ${ROWS} items: ${JSON.stringify(seen)}`);
    for (const times of Object.values(seen)) expect(times).toBeGreaterThan(0);
  },
  120_000 + ROUNDS * 120_000,
);

const originalOf = (i: number): Data => ({ _id: `${i}`.padStart(5, '0'), n: i, note: `note ${i}` });
const originals = Array.from({ length: ROWS }, (_, i) => originalOf(i));

const start = async (change: object): Promise<string> => (await post(CHANGES, { ...at, change })).bulkChange.id;
const undo = async (id: string): Promise<string> => (await post(`${CHANGES}/undo`, { ...at, id })).bulkChange.id;

/** Kills while the change is running, and waits for its end. */
async function endedAfterKills(id: string, victims: readonly (keyof typeof kill)[]) {
  for (const victim of victims) {
    while ((await changeOf(id)).done === 0) await sleep(5);
    await sleep(Math.random() * 150);
    const { status } = await changeOf(id);
    if (status === 'PENDING') seen[victim] += 1;
    await kill[victim]();
  }
  for (;;) {
    const change = await changeOf(id);
    if (change.status !== 'PENDING') return change;
    await sleep(50);
  }
}

async function changeOf(id: string) {
  const { body } = await call(target, 'GET', `${CHANGES}?dataCollectionId=${at.dataCollectionId}`);
  return body.bulkChanges.find((change: { id: string }) => change.id === id);
}

async function stored(): Promise<Data[]> {
  const items: Data[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const query = { sort: [{ fieldName: '_id' }], paging: { limit: PAGE, offset } };
    const { dataItems } = await post('/v2/items/query', { ...at, query });
    for (const { data } of dataItems) {
      const { _owner, _createdDate, _updatedDate, ...rest } = data;
      items.push(rest);
    }
    if (dataItems.length < PAGE) return items;
  }
}

async function post(path: string, body: object) {
  const answer = await call(target, 'POST', path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}
