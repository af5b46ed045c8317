import { dataLimits } from '@portico/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { createCollection, insertItems } from '../index.ts';
import { itemCalls } from '../testing/item-calls.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
  await createCollection(t.ctx, { id: 'C', permissions: { read: 'ANYONE', insert: 'ANYONE', remove: 'ANYONE' } });
  await createCollection(t.ctx, { id: 'Closed' });
});
afterAll(() => t.stop());

const { post, count } = itemCalls(() => t);
const makeItems = (n: number, prefix: string) =>
  Array.from({ length: n }, (_, i) => ({ id: `${prefix}${i}`, data: { _id: `${prefix}${i}`, i } }));
const countSuccesses = (responses: readonly { body: { bulkActionMetadata: { totalSuccesses: number } } }[]) =>
  responses.reduce((sum, { body }) => sum + body.bulkActionMetadata.totalSuccesses, 0);

describe('responses with status 200', () => {
  it('insert of a thousand items returns a result for each, in order', async () => {
    const before = await count();
    const { status, body } = await post('bulk/items/insert', { dataItems: makeItems(1_000, 'm') });
    expect(status).toBe(200);
    expect(body.bulkActionMetadata).toEqual({ totalSuccesses: 1_000, totalFailures: 0, undetailedFailures: 0 });
    expect(body.results[999]).toEqual({
      action: 'INSERT',
      itemMetadata: { id: 'm999', originalIndex: 999, success: true },
    });
    expect(await count()).toBe(before + 1_000);
    const { body: got } = await t.call({ method: 'GET', path: '/v2/items/m7?dataCollectionId=C', as: t.visitor });
    expect(got.dataItem.data).toMatchObject({ _id: 'm7', i: 7, _owner: t.visitorId });
  });

  it('insert of a thousand items without ids generates distinct ids in order', async () => {
    const before = await count();
    const dataItems = Array.from({ length: 1_000 }, (_, i) => ({
      data: { made: i, text: i === 500 ? '\u0000' : 'x' },
    }));
    const { body } = await post('bulk/items/insert', { dataItems, returnEntity: true });
    expect(body.bulkActionMetadata).toEqual({ totalSuccesses: 999, totalFailures: 1, undetailedFailures: 0 });
    expect(body.results[500].itemMetadata).toMatchObject({ originalIndex: 500, error: { code: 'WDE0080' } });
    const createdValues = body.results
      .toSpliced(500, 1)
      .map((result: { dataItem: { data: object } }) => result.dataItem.data);
    expect(createdValues.map((data: { made: number }) => data.made)).toEqual(
      Array.from({ length: 1_000 }, (_, i) => i).toSpliced(500, 1),
    );
    const ids: string[] = createdValues.map((data: { _id: string }) => data._id);
    expect([new Set(ids).size, ids.toSorted()]).toEqual([999, ids]);
    expect(await count()).toBe(before + 999);
    const { body: got } = await t.call({
      method: 'GET',
      path: `/v2/items/${ids[7]}?dataCollectionId=C`,
      as: t.visitor,
    });
    expect(got.dataItem.data).toEqual(createdValues[7]);
  });

  it('an invalid item does not affect the others', async () => {
    await post('items', { dataItem: { id: 'taken', data: {} } });
    const { body } = await post('bulk/items/insert', {
      dataItems: [
        { id: 'free', data: {} },
        { id: 'taken', data: {} },
        { data: { $a: 1 } },
        { id: 'free', data: { second: true } },
        { data: {} },
        { id: 5 },
      ],
    });
    expect(body.results.map((r: { itemMetadata: { error?: { code: string } } }) => r.itemMetadata.error?.code)).toEqual(
      [undefined, 'WDE0074', 'WDE0134', 'WDE0074', undefined, 'WDE0079'],
    );
    expect(body.results[4].itemMetadata.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(body.bulkActionMetadata).toEqual({ totalSuccesses: 2, totalFailures: 4, undetailedFailures: 0 });
    expect(body.results[1].itemMetadata.error).toEqual({
      code: 'WDE0074',
      description: 'WDE0074: An item with the id taken already exists in the C collection.',
      data: { itemId: 'taken', collectionName: 'C' },
    });
  });

  it('of 32 concurrent calls with the same ids in different orders, exactly one inserts each id', async () => {
    const shuffleItems = () => makeItems(200, 'race').sort(() => Math.random() - 0.5);
    const inserted = await Promise.all(
      Array.from({ length: 32 }, () => post('bulk/items/insert', { dataItems: shuffleItems() })),
    );
    expect(inserted.map(({ status }) => status)).toEqual(Array(32).fill(200));
    expect(countSuccesses(inserted)).toBe(200);

    const removed = await Promise.all(
      Array.from({ length: 32 }, () => post('bulk/items/remove', { dataItemIds: shuffleItems().map(({ id }) => id) })),
    );
    expect(removed.map(({ status }) => status)).toEqual(Array(32).fill(200));
    expect(countSuccesses(removed)).toBe(200);
  });

  it('remove reports removed and missing items', async () => {
    await post('bulk/items/insert', { dataItems: makeItems(2, 'r') });
    const { body } = await post('bulk/items/remove', { dataItemIds: ['r0', 'absent', 'r1', 'r0', ''] });
    expect(
      body.results.map((r: { action: string; itemMetadata: { success: boolean; error?: { code: string } } }) => [
        r.action,
        r.itemMetadata.success,
        r.itemMetadata.error?.code,
      ]),
    ).toEqual([
      ['DELETE', true, undefined],
      ['DELETE', false, 'WDE0073'],
      ['DELETE', true, undefined],
      ['DELETE', false, 'WDE0073'],
      ['DELETE', false, 'WDE0079'],
    ]);
  });

  it('remove with a condition removes only matching items', async () => {
    await post('bulk/items/insert', { dataItems: makeItems(3, 'cond') });
    const condition = { filter: { i: { $gt: 0 } } };
    const { body } = await post('bulk/items/remove', { dataItemIds: ['cond0', 'cond1', 'cond2'], condition });
    expect(body.bulkActionMetadata).toMatchObject({ totalSuccesses: 2, totalFailures: 1 });
  });

  it('insertItems returns ids in order and throws the first error', async () => {
    expect(await insertItems(t.ctx, 'C', [{ _id: 'own', a: 1 }, { a: 2 }])).toEqual(['own', expect.any(String)]);
    await expect(insertItems(t.ctx, 'C', [{ _id: 'own' }])).rejects.toMatchObject({ code: 'WDE0074' });
  });
});

describe('responses with status 400', () => {
  const over = dataLimits.bulkItems + 1;

  it.each([
    ['1,001 items', 'insert', { dataItems: Array(over).fill({ data: {} }) }, 'WDE0006'],
    ['1,001 ids', 'remove', { dataItemIds: Array(over).fill('a') }, 'WDE0069'],
    ['no items', 'insert', { dataItems: [] }, 'WDE0080'],
    ['no ids', 'remove', { dataItemIds: [] }, 'WDE0080'],
    [
      'an invalid condition',
      'remove',
      { dataItemIds: ['a'], condition: { filter: { a: { $regex: 'x' } } } },
      'WDE0070',
    ],
  ])('for %s', async (_, call, body, expected) => {
    const before = await count();
    const response = await post(`bulk/items/${call}`, body);
    expect([response.status, codeOf(response)]).toEqual([400, expected]);
    expect(await count()).toBe(before);
  });
});

describe('responses with status 403', () => {
  it('are returned for the whole call without any permission', async () => {
    for (const [call, body] of [
      ['insert', { dataItems: [{ data: {} }] }],
      ['remove', { dataItemIds: ['a'] }],
    ] as const) {
      const response = await post(`bulk/items/${call}`, { ...body, dataCollectionId: 'Closed' });
      expect([response.status, codeOf(response)]).toEqual([403, 'WDE0027']);
    }
  });
});

describe('responses with status 413', () => {
  it('are returned for a body of more than sixteen megabytes', async () => {
    const dataItems = Array.from({ length: 40 }, () => ({ data: { a: 'x'.repeat(450_000) } }));
    const response = await post('bulk/items/insert', { dataItems });
    expect([response.status, codeOf(response)]).toEqual([413, 'WDE0109']);
  });

  it('stores large items within the limit', async () => {
    const dataItems = Array.from({ length: 20 }, () => ({ data: { a: 'x'.repeat(450_000) } }));
    const response = await post('bulk/items/insert', { dataItems });
    expect(response.body.bulkActionMetadata.totalSuccesses).toBe(20);
  });
});
