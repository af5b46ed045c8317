/** Tests all kinds of writes with unique indexes, with values of another kind in a field, and during schema changes. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestResponse, type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { createVerbs } from '../../testing/verbs.ts';
import { increment, OPEN, set } from '../testing/item-calls.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const { post } = createVerbs(() => t, { caller: 'visitor' });
const create = async (id: string, fields: object[]) => {
  const response = await post('/v2/collections', { collection: { id, fields, permissions: OPEN } }, t.key);
  expect(response.status, response.text).toBe(200);
};
const createActiveIndex = async (
  dataCollectionId: string,
  index: { name: string; fields: object[]; unique?: boolean },
) => {
  const created = await post('/v2/indexes', { dataCollectionId, index }, t.key);
  expect(created.status, created.text).toBe(200);
  const readStatus = async () => {
    const { body } = await t.call({
      method: 'GET',
      path: `/v2/indexes?dataCollectionId=${dataCollectionId}`,
      as: t.key,
    });
    return body.indexes.find(({ name }: { name: string }) => name === index.name)?.status;
  };
  while ((await readStatus()) !== 'ACTIVE') await setTimeout(20);
};
const outcomesOf = ({ body }: TestResponse) =>
  body.results.map(
    ({ itemMetadata }: { itemMetadata: { error?: { code: string } } }) => itemMetadata.error?.code ?? 'ok',
  );
const listItems = async (dataCollectionId: string) => {
  const query = { sort: [{ fieldName: '_id' }], paging: { limit: 1_000 } };
  const { body } = await post('/v2/items/query', { dataCollectionId, query });
  return body.dataItems.map(
    ({ data: { _owner, _createdDate, _updatedDate, ...data } }: { data: Record<string, unknown> }) => data,
  );
};

describe('a unique index', () => {
  const dataCollectionId = 'Unique';
  beforeAll(async () => {
    await create(dataCollectionId, [{ key: 'name', type: 'TEXT' }]);
    await createActiveIndex(dataCollectionId, { name: 'names', fields: [{ path: 'name' }], unique: true });
    const dataItems = ['a', 'b', 'c', 'd'].map((id) => ({ id, data: { name: id } }));
    await post('/v2/bulk/items/insert', { dataCollectionId, dataItems });
  });

  it('rejects a duplicate value with 409 and the field', async () => {
    for (const response of [
      await post('/v2/items', { dataCollectionId, dataItem: { data: { name: 'a' } } }),
      await post('/v2/items/update', { dataCollectionId, dataItem: { id: 'b', data: { name: 'a' } } }),
      await post('/v2/items/save', { dataCollectionId, dataItem: { id: 'b', data: { name: 'a' } } }),
      await post('/v2/items/patch', {
        dataCollectionId,
        patch: { dataItemId: 'b', fieldModifications: [set('name', 'a')] },
      }),
    ]) {
      expect([response.status, codeOf(response), response.body.details.applicationError.data]).toEqual([
        409,
        'WDE0123',
        { fieldKey: 'name' },
      ]);
    }
    expect((await listItems(dataCollectionId)).map(({ name }: { name: string }) => name)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('fails single items of a bulk call; of two items with the same value, the first is inserted', async () => {
    const makeItems = (names: Record<string, string>) =>
      Object.entries(names).map(([id, name]) => ({ id, data: { name } }));
    const makePatches = (names: Record<string, string>) =>
      Object.entries(names).map(([dataItemId, name]) => ({ dataItemId, fieldModifications: [set('name', name)] }));
    const expected = ['ok', 'WDE0123', 'ok', 'ok'];
    const update = { dataItems: makeItems({ a: 'a1', b: 'd', c: 'c1', d: 'd' }) };
    expect(outcomesOf(await post('/v2/bulk/items/update', { dataCollectionId, ...update }))).toEqual(expected);
    const save = { dataItems: makeItems({ a: 'a2', b: 'd', c: 'c2', e: 'e' }) };
    expect(outcomesOf(await post('/v2/bulk/items/save', { dataCollectionId, ...save }))).toEqual(expected);
    const patch = { patches: makePatches({ a: 'a3', b: 'd', c: 'c3', e: 'e3' }) };
    expect(outcomesOf(await post('/v2/bulk/items/patch', { dataCollectionId, ...patch }))).toEqual(expected);
    const duplicatePatches = { patches: makePatches({ a: 'same', b: 'same' }) };
    expect(outcomesOf(await post('/v2/bulk/items/patch', { dataCollectionId, ...duplicatePatches }))).toEqual([
      'ok',
      'WDE0123',
    ]);
    expect((await listItems(dataCollectionId)).map(({ name }: { name: string }) => name)).toEqual([
      'same',
      'b',
      'c3',
      'd',
      'e3',
    ]);
  });

  it('fails only the item with a value that is too large', async () => {
    // The value is random, because PostgreSQL would compress a repetitive value until it fits into the index.
    const large = Array.from({ length: 9_000 }, () =>
      String.fromCodePoint(0x4e00 + Math.floor(Math.random() * 20_000)),
    ).join('');
    const dataItems = [
      { id: 'a', data: { name: large } },
      { id: 'b', data: { name: 'b9' } },
    ];
    expect(outcomesOf(await post('/v2/bulk/items/update', { dataCollectionId, dataItems }))).toEqual(['WDE0133', 'ok']);
  });
});

describe('the first value of another kind in an indexed field', () => {
  it.each([
    ['update', { dataItem: { id: 'a', data: { n: 'text' } } }, '/v2/items/update'],
    ['save', { dataItem: { id: 'a', data: { n: 'text' } } }, '/v2/items/save'],
    [
      'patch',
      { patch: { dataItemId: 'a', fieldModifications: [increment('count', 1), set('n', 'text')] } },
      '/v2/items/patch',
    ],
    ['bulk update', { dataItems: [{ id: 'a', data: { n: 'text' } }] }, '/v2/bulk/items/update'],
    ['bulk save', { dataItems: [{ id: 'a', data: { n: 'text' } }] }, '/v2/bulk/items/save'],
    [
      'bulk patch, in its second batch',
      {
        patches: [
          ...Array.from({ length: 300 }, (_, i) => ({
            dataItemId: `x${i}`,
            fieldModifications: [increment('count', 1)],
          })),
          { dataItemId: 'a', fieldModifications: [increment('count', 1), set('n', 'text')] },
        ],
      },
      '/v2/bulk/items/patch',
    ],
  ])('is written once by %s', async (name, body, path) => {
    const dataCollectionId = `Mixed ${name}`;
    await create(dataCollectionId, [{ key: 'n', type: 'NUMBER' }]);
    await createActiveIndex(dataCollectionId, { name: 'numbers', fields: [{ path: 'n' }] });
    const others = path.endsWith('bulk/items/patch')
      ? Array.from({ length: 300 }, (_, i) => ({ id: `x${i}`, data: { count: 0 } }))
      : [];
    const dataItems = [{ id: 'a', data: { n: 1, count: 0 } }, ...others];
    await post('/v2/bulk/items/insert', { dataCollectionId, dataItems });
    const response = await post(path, { dataCollectionId, ...body });
    expect(response.status, response.text).toBe(200);
    expect(response.body.bulkActionMetadata?.totalFailures ?? 0).toBe(0);
    const [first, ...rest] = await listItems(dataCollectionId);
    expect(first).toMatchObject({ n: 'text' });
    if (path.endsWith('patch')) expect([first, ...rest].every(({ count }) => count === 1)).toBe(true);
  });
});

describe('during a rename and a retype of fields', () => {
  const startRename = async (dataCollectionId: string) => {
    await create(dataCollectionId, [
      { key: 'old', type: 'NUMBER' },
      { key: 'price', type: 'TEXT' },
    ]);
    const dataItems = Array.from({ length: 20 }, (_, i) => ({
      id: `i${i + 10}`,
      data: { old: i, price: '1.50', rest: i },
    }));
    await post('/v2/bulk/items/insert', { dataCollectionId, dataItems });
    for (const change of [
      { kind: 'RENAME', field: 'old', to: 'fresh' },
      { kind: 'RETYPE', field: 'price', type: 'NUMBER' },
    ]) {
      const response = await post('/portico/v1/data/schema-changes', { dataCollectionId, change }, t.key);
      expect(response.status, response.text).toBe(200);
    }
  };

  it('patches, conditions and jobs use the new shape', async () => {
    const dataCollectionId = 'Changing';
    await startRename(dataCollectionId);
    const condition = { filter: { fresh: { $lt: 10 }, price: 1.5 } };
    const ids = Array.from({ length: 20 }, (_, i) => `i${i + 10}`);
    const one = { dataItemId: 'i10', fieldModifications: [increment('fresh', 100), increment('price', 1)] };
    const patched = await post('/v2/items/patch', { dataCollectionId, patch: one, condition });
    expect(patched.body.dataItem?.data, patched.text).toMatchObject({ fresh: 100, price: 2.5 });
    expect(patched.body.dataItem.data).not.toHaveProperty('old');
    const updated = await post('/v2/items/update', {
      dataCollectionId,
      dataItem: { id: 'i11', data: { fresh: 1 } },
      condition,
    });
    expect(updated.body.dataItem?.data, updated.text).toMatchObject({ fresh: 1 });
    const bulk = await post('/v2/bulk/items/remove', { dataCollectionId, dataItemIds: ids, condition });
    expect(bulk.body.bulkActionMetadata.totalSuccesses).toBe(8);
    const fieldModifications = [increment('fresh', 1_000)];
    const job = await post('/v2/bulk/items/async-patch-by-filter', {
      dataCollectionId,
      filter: { price: 1.5 },
      fieldModifications,
    });
    const readStatus = async () =>
      (await t.call({ method: 'GET', path: `/v2/async-jobs/${job.body.jobId}/status`, as: t.key })).body;
    await expect.poll(async () => (await readStatus()).status, { timeout: 20_000 }).toBe('SUCCEEDED');
    expect((await readStatus()).successCount).toBe(10);
    const items = await listItems(dataCollectionId);
    expect(items.map(({ fresh }: { fresh: number }) => fresh)).toEqual([
      100,
      1,
      ...Array.from({ length: 10 }, (_, i) => 1_010 + i),
    ]);
    expect(items.every((item: object) => !('old' in item))).toBe(true);
  });
});
