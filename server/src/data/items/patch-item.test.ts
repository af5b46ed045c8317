import { dataLimits } from '@portico/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { createCollection } from '../index.ts';
import { append, drop, increment, itemCalls, OPEN, set, take } from '../testing/item-calls.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
  await createCollection(t.ctx, { id: 'C', permissions: OPEN });
  await createCollection(t.ctx, { id: 'Closed', permissions: { ...OPEN, update: 'ADMIN' } });
  await createCollection(t.ctx, { id: 'Own', permissions: { ...OPEN, update: 'SITE_MEMBER_AUTHOR' } });
  await createCollection(t.ctx, {
    id: 'Private',
    permissions: { ...OPEN, read: 'SITE_MEMBER_AUTHOR', update: 'SITE_MEMBER_AUTHOR' },
  });
  await createCollection(t.ctx, { id: 'Blind', permissions: { ...OPEN, read: 'ADMIN' } });
  await createCollection(t.ctx, {
    id: 'Fields',
    permissions: OPEN,
    fields: [
      { key: 'locked', type: 'NUMBER', access: { write: 'PRIVILEGED' } },
      { key: 'secret', type: 'ANY', access: { read: 'PRIVILEGED' } },
    ],
  });
});
afterAll(() => t.stop());

const { post, stored } = itemCalls(() => t);
const patch = (dataItemId: string, fieldModifications: object[], more: object = {}, as = t.visitor) =>
  post('items/patch', { patch: { dataItemId, fieldModifications }, ...more }, as);
const insert = (id: string, data: object, more: object = {}, as = t.visitor) =>
  post('items', { dataItem: { id, data }, ...more }, as);

