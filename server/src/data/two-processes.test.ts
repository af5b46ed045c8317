/** Two server processes on one database: what one changes the other may not know yet, and nothing is lost by it. */
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

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}
type Post = (path: string, body: object, as?: string) => Promise<Answer>;
const here: Post = (path, body, as = t.key) => t.call({ method: 'POST', path, as, body });
const there: Post = (path, body, as = t.key) => other.call('POST', path, { as, body });

const increment = [{ action: 'INCREMENT_FIELD', fieldPath: 'n', incrementFieldOptions: { value: 1 } }];

it('writes through both while fields are renamed and retyped: every acknowledged one is there, sums are exact', async () => {
  const dataCollectionId = 'Moving';
  const fields = [
    { key: 'a', type: 'TEXT' },
    { key: 'n', type: 'NUMBER' },
    { key: 'm', type: 'TEXT' },
  ];
  expect((await here('/v2/collections', { collection: { id: dataCollectionId, fields } })).status).toBe(200);
  for (const _id of ['x', 'y']) {
    const { status } = await here('/v2/items', { dataCollectionId, dataItem: { data: { _id, n: 0 } } });
    expect(status).toBe(200);
  }
  let [going, added] = [true, 0];
  const refused = new Set<string>();
  const acknowledged = new Set<string>();
  const writer = async (post: Post, name: string) => {
    for (let i = 0; going; i++) {
      const id = `${name}${i}`;
      const one = await post('/v2/items', { dataCollectionId, dataItem: { data: { _id: id, a: id, m: id } } });
      if (one.status === 200) acknowledged.add(id);
      else refused.add(one.body.message);
      const patch = { dataItemId: i % 2 === 0 ? 'x' : 'y', fieldModifications: increment };
      const two = await post('/v2/items/patch', { dataCollectionId, patch });
      if (two.status === 200) added++;
      else refused.add(two.body.message);
      const data = { _id: `${id} whole`, a: id, m: id };
      const three = await post('/v2/bulk/items/save', { dataCollectionId, dataItems: [{ data }] });
      if (three.status === 200 && three.body.results[0].itemMetadata.success) acknowledged.add(`${id} whole`);
      else refused.add(JSON.stringify(three.body));
      await setTimeout(10);
    }
  };
  const writers = [0, 1].flatMap((i) => [writer(here, `here${i} `), writer(there, `there${i} `)]);
  const changes = [
    { kind: 'RENAME', field: 'a', to: 'b' },
    { kind: 'RETYPE', field: 'n', type: 'TEXT' },
    { kind: 'RENAME', field: 'b', to: 'a' },
  ];
  for (const [i, change] of changes.entries()) {
    const post = i % 2 === 0 ? here : there;
    expect((await post('/portico/v1/data/schema-changes', { dataCollectionId, change })).status).toBe(200);
    await setTimeout(150);
    await settled(dataCollectionId);
  }
  going = false;
  await Promise.all(writers);
  await settled(dataCollectionId);

  const kept = new Map<string, Record<string, unknown>>();
  for (let cursor: string | undefined; ; ) {
    const cursorPaging = { limit: 1_000, ...(cursor ? { cursor } : {}) };
    const query = { sort: [{ fieldName: '_id' }], cursorPaging };
    const { body } = await here('/v2/items/query', { dataCollectionId, query });
    for (const { data } of body.dataItems) kept.set(data._id, data);
    cursor = body.pagingMetadata.cursors?.next;
    if (!cursor) break;
  }
  expect(acknowledged.size).toBeGreaterThan(50);
  expect(kept.size).toBe(acknowledged.size + 2);
  const lost = [...acknowledged].filter((id) => {
    const values = Object.entries(kept.get(id) ?? {}).filter(([key]) => !key.startsWith('_'));
    const name = id.replace(' whole', '');
    // Under the name of the moment at which it was written, or a later one; never twice.
    return values.filter(([, value]) => value === name).length !== 2;
  });
  expect(lost).toEqual([]);
  expect(Number(kept.get('x')?.n) + Number(kept.get('y')?.n)).toBe(added);
  // While the number is a text nothing is added to it; nothing else is ever refused.
  expect([...refused].filter((message) => !/n is not a number/.test(message))).toEqual([]);
}, 120_000);

async function settled(dataCollectionId: string): Promise<void> {
  for (;;) {
    const path = `/portico/v1/data/schema-changes?dataCollectionId=${dataCollectionId}`;
    const { body } = await t.call({ method: 'GET', path, as: t.key });
    if (body.schemaChanges.every(({ status }: { status: string }) => status === 'DONE')) return;
    await setTimeout(20);
  }
}
