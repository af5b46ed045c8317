/**
 * Tests that two server processes on one database lose no write while one of them still caches an outdated definition.
 */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../testing/index.ts';
import { type SecondProcess, startSecondProcess } from '../testing/second-process.ts';

let t: TestServer;
let other: SecondProcess;

beforeAll(async () => {
  t = await testServer();
  other = await startSecondProcess(t);
}, 60_000);
afterAll(async () => {
  await other.stop();
  await t.stop();
});

interface ProcessResponse {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  readonly body: any;
}
type Post = (path: string, body: object, as?: string) => Promise<ProcessResponse>;
const postHere: Post = (path, body, as = t.key) => t.call({ method: 'POST', path, as, body });
const postThere: Post = (path, body, as = t.key) => other.call('POST', path, { as, body });

const increment = [{ action: 'INCREMENT_FIELD', fieldPath: 'n', incrementFieldOptions: { value: 1 } }];

it('writes through both processes during renames and retypes are all stored exactly once', async () => {
  const dataCollectionId = 'Moving';
  const fields = [
    { key: 'a', type: 'TEXT' },
    { key: 'n', type: 'NUMBER' },
    { key: 'm', type: 'TEXT' },
  ];
  expect((await postHere('/v2/collections', { collection: { id: dataCollectionId, fields } })).status).toBe(200);
  for (const _id of ['x', 'y']) {
    const { status } = await postHere('/v2/items', { dataCollectionId, dataItem: { data: { _id, n: 0 } } });
    expect(status).toBe(200);
  }
  let [running, added] = [true, 0];
  const rejected = new Set<string>();
  const acknowledged = new Set<string>();
  const writeItems = async (post: Post, name: string) => {
    for (let i = 0; running; i++) {
      const id = `${name}${i}`;
      const one = await post('/v2/items', { dataCollectionId, dataItem: { data: { _id: id, a: id, m: id } } });
      if (one.status === 200) acknowledged.add(id);
      else rejected.add(one.body.message);
      const patch = { dataItemId: i % 2 === 0 ? 'x' : 'y', fieldModifications: increment };
      const two = await post('/v2/items/patch', { dataCollectionId, patch });
      if (two.status === 200) added++;
      else rejected.add(two.body.message);
      const data = { _id: `${id} saved`, a: id, m: id };
      const saveResponse = await post('/v2/bulk/items/save', { dataCollectionId, dataItems: [{ data }] });
      if (saveResponse.status === 200 && saveResponse.body.results[0].itemMetadata.success)
        acknowledged.add(`${id} saved`);
      else rejected.add(JSON.stringify(saveResponse.body));
      await setTimeout(10);
    }
  };
  const writers = [0, 1].flatMap((i) => [writeItems(postHere, `here${i} `), writeItems(postThere, `there${i} `)]);
  const changes = [
    { kind: 'RENAME', field: 'a', to: 'b' },
    { kind: 'RETYPE', field: 'n', type: 'TEXT' },
    { kind: 'RENAME', field: 'b', to: 'a' },
  ];
  for (const [i, change] of changes.entries()) {
    const post = i % 2 === 0 ? postHere : postThere;
    expect((await post('/portico/v1/data/schema-changes', { dataCollectionId, change })).status).toBe(200);
    await setTimeout(150);
    await waitForChanges(dataCollectionId);
  }
  running = false;
  await Promise.all(writers);
  await waitForChanges(dataCollectionId);

  const storedItems = new Map<string, Record<string, unknown>>();
  for (let cursor: string | undefined; ; ) {
    const cursorPaging = { limit: 1_000, ...(cursor ? { cursor } : {}) };
    const query = { sort: [{ fieldName: '_id' }], cursorPaging };
    const { body } = await postHere('/v2/items/query', { dataCollectionId, query });
    for (const { data } of body.dataItems) storedItems.set(data._id, data);
    cursor = body.pagingMetadata.cursors?.next;
    if (!cursor) break;
  }
  expect(acknowledged.size).toBeGreaterThan(50);
  expect(storedItems.size).toBe(acknowledged.size + 2);
  const lost = [...acknowledged].filter((id) => {
    const values = Object.entries(storedItems.get(id) ?? {}).filter(([key]) => !key.startsWith('_'));
    const name = id.replace(' saved', '');
    // Each of the two values is stored exactly once, under the key at the time of the write or under a later one.
    return values.filter(([, value]) => value === name).length !== 2;
  });
  expect(lost).toEqual([]);
  expect(Number(storedItems.get('x')?.n) + Number(storedItems.get('y')?.n)).toBe(added);
  // Increments fail while the number is a text. Nothing else may fail.
  expect([...rejected].filter((message) => !/n is not a number/.test(message))).toEqual([]);
}, 120_000);

async function waitForChanges(dataCollectionId: string): Promise<void> {
  for (;;) {
    const path = `/portico/v1/data/schema-changes?dataCollectionId=${dataCollectionId}`;
    const { body } = await t.call({ method: 'GET', path, as: t.key });
    if (body.schemaChanges.every(({ status }: { status: string }) => status === 'DONE')) return;
    await setTimeout(20);
  }
}
