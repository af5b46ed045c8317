/** Server and PostgreSQL killed while fields are renamed, retyped and deleted, and while that is undone; others write. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createInstallation, type Installation, type ServerProcess } from '../testing/installation-process.ts';
import { runs } from '../testing/runs.ts';
import { endLeases, ready } from './installation-database.ts';
import { call, createTarget, type Target } from './writers.ts';

const KILLS = runs(20);
const ROWS = 4_000;
const PAGE = 1_000;
/** items that others write meanwhile */
const WRITTEN = 16;
const CHANGES = '/portico/v1/data/schema-changes';
const at = { dataCollectionId: 'changing' };

interface Data {
  readonly _id: string;
  readonly n: number;
  readonly [key: string]: unknown;
}

let installation: Installation;
let server: ServerProcess;
let target: Target;
/** increments of the first items by their place: answered, and sent */
const counts = { answered: new Array(WRITTEN).fill(0), sent: new Array(WRITTEN).fill(0) };
const seen = { kills: 0, inTheMiddle: { server: 0, postgres: 0 }, items: 0, writes: 0 };

beforeAll(async () => {
  installation = await createInstallation();
  server = await installation.start();
  target = await createTarget(installation);
  const fields = [
    { key: 'price', type: 'TEXT' },
    { key: 'code', type: 'TEXT', unique: true },
    { key: 'note', type: 'TEXT' },
    { key: 'n', type: 'NUMBER' },
  ];
  await post('/v2/collections', { collection: { id: at.dataCollectionId, fields } });
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
    // Until the server has noticed, and brought it back: it would call itself ready still.
    while ([undefined, killed].includes(installation.postmaster()?.pid)) await sleep(10);
    await ready(installation);
    await endLeases(installation);
  },
};

it(
  'the server and PostgreSQL are killed in the middle of schema changes: they end, and an undo gives back the originals',
  async () => {
    for (let round = 0; round < KILLS / 2; round += 1) {
      const first = (await numberOfChanges()) + 1;
      await change({ kind: 'RETYPE', field: 'price', type: 'NUMBER' });
      await change({ kind: 'RENAME', field: 'code', to: 'sku' });
      await change({ kind: 'DROP', field: 'note' });
      await killedWhileUnderWay(['server', 'postgres']);
      await compare(changedOf);
      for (const number of [first + 2, first + 1, first]) await post(`${CHANGES}/undo`, { ...at, number });
      await killedWhileUnderWay(['postgres', 'server']);
      await compare(originalOf);
    }
    console.log(`Server and PostgreSQL killed during schema changes of ${ROWS} items: ${JSON.stringify(seen)}`);
    for (const times of Object.values(seen.inTheMiddle)) expect(times).toBeGreaterThan(0);
    expect(seen.writes).toBeGreaterThan(0);
    const { body } = await call(target, 'GET', `/v2/indexes?dataCollectionId=${at.dataCollectionId}`);
    expect(body.indexes).toContainEqual(
      expect.objectContaining({ unique: true, status: 'ACTIVE', fields: [{ path: 'code', order: 'ASC' }] }),
    );
  },
  120_000 + KILLS * 60_000,
);

/** Every hundredth price is none, every third is not as a number prints it. */
const priceOf = (i: number): string => (i % 100 === 0 ? 'free' : i % 3 === 0 ? `0${i}.50` : `${i}`);
const originalOf = (i: number): Data => ({
  ...{ _id: String(i).padStart(5, '0'), price: priceOf(i), code: `c${i}`, note: `note ${i}`, n: 0 },
  filler: 'x'.repeat(300),
});
function changedOf(i: number): Data {
  const { price, code, note, ...rest } = originalOf(i);
  return { ...rest, price: price === 'free' ? price : Number(price), sku: code };
}

const change = (change: object) => post(CHANGES, { ...at, change });

async function post(path: string, body: object) {
  const answer = await call(target, 'POST', path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

/** The latest changes, the latest first. */
async function changes() {
  const path = `${CHANGES}?dataCollectionId=${at.dataCollectionId}&paging.limit=3`;
  const answer = await call(target, 'GET', path).catch(() => undefined);
  return answer?.status === 200 ? answer.body : undefined;
}

const numberOfChanges = async (): Promise<number> => (await changes()).pagingMetadata.total;

/** Each kill comes in its share of the rows, somewhere between those that have been through; waits for the end. */
async function killedWhileUnderWay(victims: readonly (keyof typeof kill)[]): Promise<void> {
  const writers = startWriters();
  for (const [index, victim] of victims.entries()) {
    const until = ((index + Math.random()) / victims.length) * ROWS * 0.9;
    let done = 0;
    let status = '';
    for (; done <= until && status !== 'DONE'; await sleep(done > 0 ? 5 : 25)) {
      const [latest] = (await changes())?.schemaChanges ?? [];
      if (latest) ({ done, status } = latest);
    }
    await kill[victim]();
    seen.kills += 1;
    if (status !== 'DONE') seen.inTheMiddle[victim] += 1;
  }
  const statuses = async () => (await changes())?.schemaChanges.map(({ status }: { status: string }) => status);
  await expect.poll(statuses, { timeout: 50_000, interval: 100 }).toEqual(['DONE', 'DONE', 'DONE']);
  await writers.stop();
}

/** Increments of single items, one after the other for each; what gets no answer may have been made or not. */
function startWriters() {
  let stopped = false;
  const write = async (place: number): Promise<void> => {
    const fieldModifications = [{ action: 'INCREMENT_FIELD', fieldPath: 'n', incrementFieldOptions: { value: 1 } }];
    const patch = { dataItemId: originalOf(spread(place))._id, fieldModifications };
    while (!stopped) {
      counts.sent[place] += 1;
      const answer = await call(target, 'POST', '/v2/items/patch', { ...at, patch }).catch(() => undefined);
      if (answer?.status === 200) {
        counts.answered[place] += 1;
        seen.writes += 1;
      }
      await sleep(50);
    }
  };
  const running = Array.from({ length: WRITTEN }, (_, place) => write(place));
  return {
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}

/** Over the whole collection. */
const spread = (place: number): number => Math.floor((place * ROWS) / WRITTEN);

/** Every item is there and as it is expected, and of increments none that was acknowledged is missing. */
async function compare(expected: (i: number) => Data): Promise<void> {
  for (let from = 0; from < ROWS; from += PAGE) {
    const query = { sort: [{ fieldName: '_id' }], paging: { limit: PAGE, offset: from } };
    const { dataItems } = await post('/v2/items/query', { ...at, query });
    const found = (dataItems as { data: Data }[]).map(({ data }) => data);
    const n = (i: number): number => found[i - from]?.n as number;
    const wanted = Array.from({ length: PAGE }, (_, i) => expected(from + i));
    expect(found.map(plain)).toEqual(wanted.map(plain));
    for (let place = 0; place < WRITTEN; place += 1) {
      const i = spread(place);
      if (i < from || i >= from + PAGE) continue;
      expect(n(i)).toBeGreaterThanOrEqual(counts.answered[place]);
      expect(n(i)).toBeLessThanOrEqual(counts.sent[place]);
    }
    seen.items += found.length;
  }
}

const plain = ({ _owner, _createdDate, _updatedDate, n, ...rest }: Data): object => rest;
