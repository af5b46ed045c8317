/** A unique field is held unique while changes of its field are under way. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf } from '../../testing/answers.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { startSecondProcess } from '../../testing/second-process.ts';
import { verbs } from '../../testing/verbs.ts';
import { loadCollection } from '../collections/cache.ts';
import { updateOwner } from '../table/owner-store.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const { post } = verbs(() => t);
const changes = '/portico/v1/data/schema-changes';
const change = (dataCollectionId: string, change: object) => post(changes, { dataCollectionId, change });
const undo = (dataCollectionId: string, number: number) => post(`${changes}/undo`, { dataCollectionId, number });
const insert = (id: string, data: object) => post('/v2/items', { dataCollectionId: id, dataItem: { data } });
const update = (id: string, data: { _id: string }) =>
  post('/v2/items/update', { dataCollectionId: id, dataItem: { id: data._id, data } });
const create = (id: string, more = {}) =>
  post('/v2/collections', { collection: { id, fields: [{ key: 'a', type: 'TEXT', unique: true }] }, ...more });
const status = async (id: string) => {
  const { body } = await t.call({ method: 'GET', path: `${changes}?dataCollectionId=${id}`, as: t.key });
  return body.schemaChanges[0]?.status;
};
const indexes = async (id: string) => {
  const { body } = await t.call({ method: 'GET', path: `/v2/indexes?dataCollectionId=${id}`, as: t.key });
  return body.indexes
    .filter((index: { unique: boolean; fields: { path: string }[] }) => index.unique && index.fields[0]?.path !== '_id')
    .map(({ status, fields }: { status: string; fields: { path: string }[] }) => [fields[0]?.path, status]);
};
const values = async (id: string, key: string) => {
  const query = { sort: [{ fieldName: '_id' }], paging: { limit: 100 } };
  const { body } = await post('/v2/items/query', { dataCollectionId: id, query });
  return body.dataItems.map(({ data }: { data: Record<string, unknown> }) => data[key]);
};
const ended = (id: string) => expect.poll(() => status(id), { timeout: 50_000, interval: 200 }).toBe('DONE');

it('under a new name: refused before, while and after the job runs, against old rows and new', async () => {
  await create('Renamed');
  await insert('Renamed', { _id: '1', a: 'x' });
  await insert('Renamed', { _id: '2', a: 'y' });
  expect((await change('Renamed', { kind: 'RENAME', field: 'a', to: 'b' })).status).toBe(200);
  const refusals = async (key: string) => [
    codeOf(await insert('Renamed', { [key]: 'x' })),
    codeOf(await update('Renamed', { _id: '2', [key]: 'x' })),
    codeOf(await insert('Renamed', { [key]: 'new' })),
  ];
  expect(codeOf(await insert('Renamed', { _id: '3', b: 'new' }))).toBe(undefined);
  expect(await refusals('b')).toEqual(['WDE0123', 'WDE0123', 'WDE0123']);
  expect(await indexes('Renamed')).toEqual([['b', 'ACTIVE']]);
  // Its former name is that of any undeclared field.
  expect(codeOf(await insert('Renamed', { _id: '4', a: 'x' }))).toBe(undefined);
  expect(codeOf(await change('Renamed', { kind: 'RENAME', field: 'b', to: 'c' }))).toBe(undefined);
  expect(await refusals('c')).toEqual(['WDE0123', 'WDE0123', 'WDE0123']);
  await ended('Renamed');
  expect(await refusals('c')).toEqual(['WDE0123', 'WDE0123', 'WDE0123']);
  expect(await values('Renamed', 'c')).toEqual(['x', 'y', 'new', undefined]);
  const filter = { c: 'y' };
  const found = () => post('/v2/items/query', { dataCollectionId: 'Renamed', query: { filter } });
  expect((await found()).body.dataItems).toHaveLength(1);
  expect((await undo('Renamed', 2)).status).toBe(200);
  expect(await refusals('b')).toEqual(['WDE0123', 'WDE0123', 'WDE0123']);
  await ended('Renamed');
  expect(await refusals('b')).toEqual(['WDE0123', 'WDE0123', 'WDE0123']);
  expect(await indexes('Renamed')).toEqual([['b', 'ACTIVE']]);
}, 120_000);

it('of many that race for one value exactly one wins, in processes that have heard of the change and that have not', async () => {
  const second = await startSecondProcess(t);
  try {
    await create('Raced');
    await insert('Raced', { _id: '1', a: 'x' });
    const there = (data: object) =>
      second.call('POST', '/v2/items', { as: t.key, body: { dataCollectionId: 'Raced', dataItem: { data } } });
    // It remembers the collection as it was.
    expect((await there({ a: 'x' })).status).toBe(409);
    // Whichever of the two keys is the field's when the item is written.
    const data = (n: number) => ({ a: `v${n % 10}`, b: `v${n % 10}` });
    const writes = (from: number) =>
      Array.from({ length: 50 }, (_, n) => ((from + n) % 2 ? there(data(from + n)) : insert('Raced', data(from + n))));
    const before = writes(0);
    const [changed, ...answers] = await Promise.all([
      change('Raced', { kind: 'RENAME', field: 'a', to: 'b' }),
      ...before,
      ...writes(5),
    ]);
    expect(changed.status).toBe(200);
    const counted = Map.groupBy(answers, ({ status }) => status);
    expect([counted.get(200)?.length, counted.get(409)?.length]).toEqual([10, 90]);
    await ended('Raced');
    const found = await values('Raced', 'b');
    expect(found.toSorted()).toEqual([...Array.from({ length: 10 }, (_, n) => `v${n}`), 'x']);
  } finally {
    await second.stop();
  }
}, 60_000);

it('items of somebody who leaves go to another meanwhile', async () => {
  await create('Left');
  await insert('Left', { _id: '1', a: 'x' });
  await change('Left', { kind: 'RENAME', field: 'a', to: 'b' });
  const collection = await loadCollection(t.ctx, 'Left');
  const { body } = await t.call({ method: 'GET', path: '/v2/items/1?dataCollectionId=Left', as: t.key });
  expect(await updateOwner(t.db, collection, [body.dataItem.data._owner], 'another', 10)).toBe(1);
  expect(codeOf(await insert('Left', { b: 'x' }))).toBe('WDE0123');
});

it('values that were under the new name already, undeclared: the change ends, and the index says why it is none', async () => {
  await create('Met');
  await insert('Met', { _id: '1', a: 'x' });
  await insert('Met', { _id: '2', b: 'x' });
  await insert('Met', { _id: '3', b: 5 });
  expect((await change('Met', { kind: 'RENAME', field: 'a', to: 'b' })).status).toBe(200);
  await ended('Met');
  expect(await values('Met', 'b')).toEqual(['x', 'x', 5]);
  expect(await indexes('Met')).toEqual([['b', 'FAILED']]);
}, 60_000);

it.each([
  ['its type', { kind: 'RETYPE', field: 'a', type: 'NUMBER' }],
  ['another field to take its place', { kind: 'RENAME', field: 'n', to: 'free' }],
])(
  '%s does not change before its values need not be unique',
  async (_, asked) => {
    const id = `Kept ${asked.kind}`;
    const fields = [
      { key: 'a', type: 'TEXT', unique: true },
      { key: 'n', type: 'TEXT' },
    ];
    await post('/v2/collections', { collection: { id, fields } });
    await insert(id, { _id: '1', a: '1', n: '1' });
    const index = { name: 'free', fields: [{ path: 'free' }], unique: true };
    await post('/v2/indexes', { dataCollectionId: id, index });
    const isBuilt = async () => (await indexes(encodeURIComponent(id))).map(([, status]: string[]) => status);
    await expect.poll(isBuilt, { timeout: 30_000 }).toEqual(['ACTIVE', 'ACTIVE']);
    for (const path of [changes, `${changes}/preview`]) {
      const answer = await post(path, { dataCollectionId: id, change: asked });
      expect([answer.status, codeOf(answer)]).toEqual([400, 'WDE0080']);
      expect(answer.body.message).toContain('unique');
    }
    expect(codeOf(await insert(id, { a: '1' }))).toBe('WDE0123');
  },
  60_000,
);

it('its type changes once `unique` is taken away, and is given back by an undo likewise', async () => {
  await create('Retyped');
  await insert('Retyped', { _id: '1', a: '1' });
  const asked = { kind: 'RETYPE', field: 'a', type: 'NUMBER' };
  const declare = (field: object) =>
    post('/v2/collections/update-field', { dataCollectionId: 'Retyped', field: { key: 'a', ...field } });
  expect((await declare({ type: 'TEXT', unique: false })).status).toBe(200);
  expect((await change('Retyped', asked)).status).toBe(200);
  await ended('Retyped');
  expect((await declare({ type: 'NUMBER', unique: true })).status).toBe(200);
  await expect.poll(() => indexes('Retyped'), { timeout: 30_000 }).toEqual([['a', 'ACTIVE']]);
  expect(codeOf(await undo('Retyped', 1))).toBe('WDE0080');
  await declare({ type: 'NUMBER', unique: false });
  expect((await undo('Retyped', 1)).status).toBe(200);
  expect(await values('Retyped', 'a')).toEqual(['1']);
}, 60_000);
