import { dataLimits } from '@portico/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { createCollection } from '../index.ts';
import { itemCalls } from '../testing/item-calls.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
  await createCollection(t.ctx, { id: 'C', permissions: { read: 'ANYONE', insert: 'ANYONE', update: 'ANYONE' } });
});
afterAll(() => t.stop());

const { post, get, insert, count } = itemCalls(() => t);

describe('invalid items return 400', () => {
  const nestObject = (levels: number) => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);

  it.each([
    ['an id that is null', { _id: null }, undefined, 'WDE0079'],
    ['an id that is empty', { _id: '' }, undefined, 'WDE0079'],
    ['an id that is a number', {}, 5, 'WDE0079'],
    ['an id that is too long', {}, 'x'.repeat(257), 'WDE0079'],
    ['an id with a NUL', {}, 'a\u0000', 'WDE0079'],
    ['two ids', { _id: 'a' }, 'b', 'WDE0080'],
    ['a text with a NUL', { a: ['x\u0000'] }, undefined, 'WDE0080'],
    ['an unpaired surrogate', { a: { b: '\ud83d' } }, undefined, 'WDE0080'],
    ['an unpaired surrogate in a key', { '\udc00': 1 }, undefined, 'WDE0080'],
    ['a key that starts with $', { a: { $set: 1 } }, undefined, 'WDE0134'],
    ['an operator as a value', { $where: '1' }, undefined, 'WDE0134'],
    ['a date that is a number', { a: { $date: 5 } }, undefined, 'WDE0080'],
    ['an invalid date', { a: { $date: '2024-13-45T00:00:00Z' } }, undefined, 'WDE0080'],
    ['a date whose month lacks the day', { a: { $date: '2023-02-29T00:00:00.000Z' } }, undefined, 'WDE0080'],
    ['a date without a time whose month lacks the day', { a: { $date: '2024-04-31' } }, undefined, 'WDE0080'],
    ['a date with another property', { a: { $date: '2024-01-01T00:00:00.000Z', b: 1 } }, undefined, 'WDE0080'],
    ['a date after the year 9999', { a: { $date: '+012024-01-01T00:00:00.000Z' } }, undefined, 'WDE0080'],
    ['nesting that is too deep', nestObject(dataLimits.itemDepth + 1), undefined, 'WDE0168'],
    ['an item that is too large', { a: 'x'.repeat(dataLimits.itemBytes) }, undefined, 'WDE0009'],
    ['an owner that is a number', { _owner: 5 }, undefined, 'WDE0080'],
  ])('%s', async (_, data, id, expected) => {
    const before = await count();
    for (const path of ['items', 'items/save']) {
      const response = await post(path, { dataItem: { id, data } }, t.key);
      expect([response.status, codeOf(response)]).toEqual([400, expected]);
      expect(response.body.details.applicationError.description).toContain(expected);
    }
    expect(await count()).toBe(before);
  });

  it.each([
    ['an unpaired surrogate', { a: { b: '\ud83d' } }, 'WDE0080'],
    ['a text with a NUL', { a: ['x\u0000'] }, 'WDE0080'],
    ['a key that starts with $', { a: { $set: 1 } }, 'WDE0134'],
    ['an invalid date', { a: { $date: 'x' } }, 'WDE0080'],
    ['nesting that is too deep', nestObject(dataLimits.itemDepth + 1), 'WDE0168'],
    ['an item that is too large', { a: 'x'.repeat(dataLimits.itemBytes) }, 'WDE0009'],
  ])('%s, as an update, and alone among others in a bulk call', async (_, data, expected) => {
    await post('items/save', { dataItem: { id: 'stored', data: { stored: true } } });
    const update = await post('items/update', { dataItem: { id: 'stored', data } });
    expect([update.status, codeOf(update)]).toEqual([400, expected]);
    const before = await count();
    for (const call of ['insert', 'update', 'save']) {
      const dataItems = [
        { id: 'stored', data },
        { id: call === 'update' ? 'stored' : `beside ${call} ${before}`, data: { stored: true } },
      ];
      const { status, body } = await post(`bulk/items/${call}`, { dataItems });
      expect(status).toBe(200);
      const [failure, success] = body.results.map((result: { itemMetadata: object }) => result.itemMetadata);
      expect([failure.success, failure.error.code, success.success]).toEqual([false, expected, true]);
    }
    expect((await get('stored')).body.dataItem.data).toMatchObject({ stored: true });
    expect(await count()).toBe(before + 2);
  });

  it('for a number beyond double, instead of storing another value', async () => {
    const body = '{"dataCollectionId":"C","dataItem":{"data":{"a":1e400}}}';
    const response = await t.call({ method: 'POST', path: '/v2/items', as: t.visitor, body });
    expect([response.status, codeOf(response)]).toEqual([400, 'WDE0080']);
  });

  it('for an update without an id', async () => {
    expect(codeOf(await post('items/update', { dataItem: { data: { a: 1 } } }))).toBe('WDE0007');
  });

  it('for a path and a body with different ids', async () => {
    const body = { dataCollectionId: 'C', dataItem: { id: 'a', data: {} } };
    expect(codeOf(await t.call({ method: 'PUT', path: '/v2/items/b', as: t.visitor, body }))).toBe('WDE0080');
  });

  it('for prototype keys, without polluting prototypes', async () => {
    const poison = '{"dataCollectionId":"C","dataItem":{"id":"poison","data":{"__proto__":{"polluted":true}}}}';
    expect((await t.call({ method: 'POST', path: '/v2/items', as: t.visitor, body: poison })).status).toBe(400);
    const { body } = await insert({ constructor: { name: 'x' }, prototype: [1], hasOwnProperty: 5, toString: null });
    expect(body.dataItem.data).toMatchObject({
      constructor: { name: 'x' },
      prototype: [1],
      hasOwnProperty: 5,
      toString: null,
    });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('for malformed bodies, with the path of the error', async () => {
    const response = await t.call({
      method: 'POST',
      path: '/v2/items',
      as: t.visitor,
      body: { dataItem: { data: [] } },
    });
    expect(response.status).toBe(400);
    const fields = response.body.details.validationError.fieldViolations.map((v: { field: string }) => v.field);
    expect(fields).toEqual(expect.arrayContaining(['dataCollectionId', 'dataItem.data']));
    expect((await t.call({ method: 'POST', path: '/v2/items', as: t.visitor, body: '{"a":' })).status).toBe(400);
    expect((await t.call({ method: 'GET', path: '/v2/items/a?.r=%25%25', as: t.visitor })).status).toBe(400);
  });

  it('for the sandbox, which is not supported', async () => {
    expect(codeOf(await post('items', { environment: 'SANDBOX', dataItem: { data: {} } }))).toBe('WDE0179');
    expect(codeOf(await post('items/save', { environment: 'SANDBOX', dataItem: { data: {} } }))).toBe('WDE0179');
  });
});

describe('values are returned as they were written', () => {
  it.each([
    ['deepest nesting that is allowed', nestArray(dataLimits.itemDepth - 2)],
    ['large, small and precise numbers', [1e21, 5e-324, 1.7976931348623157e308, 0.1, 9007199254740991, -0.5]],
    ['texts', ['', ' ', '\n\t', '\u0001', '\u007f', '😀', 'e\u0301', '</script>', '\\', '"', '%_', '\u2028']],
    ['names', { '': 1, 'a.b': 2, ' ': 3, "'": 4, '"': 5, ключ: 6, '0': 7 }],
    ['empty values', { empty: {}, none: [], nil: null, no: false }],
    ['nested dates', [{ a: [{ $date: '0001-01-01T00:00:00.000Z' }] }]],
  ])('%s', async (_, value) => {
    const { body } = await insert({ value });
    expect(body.dataItem.data.value).toEqual(value);
    expect((await get(body.dataItem.id)).body.dataItem.data.value).toEqual(value);
  });

  it('except dates, which are converted to one form', async () => {
    const dates = [
      '2024-02-29T23:30-01:00',
      '2024-05-06',
      '2024-05-06T07:08:09+02:00',
      '2024-05-06T07:08:09.0101234Z',
      '2024-05-06T07:08',
    ];
    const { body } = await insert({ dates: dates.map(($date) => ({ $date })) });
    expect(body.dataItem.data.dates.map((date: { $date: string }) => date.$date)).toEqual([
      '2024-03-01T00:30:00.000Z',
      '2024-05-06T00:00:00.000Z',
      '2024-05-06T05:08:09.000Z',
      '2024-05-06T07:08:09.010Z',
      '2024-05-06T07:08:00.000Z',
    ]);
  });
});

function nestArray(levels: number): unknown {
  return levels === 0 ? 1 : [nestArray(levels - 1)];
}