describe('responses with status 200', () => {
  it('applies all actions in order, and creates objects for dotted paths', async () => {
    const { body: first } = await insert('all', {
      n: 1,
      tags: ['x', 'y', 'x'],
      q: 1,
      d: { $date: '2024-01-01T00:00:00.000Z' },
    });
    const { status, body } = await patch('all', [
      set('a.b.c', { deep: [1] }),
      increment('a.b.c.n', 2.5),
      increment('a.b.c.n', 0.1),
      increment('n', 41),
      increment('fresh', 7),
      append('tags', 'z'),
      append('made', { k: 1 }),
      take('tags', 'x'),
      take('nowhere.at.all', 'x'),
      drop('q'),
      drop('nothing.here'),
    ]);
    expect(status).toBe(200);
    const { _createdDate, _owner } = first.dataItem.data;
    expect(body.dataItem.data).toEqual({
      _id: 'all',
      _owner,
      _createdDate,
      _updatedDate: { $date: expect.any(String) },
      a: { b: { c: { deep: [1], n: 2.6 } } },
      n: 42,
      fresh: 7,
      tags: ['y', 'z'],
      made: [{ k: 1 }],
      d: { $date: '2024-01-01T00:00:00.000Z' },
    });
    expect(body.dataItem.data._updatedDate.$date > _createdDate.$date).toBe(true);
    expect(await stored('all')).toEqual(body.dataItem.data);
  });

  it('accepts PATCH with the id in the path', async () => {
    await insert('rest', { n: 1 });
    const body = { dataCollectionId: 'C', patch: { fieldModifications: [increment('n', 1)] } };
    const response = await t.call({ method: 'PATCH', path: '/v2/items/rest', as: t.visitor, body });
    expect([response.status, response.body.dataItem.data.n]).toEqual([200, 2]);
  });

  it('treats null like a missing value', async () => {
    await insert('nulls', { n: null, list: null, o: null });
    const { body } = await patch('nulls', [increment('n', 1), append('list', 1), set('o.a', 1)]);
    expect(body.dataItem.data).toMatchObject({ n: 1, list: [1], o: { a: 1 } });
  });

  it('does not share a value that is set twice', async () => {
    await insert('twice', {});
    const shared = [set('a', { n: 1 }), set('b', { n: 1 }), increment('a.n', 1)];
    expect((await patch('twice', shared)).body.dataItem.data).toMatchObject({ a: { n: 2 }, b: { n: 1 } });
  });

  it('treats names with a meaning in JavaScript like other names', async () => {
    await insert('names', {});
    const { body } = await patch('names', [
      set('constructor.prototype.x', 1),
      increment('toString', 1),
      append('hasOwnProperty', 1),
    ]);
    expect(body.dataItem.data).toMatchObject({
      constructor: { prototype: { x: 1 } },
      toString: 1,
      hasOwnProperty: [1],
    });
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it('patches an item that matches the condition once', async () => {
    await insert('cond', { stock: 1 });
    const condition = { filter: { stock: { $gt: 0 } } };
    expect((await patch('cond', [increment('stock', -1)], { condition })).status).toBe(200);
    expect(codeOf(await patch('cond', [increment('stock', -1)], { condition }))).toBe('WDE0073');
    expect((await stored('cond')).stock).toBe(0);
  });

  it('adds up the increments of 32 concurrent writers exactly', async () => {
    await insert('count', { n: 0 });
    const rounds = 8;
    const results = await Promise.all(
      Array.from({ length: 32 }, async () => {
        const statuses: number[] = [];
        for (let i = 0; i < rounds; i++)
          statuses.push((await patch('count', [increment('n', 1), append('log', i)])).status);
        return statuses;
      }),
    );
    expect(results.flat()).toEqual(Array(32 * rounds).fill(200));
    const { n, log } = await stored('count');
    expect([n, log.length]).toEqual([32 * rounds, 32 * rounds]);
  });

  it('lets exactly one of 32 concurrent compare-and-swap patches succeed', async () => {
    await insert('swap', { version: 1 });
    const condition = { filter: { version: 1 } };
    const responses = await Promise.all(
      Array.from({ length: 32 }, (_, i) => patch('swap', [set('version', 2), set('by', i)], { condition })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter((response) => codeOf(response) === 'WDE0073')).toHaveLength(31);
  });

  it('changes a hidden field without revealing it, also not by an error', async () => {
    const more = { dataCollectionId: 'Fields' };
    await insert('text', { secret: 'text' }, more, t.key);
    await insert('number', { secret: 1 }, more, t.key);
    const responses = await Promise.all(
      ['text', 'number'].map((id) => patch(id, [increment('secret', 1), set('a', 1)], more)),
    );
    expect(responses.map(({ status, body }) => [status, body.dataItem.data.secret])).toEqual(
      Array(2).fill([200, undefined]),
    );
    expect((await stored('text', 'Fields')).secret).toBe('text');
    expect((await stored('number', 'Fields')).secret).toBe(2);
  });

  it('returns only the id without permission to read the item', async () => {
    const more = { dataCollectionId: 'Blind' };
    await insert('b', { votes: 'text', secret: 1 }, more, t.key);
    const { status, body } = await patch('b', [increment('votes', 1), set('seen', true)], more);
    expect([status, body.dataItem.data]).toEqual([200, { _id: 'b' }]);
    expect(await stored('b', 'Blind')).toMatchObject({ votes: 'text', secret: 1, seen: true });
    expect((await post('items/remove', { dataItemId: 'b', ...more })).body.dataItem.data).toEqual({ _id: 'b' });
  });
});

describe('responses with status 400', () => {
  const item = { n: 'text', list: 5, date: { $date: '2024-01-01T00:00:00.000Z' }, array: [{ a: 1 }] };

  it.each([
    ['an increment of a text', [increment('n', 1)], 'WDE0080'],
    ['an increment beyond double', [set('x', 1e308), increment('x', 1e308)], 'WDE0080'],
    ['an append to a number', [append('list', 1)], 'WDE0080'],
    ['a removal from a number', [take('list', 1)], 'WDE0080'],
    ['a path through a text', [set('n.a', 1)], 'WDE0080'],
    ['a path through a date', [set('date.$date', 1)], 'WDE0134'],
    ['a path through an array', [set('array.a', 1)], 'WDE0080'],
    ['_id', [set('_id', 'x')], 'WDE0080'],
    ['_owner', [set('_owner', 'x')], 'WDE0080'],
    ['_createdDate', [drop('_createdDate')], 'WDE0080'],
    ['inside _updatedDate', [set('_updatedDate.x', 'x')], 'WDE0080'],
    ['an empty part', [set('a..b', 1)], 'WDE0080'],
    ['a name with $', [set('a.$b', 1)], 'WDE0134'],
    ['__proto__', [set('__proto__.x', 1)], 'WDE0080'],
    ['a name with NUL', [set('a\u0000', 1)], 'WDE0080'],
    ['a value with NUL', [set('a', '\u0000')], 'WDE0080'],
    ['half a surrogate pair', [append('a', '\ud83d')], 'WDE0080'],
    ['an operator as a value', [set('a', { $where: 1 })], 'WDE0134'],
    ['an invalid date', [set('a', { $date: 'x' })], 'WDE0080'],
    ['more parts than a path has', [set(Array(40).fill('a').join('.'), 1)], 'WDE0080'],
    ['an action without its value', [{ action: 'SET_FIELD', fieldPath: 'a' }], 'WDE0080'],
    ['an item that becomes too large', [set('a', 'x'.repeat(dataLimits.itemBytes - 100))], 'WDE0009'],
    [
      'a value that is too deep',
      [set('a.b', JSON.parse('['.repeat(dataLimits.itemDepth - 1) + ']'.repeat(dataLimits.itemDepth - 1)))],
      'WDE0168',
    ],
  ])('for %s', async (name, modifications, expected) => {
    await insert(name, item);
    const before = await stored(encodeURIComponent(name));
    // The modifications before the invalid one are rolled back.
    const response = await patch(name, [set('before', true), ...modifications]);
    expect([response.status, codeOf(response)]).toEqual([400, expected]);
    expect(response.body.details.applicationError.description).toContain(expected);
    expect(await stored(encodeURIComponent(name))).toEqual(before);
  });

  it.each([
    ['no modification', { patch: { dataItemId: 'a', fieldModifications: [] } }],
    ['an unknown action', { patch: { dataItemId: 'a', fieldModifications: [{ action: 'X', fieldPath: 'a' }] } }],
    ['an increment by a text', { patch: { dataItemId: 'a', fieldModifications: [increment('n', 'x' as never)] } }],
    ['a path that is a number', { patch: { dataItemId: 'a', fieldModifications: [set(5 as never, 1)] } }],
    ['no patch', {}],
  ])('names the invalid field of %s', async (_, body) => {
    const response = await post('items/patch', body);
    expect(response.status).toBe(400);
    expect(response.body.details.validationError.fieldViolations[0].field).toMatch(/^patch/);
  });

  it('for a missing id, an invalid id and two different ids', async () => {
    expect(codeOf(await patch('', [set('a', 1)]))).toBe('WDE0079');
    expect(codeOf(await patch(undefined as never, [set('a', 1)]))).toBe('WDE0079');
    const body = { dataCollectionId: 'C', patch: { dataItemId: 'x', fieldModifications: [set('a', 1)] } };
    expect(codeOf(await t.call({ method: 'PATCH', path: '/v2/items/y', as: t.visitor, body }))).toBe('WDE0080');
  });

  it('for an increment by a number beyond double', async () => {
    await insert('huge', { n: 1 });
    const body = `{"dataCollectionId":"C","patch":{"dataItemId":"huge","fieldModifications":[{"action":"INCREMENT_FIELD","fieldPath":"n","incrementFieldOptions":{"value":1e400}}]}}`;
    expect((await t.call({ method: 'POST', path: '/v2/items/patch', as: t.visitor, body })).status).toBe(400);
    expect((await stored('huge')).n).toBe(1);
  });
});

describe('responses with status 401', () => {
  it('are returned without a token', async () => {
    expect((await patch('a', [set('a', 1)], {}, '')).status).toBe(401);
  });
});

describe('responses with status 403', () => {
  it('are returned without permission to update', async () => {
    await insert('a', {}, { dataCollectionId: 'Closed' });
    const response = await patch('a', [set('a', 1)], { dataCollectionId: 'Closed' });
    expect([response.status, codeOf(response)]).toEqual([403, 'WDE0027']);
    expect((await patch('a', [set('a', 1)], { dataCollectionId: 'Closed' }, t.key)).status).toBe(200);
  });

  it('are returned for an item of another owner that the caller may read', async () => {
    await insert('other', { n: 1 }, { dataCollectionId: 'Own' }, t.otherMember);
    expect(codeOf(await patch('other', [set('n', 2)], { dataCollectionId: 'Own' }, t.member))).toBe('WDE0027');
    expect((await patch('other', [set('n', 2)], { dataCollectionId: 'Own' }, t.otherMember)).status).toBe(200);
  });

  it('are returned for a locked field', async () => {
    const more = { dataCollectionId: 'Fields' };
    await insert('l', { locked: 1, a: 1 }, more, t.key);
    for (const modification of [set('locked', 2), increment('locked', 1), drop('locked'), set('locked.x', 1)]) {
      const response = await patch('l', [set('a', 2), modification], more);
      expect([response.status, codeOf(response)]).toEqual([403, 'WDE0027']);
    }
    expect(await stored('l', 'Fields')).toMatchObject({ locked: 1, a: 1 });
    expect((await patch('l', [set('locked', 2)], more, t.key)).body.dataItem.data.locked).toBe(2);
  });

  it('are returned for a condition without permission to read', async () => {
    const condition = { filter: { secret: 1 } };
    await insert('c', { secret: 1 }, { dataCollectionId: 'Blind' }, t.key);
    expect(codeOf(await patch('c', [set('a', 1)], { dataCollectionId: 'Blind', condition }))).toBe('WDE0027');
  });
});

describe('responses with status 404', () => {
  it('are returned for an unknown item or collection, and for a condition on a hidden field', async () => {
    expect(codeOf(await patch('absent', [set('a', 1)]))).toBe('WDE0073');
    expect(codeOf(await patch('absent', [set('a', 1)], { dataCollectionId: 'No' }))).toBe('WDE0025');
    const more = { dataCollectionId: 'Fields' };
    await insert('blind', { secret: 1 }, more, t.key);
    const patchIf = (filter: object) => patch('blind', [set('a', 1)], { ...more, condition: { filter } });
    expect(codeOf(await patchIf({ secret: 1 }))).toBe('WDE0073');
    expect(codeOf(await patchIf({ secret: { $exists: true } }))).toBe('WDE0073');
  });

  it('are returned for an item of another owner that the caller may not read', async () => {
    await insert('other', { n: 1 }, { dataCollectionId: 'Private' }, t.otherMember);
    const responses = await Promise.all(
      ['other', 'none'].map((id) => patch(id, [set('n', 2)], { dataCollectionId: 'Private' }, t.member)),
    );
    expect(responses.map(codeOf)).toEqual(['WDE0073', 'WDE0073']);
  });
});

describe('responses with status 428', () => {
  it.each(['create-draft', 'publish-draft', 'unpublish'])(
    '%s is rejected, because no collection has draft items',
    async (call) => {
      const response = await post(`items/${call}`, { dataItemId: 'a' }, t.key);
      expect([response.status, codeOf(response)]).toEqual([428, 'WDE0119']);
    },
  );
});
