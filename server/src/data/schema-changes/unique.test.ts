/** Tests that unique values are enforced during schema changes of their field. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { startSecondProcess } from '../../testing/second-process.ts';
import { createVerbs } from '../../testing/verbs.ts';
import { loadCollection } from '../collections/cache.ts';
import { updateOwner } from '../table/owner-store.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const { post } = createVerbs(() => t);
const changes = '/portico/v1/data/schema-changes';
const change = (dataCollectionId: string, change: object) => post(changes, { dataCollectionId, change });
const undo = (dataCollectionId: string, number: number) => post(`${changes}/undo`, { dataCollectionId, number });
const insert = (id: string, data: object) => post('/v2/items', { dataCollectionId: id, dataItem: { data } });
const update = (id: string, data: { _id: string }) =>
  post('/v2/items/update', { dataCollectionId: id, dataItem: { id: data._id, data } });
const create = (id: string, more = {}) =>
  post('/v2/collections', { collection: { id, fields: [{ key: 'a', type: 'TEXT', unique: true }] }, ...more });
const readStatus = async (id: string) => {
  const { body } = await t.call({ method: 'GET', path: `${changes}?dataCollectionId=${id}`, as: t.key });
  return body.schemaChanges[0]?.status;
};
const listIndexes = async (id: string) => {
  const { body } = await t.call({ method: 'GET', path: `/v2/indexes?dataCollectionId=${id}`, as: t.key });
  return body.indexes
    .filter((index: { unique: boolean; fields: { path: string }[] }) => index.unique && index.fields[0]?.path !== '_id')
    .map(({ status, fields }: { status: string; fields: { path: string }[] }) => [fields[0]?.path, status]);
};
const listValues = async (id: string, key: string) => {
  const query = { sort: [{ fieldName: '_id' }], paging: { limit: 100 } };
  const { body } = await post('/v2/items/query', { dataCollectionId: id, query });
  return body.dataItems.map(({ data }: { data: Record<string, unknown> }) => data[key]);
};
const waitForEnd = (id: string) => expect.poll(() => readStatus(id), { timeout: 50_000, interval: 200 }).toBe('DONE');

it('rejects duplicates under the new key before, during and after the job, in old and new rows', async () => {
  await create('Renamed');
  await insert('Renamed', { _id: '1', a: 'x' });
  await insert('Renamed', { _id: '2', a: 'y' });
  expect((await change('Renamed', { kind: 'RENAME', field: 'a', to: 'b' })).status).toBe(200);
  const rejectionsOf = async (key: string) => [
    codeOf(await insert('Renamed', { [key]: 'x' })),
    codeOf(await update('Renamed', { _id: '2', [key]: 'x' })),
    codeOf(await insert('Renamed', { [key]: 'new' })),
  ];
  expect(codeOf(await insert('Renamed', { _id: '3', b: 'new' }))).toBe(undefined);
  expect(await rejectionsOf('b')).toEqual(['WDE0123', 'WDE0123', 'WDE0123']);
  expect(await listIndexes('Renamed')).toEqual([['b', 'ACTIVE']]);
  // Values under the former key need not be unique, like those of any undeclared field.
  expect(codeOf(await insert('Renamed', { _id: '4', a: 'x' }))).toBe(undefined);
  expect(codeOf(await change('Renamed', { kind: 'RENAME', field: 'b', to: 'c' }))).toBe(undefined);
  expect(await rejectionsOf('c')).toEqual(['WDE0123', 'WDE0123', 'WDE0123']);
  await waitForEnd('Renamed');
  expect(await rejectionsOf('c')).toEqual(['WDE0123', 'WDE0123', 'WDE0123']);
  expect(await listValues('Renamed', 'c')).toEqual(['x', 'y', 'new', undefined]);
  const filter = { c: 'y' };
  const queryMatches = () => post('/v2/items/query', { dataCollectionId: 'Renamed', query: { filter } });
  expect((await queryMatches()).body.dataItems).toHaveLength(1);
  expect((await undo('Renamed', 2)).status).toBe(200);
  expect(await rejectionsOf('b')).toEqual(['WDE0123', 'WDE0123', 'WDE0123']);
  await waitForEnd('Renamed');
  expect(await rejectionsOf('b')).toEqual(['WDE0123', 'WDE0123', 'WDE0123']);
  expect(await listIndexes('Renamed')).toEqual([['b', 'ACTIVE']]);
}, 120_000);

it('accepts exactly one of many concurrent inserts of a value, also in a process that has not received the change', async () => {
  const second = await startSecondProcess(t);
  try {
    await create('Raced');
    await insert('Raced', { _id: '1', a: 'x' });
    const insertThere = (data: object) =>
      second.call('POST', '/v2/items', { as: t.key, body: { dataCollectionId: 'Raced', dataItem: { data } } });
    // This request makes the second process cache the collection before the change.
    expect((await insertThere({ a: 'x' })).status).toBe(409);
    // Writes under both keys, because only one of them is the field's current key at the time of the write.
    const dataOf = (n: number) => ({ a: `v${n % 10}`, b: `v${n % 10}` });
    const writes = (from: number) =>
      Array.from({ length: 50 }, (_, n) =>
        (from + n) % 2 ? insertThere(dataOf(from + n)) : insert('Raced', dataOf(from + n)),
      );
    const before = writes(0);
    const [changed, ...responses] = await Promise.all([
      change('Raced', { kind: 'RENAME', field: 'a', to: 'b' }),
      ...before,
      ...writes(5),
    ]);
    expect(changed.status).toBe(200);
    const counted = Map.groupBy(responses, ({ status }) => status);
    expect([counted.get(200)?.length, counted.get(409)?.length]).toEqual([10, 90]);
    await waitForEnd('Raced');
    const found = await listValues('Raced', 'b');
    expect(found.toSorted()).toEqual([...Array.from({ length: 10 }, (_, n) => `v${n}`), 'x']);
  } finally {
    await second.stop();
  }
}, 60_000);

it('changes the owner of items meanwhile', async () => {
  await create('Left');
  await insert('Left', { _id: '1', a: 'x' });
  await change('Left', { kind: 'RENAME', field: 'a', to: 'b' });
  const collection = await loadCollection(t.ctx, 'Left');
  const { body } = await t.call({ method: 'GET', path: '/v2/items/1?dataCollectionId=Left', as: t.key });
  expect(await updateOwner(t.db, collection, [body.dataItem.data._owner], 'another', 10)).toBe(1);
  expect(codeOf(await insert('Left', { b: 'x' }))).toBe('WDE0123');
});

it('finishes a rename to a key with duplicate values, and marks the index as failed with the reason', async () => {
  await create('Met');
  await insert('Met', { _id: '1', a: 'x' });
  await insert('Met', { _id: '2', b: 'x' });
  await insert('Met', { _id: '3', b: 5 });
  expect((await change('Met', { kind: 'RENAME', field: 'a', to: 'b' })).status).toBe(200);
  await waitForEnd('Met');
  expect(await listValues('Met', 'b')).toEqual(['x', 'x', 5]);
  expect(await listIndexes('Met')).toEqual([['b', 'FAILED']]);
}, 60_000);

it.each([
  ['a new type', { kind: 'RETYPE', field: 'a', type: 'NUMBER' }],
  ['a rename of another field to its key', { kind: 'RENAME', field: 'n', to: 'free' }],
])(
  'rejects %s while its values must be unique',
  async (_, requested) => {
    const id = `Unique ${requested.kind}`;
    const fields = [
      { key: 'a', type: 'TEXT', unique: true },
      { key: 'n', type: 'TEXT' },
    ];
    await post('/v2/collections', { collection: { id, fields } });
    await insert(id, { _id: '1', a: '1', n: '1' });
    const index = { name: 'free', fields: [{ path: 'free' }], unique: true };
    await post('/v2/indexes', { dataCollectionId: id, index });
    const isBuilt = async () => (await listIndexes(encodeURIComponent(id))).map(([, status]: string[]) => status);
    await expect.poll(isBuilt, { timeout: 30_000 }).toEqual(['ACTIVE', 'ACTIVE']);
    for (const path of [changes, `${changes}/preview`]) {
      const response = await post(path, { dataCollectionId: id, change: requested });
      expect([response.status, codeOf(response)]).toEqual([400, 'WDE0080']);
      expect(response.body.message).toContain('unique');
    }
    expect(codeOf(await insert(id, { a: '1' }))).toBe('WDE0123');
  },
  60_000,
);

it('accepts a new type and its undo after `unique` was removed', async () => {
  await create('Retyped');
  await insert('Retyped', { _id: '1', a: '1' });
  const requested = { kind: 'RETYPE', field: 'a', type: 'NUMBER' };
  const declare = (field: object) =>
    post('/v2/collections/update-field', { dataCollectionId: 'Retyped', field: { key: 'a', ...field } });
  expect((await declare({ type: 'TEXT', unique: false })).status).toBe(200);
  expect((await change('Retyped', requested)).status).toBe(200);
  await waitForEnd('Retyped');
  expect((await declare({ type: 'NUMBER', unique: true })).status).toBe(200);
  await expect.poll(() => listIndexes('Retyped'), { timeout: 30_000 }).toEqual([['a', 'ACTIVE']]);
  expect(codeOf(await undo('Retyped', 1))).toBe('WDE0080');
  await declare({ type: 'NUMBER', unique: false });
  expect((await undo('Retyped', 1)).status).toBe(200);
  expect(await listValues('Retyped', 'a')).toEqual(['1']);
}, 60_000);
