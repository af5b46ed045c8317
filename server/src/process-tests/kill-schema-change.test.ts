/**
 * Kills the server and PostgreSQL while fields are renamed, converted and deleted, and during the undo, with concurrent
 * writes.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { setUpKilledServer } from '../testing/killed-collection.ts';
import { runs } from '../testing/runs.ts';

const KILLS = runs(20);
const ROWS = 4_000;
/** Number of items that writers increment during the changes. */
const WRITTEN_ITEMS = 16;
const CHANGES = '/portico/v1/data/schema-changes';

interface Data {
  readonly _id: string;
  readonly n: number;
  readonly [key: string]: unknown;
}

/** Increments per written item: acknowledged ones, and all attempts. */
const increments = { acknowledged: new Array(WRITTEN_ITEMS).fill(0), attempted: new Array(WRITTEN_ITEMS).fill(0) };

/** Returns a price. Every hundredth is not a number, and every third is not in its canonical form. */
const priceOf = (i: number): string => (i % 100 === 0 ? 'free' : i % 3 === 0 ? `0${i}.50` : `${i}`);
const originalOf = (i: number): Data => ({
  ...{ _id: String(i).padStart(5, '0'), price: priceOf(i), code: `c${i}`, note: `note ${i}`, n: 0 },
  filler: 'x'.repeat(300),
});
function changedItemOf(i: number): Data {
  const { price, code, note, ...rest } = originalOf(i);
  return { ...rest, price: price === 'free' ? price : Number(price), sku: code };
}

const { post, tryPost, get, pages, killDuring, kills } = setUpKilledServer({
  id: 'changing',
  fields: [
    { key: 'price', type: 'TEXT' },
    { key: 'code', type: 'TEXT', unique: true },
    { key: 'note', type: 'TEXT' },
    { key: 'n', type: 'NUMBER' },
  ],
  rows: ROWS,
  itemOf: originalOf,
});

it(
  'interrupted schema changes are completed, and an undo restores the originals',
  async () => {
    for (let round = 0; round < KILLS / 2; round += 1) {
      const first = (await readChanges()).pagingMetadata.total + 1;
      await post(CHANGES, { change: { kind: 'RETYPE', field: 'price', type: 'NUMBER' } });
      await post(CHANGES, { change: { kind: 'RENAME', field: 'code', to: 'sku' } });
      await post(CHANGES, { change: { kind: 'DROP', field: 'note' } });
      await finishAfterKills(['server', 'postgres']);
      await compare(changedItemOf);
      for (const number of [first + 2, first + 1, first]) await post(`${CHANGES}/undo`, { number });
      await finishAfterKills(['postgres', 'server']);
      await compare(originalOf);
    }
    const acknowledged = increments.acknowledged.reduce((sum, count) => sum + count, 0);
    console.log(`Kills during schema changes of ${ROWS} items: ${JSON.stringify({ ...kills, acknowledged })}`);
    for (const times of Object.values(kills.whileRunning)) expect(times).toBeGreaterThan(0);
    expect(acknowledged).toBeGreaterThan(0);
    const { body } = await get('/v2/indexes');
    expect(body.indexes).toContainEqual(
      expect.objectContaining({ unique: true, status: 'ACTIVE', fields: [{ path: 'code', order: 'ASC' }] }),
    );
  },
  120_000 + KILLS * 60_000,
);

/** Returns the last three changes, the latest first; undefined if the server does not respond. */
async function readChanges() {
  const response = await get(CHANGES, '&paging.limit=3').catch(() => undefined);
  return response?.status === 200 ? response.body : undefined;
}

async function finishAfterKills(victims: Parameters<typeof killDuring>[1]): Promise<void> {
  const writers = startWriters();
  await killDuring(async () => {
    const [latest] = (await readChanges())?.schemaChanges ?? [];
    return latest && { done: latest.done, isFinished: latest.status === 'DONE' };
  }, victims);
  const readStatuses = async () => (await readChanges())?.schemaChanges.map(({ status }: { status: string }) => status);
  await expect.poll(readStatuses, { timeout: 50_000, interval: 100 }).toEqual(['DONE', 'DONE', 'DONE']);
  await writers.stop();
}

/**
 * Starts writers, each of which increments one item again and again. A request without a response may have been
 * executed.
 */
function startWriters() {
  let stopped = false;
  const write = async (writer: number): Promise<void> => {
    const fieldModifications = [{ action: 'INCREMENT_FIELD', fieldPath: 'n', incrementFieldOptions: { value: 1 } }];
    const patch = { dataItemId: originalOf(rowOf(writer))._id, fieldModifications };
    while (!stopped) {
      increments.attempted[writer] += 1;
      if (await tryPost('/v2/items/patch', { patch })) increments.acknowledged[writer] += 1;
      await sleep(50);
    }
  };
  const running = Array.from({ length: WRITTEN_ITEMS }, (_, writer) => write(writer));
  return {
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}

/** Returns the number of the item that a writer increments. These items are spread over the collection. */
const rowOf = (writer: number): number => Math.floor((writer * ROWS) / WRITTEN_ITEMS);

/** Expects that every item has its expected data, and that no acknowledged increment is missing. */
async function compare(expected: (i: number) => Data): Promise<void> {
  const found: Data[] = [];
  for await (const page of pages<Data>()) found.push(...page);
  const expectedItems = Array.from({ length: ROWS }, (_, i) => expected(i));
  expect(found.map(withoutCounters)).toEqual(expectedItems.map(withoutCounters));
  for (let writer = 0; writer < WRITTEN_ITEMS; writer += 1) {
    const n = found[rowOf(writer)]?.n;
    expect(n).toBeGreaterThanOrEqual(increments.acknowledged[writer]);
    expect(n).toBeLessThanOrEqual(increments.attempted[writer]);
  }
}

const withoutCounters = ({ _owner, _createdDate, _updatedDate, n, ...rest }: Data): object => rest;
