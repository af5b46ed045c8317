/** Kills the server and PostgreSQL during bulk changes and their undo. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { setUpKilledServer } from '../testing/killed-collection.ts';
import { runs } from '../testing/runs.ts';

const ROUNDS = runs(10);
const ROWS = 4_000;
const CHANGES = '/portico/v1/data/bulk-changes';

interface Data {
  readonly _id: string;
  readonly n: number;
  readonly note: string;
}

const originalOf = (i: number): Data => ({ _id: `${i}`.padStart(5, '0'), n: i, note: `note ${i}` });
const originals = Array.from({ length: ROWS }, (_, i) => originalOf(i));

const { post, get, pages, killDuring, kills } = setUpKilledServer({
  id: 'killed',
  rows: ROWS,
  itemOf: originalOf,
});

it(
  'changes every item exactly once, and an undo restores every original',
  async () => {
    const increment = { action: 'INCREMENT_FIELD', fieldPath: 'n', incrementFieldOptions: { value: 1 } };
    const update = { kind: 'UPDATE', fieldModifications: [increment, { action: 'REMOVE_FIELD', fieldPath: 'note' }] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const updated = await finishAfterKills(await start(update), ['server', 'postgres']);
      expect(updated).toMatchObject({ status: 'SUCCEEDED', succeeded: ROWS });
      expect(await readStored()).toEqual(originals.map(({ _id, n }) => ({ _id, n: n + 1 })));
      expect(await finishAfterKills(await undo(updated.id), ['postgres', 'server'])).toMatchObject({
        succeeded: ROWS,
      });
      expect(await readStored()).toEqual(originals);

      const removed = await finishAfterKills(await start({ kind: 'REMOVE' }), ['server']);
      expect(removed).toMatchObject({ status: 'SUCCEEDED', succeeded: ROWS });
      expect(await readStored()).toEqual([]);
      expect(await finishAfterKills(await undo(removed.id), ['server'])).toMatchObject({ succeeded: ROWS });
      expect(await readStored()).toEqual(originals);
    }
    console.log(`Kills during bulk changes of ${ROWS} items: ${JSON.stringify(kills)}`);
    for (const times of Object.values(kills.whileRunning)) expect(times).toBeGreaterThan(0);
  },
  120_000 + ROUNDS * 120_000,
);

const start = async (change: object): Promise<string> => (await post(CHANGES, { change })).bulkChange.id;
const undo = async (id: string): Promise<string> => (await post(`${CHANGES}/undo`, { id })).bulkChange.id;

async function finishAfterKills(id: string, targets: Parameters<typeof killDuring>[1]) {
  const readProgress = async () => {
    const { done, status } = await changeOf(id);
    return { done, isFinished: status !== 'PENDING' };
  };
  await killDuring(readProgress, targets);
  while (!(await readProgress()).isFinished) await sleep(50);
  return changeOf(id);
}

async function changeOf(id: string) {
  const { body } = await get(CHANGES);
  return body.bulkChanges.find((change: { id: string }) => change.id === id);
}

async function readStored(): Promise<object[]> {
  const items: object[] = [];
  for await (const page of pages<Record<string, unknown>>()) {
    items.push(...page.map(({ _owner, _createdDate, _updatedDate, ...rest }) => rest));
  }
  return items;
}
