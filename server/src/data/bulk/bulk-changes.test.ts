import { dataLimits } from '@portico/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestResponse, type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { createCollection } from '../index.ts';
import { increment, itemCalls, OPEN, set } from '../testing/item-calls.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
  await createCollection(t.ctx, { id: 'C', permissions: OPEN });
  await createCollection(t.ctx, { id: 'Closed' });
  await createCollection(t.ctx, { id: 'InsertOnly', permissions: { ...OPEN, update: 'ADMIN' } });
  await createCollection(t.ctx, { id: 'UpdateOnly', permissions: { ...OPEN, insert: 'ADMIN' } });
  const author = 'SITE_MEMBER_AUTHOR';
  await createCollection(t.ctx, {
    id: 'Own',
    permissions: { insert: author, read: author, update: author, remove: author },
  });
  await createCollection(t.ctx, {
    id: 'Fields',
    permissions: OPEN,
    fields: [
      { key: 'locked', type: 'NUMBER', defaultValue: 7, access: { write: 'PRIVILEGED' } },
      { key: 'secret', type: 'ANY', access: { read: 'PRIVILEGED' } },
      { key: 'state', type: 'TEXT', defaultValue: 'new' },
    ],
  });
});
afterAll(() => t.stop());

const { post, stored } = itemCalls(() => t);
const makeItems = (n: number, prefix: string, data: object = {}) =>
  Array.from({ length: n }, (_, i) => ({ id: `${prefix}${i}`, data: { i, ...data } }));
const insert = (dataItems: object[], more: object = {}, as = t.visitor) =>
  post('bulk/items/insert', { dataItems, ...more }, as);
type Result = {
  action: string;
  itemMetadata: { id?: string; success: boolean; error?: { code: string; data: object } };
};
const resultsOf = ({ body }: TestResponse) =>
  body.results.map(({ action, itemMetadata }: Result) => [action, itemMetadata.id, itemMetadata.error?.code ?? 'ok']);
const makePatches = (ids: string[], ...fieldModifications: object[]) =>
  ids.map((dataItemId) => ({ dataItemId, fieldModifications }));

describe('responses with status 200', () => {
  it('update replaces existing items, with an outcome per item', async () => {
    await insert(makeItems(2, 'u', { old: true }));
    const dataItems = [
      { id: 'u0', data: { a: 1 } },
      { id: 'absent', data: {} },
      { data: { a: 1 } },
      { id: 'u1', data: { $bad: 1 } },
      { id: 'u1', data: { a: 2 } },
      { id: 'u0', data: { a: 3 } },
    ];
    const response = await post('bulk/items/update', { dataItems });
    expect(resultsOf(response)).toEqual([
      ['UPDATE', 'u0', 'ok'],
      ['UPDATE', 'absent', 'WDE0073'],
      ['UPDATE', undefined, 'WDE0007'],
      ['UPDATE', undefined, 'WDE0134'],
      ['UPDATE', 'u1', 'ok'],
      ['UPDATE', 'u0', 'ok'],
    ]);
    expect(response.body.bulkActionMetadata).toEqual({ totalSuccesses: 3, totalFailures: 3, undetailedFailures: 0 });
    expect(response.body.results[0]).not.toHaveProperty('dataItem');
    expect(response.body.results[3].itemMetadata.error.data.field).toBe('dataItems[3].data.$bad');
    // Of two items with the same id, the later one wins, as it would after two separate calls.
    expect(await stored('u0')).toMatchObject({ a: 3, _owner: t.visitorId });
    expect(await stored('u0')).not.toHaveProperty('old');
  });

  it('update checks the condition per item; of two items with the same id, after the first was written', async () => {
    await insert(makeItems(3, 'c'));
    const dataItems = ['c0', 'c1', 'c2', 'c2'].map((id) => ({ id, data: { i: 0 } }));
    const response = await post('bulk/items/update', { dataItems, condition: { filter: { i: { $gt: 0 } } } });
    expect(resultsOf(response).map(([, , outcome]: string[]) => outcome)).toEqual(['WDE0073', 'ok', 'ok', 'WDE0073']);
  });

  it('save returns whether each item was inserted or updated', async () => {
    await insert([{ id: 's0', data: { old: 1 } }]);
    const dataItems = [
      { id: 's0', data: { a: 1 } },
      { id: 's1', data: { a: 1 } },
      { data: {} },
      { id: 's1', data: { b: 1 } },
    ];
    const response = await post('bulk/items/save', { dataItems, returnEntity: true });
    expect(resultsOf(response)).toEqual([
      ['UPDATE', 's0', 'ok'],
      ['INSERT', 's1', 'ok'],
      ['INSERT', expect.stringMatching(/^[0-9a-f-]{36}$/), 'ok'],
      ['UPDATE', 's1', 'ok'],
    ]);
    expect(response.body.results[0].dataItem).toEqual({ id: 's0', dataCollectionId: 'C', data: await stored('s0') });
    expect(response.body.results[3].dataItem.data).toEqual(await stored('s1'));
    expect(await stored('s0')).not.toHaveProperty('old');
    expect(await stored('s1')).toMatchObject({ b: 1 });
  });

  it('patch changes a thousand items, each by its own modifications', async () => {
    await insert(makeItems(1_000, 'p'));
    const all = makeItems(1_000, 'p').map(({ id }, n) => ({ dataItemId: id, fieldModifications: [increment('i', n)] }));
    const response = await post('bulk/items/patch', { patches: all });
    expect(response.body.bulkActionMetadata.totalSuccesses).toBe(1_000);
    expect((await stored('p999')).i).toBe(1_998);
  });

  it('patch is independent for each item; two patches of an item are applied in order', async () => {
    await insert([
      { id: 'q0', data: { n: 1 } },
      { id: 'q1', data: { n: 'text' } },
    ]);
    const response = await post('bulk/items/patch', {
      patches: makePatches(['q0', 'q1', 'absent', 'q0', ''], increment('n', 1)),
      returnEntity: true,
    });
    expect(resultsOf(response)).toEqual([
      ['PATCH', 'q0', 'ok'],
      ['PATCH', 'q1', 'WDE0080'],
      ['PATCH', 'absent', 'WDE0073'],
      ['PATCH', 'q0', 'ok'],
      ['PATCH', undefined, 'WDE0079'],
    ]);
    expect(response.body.results[0].dataItem.data.n).toBe(2);
    expect(response.body.results[3].dataItem.data.n).toBe(3);
    expect((await stored('q0')).n).toBe(3);
  });

  it('patch changes only items that match the condition', async () => {
    await insert(makeItems(2, 'pc'));
    const response = await post('bulk/items/patch', {
      patches: makePatches(['pc0', 'pc1', 'pc0'], increment('i', 1)),
      condition: { filter: { i: 0 } },
    });
    expect(resultsOf(response).map(([, , outcome]: string[]) => outcome)).toEqual(['ok', 'WDE0073', 'WDE0073']);
  });

  it('remove returns the items on request', async () => {
    await insert(makeItems(1, 'r'));
    const { body } = await post('bulk/items/remove', { dataItemIds: ['r0', 'r0'], returnEntity: true });
    expect(body.results[0].dataItem.data).toMatchObject({ _id: 'r0', i: 0 });
    expect(body.results[1].itemMetadata.error.code).toBe('WDE0073');
  });

  it('items of other owners look as if they did not exist', async () => {
    const more = { dataCollectionId: 'Own' };
    await insert(makeItems(1, 'mine'), more, t.member);
    await insert(makeItems(1, 'theirs'), more, t.otherMember);
    const ids = ['mine0', 'theirs0', 'nobodys'];
    const outcomesOf = (response: TestResponse) => resultsOf(response).map(([, , outcome]: string[]) => outcome);
    const dataItems = ids.map((id) => ({ id, data: { a: 1 } }));
    const missing = ['ok', 'WDE0073', 'WDE0073'];
    expect(outcomesOf(await post('bulk/items/update', { dataItems, ...more }, t.member))).toEqual(missing);
    expect(
      outcomesOf(await post('bulk/items/patch', { patches: makePatches(ids, set('a', 2)), ...more }, t.member)),
    ).toEqual(missing);
    expect(outcomesOf(await post('bulk/items/remove', { dataItemIds: ids, ...more }, t.member))).toEqual(missing);
    expect(await stored('theirs0', 'Own')).not.toHaveProperty('a');
    expect(
      outcomesOf(await post('bulk/items/save', { dataItems: [{ id: 'theirs0', data: {} }], ...more }, t.member)),
    ).toEqual(['WDE0027']);
  });

  it('save with only one of the two permissions does what that permits', async () => {
    for (const [dataCollectionId, expected] of [
      ['InsertOnly', ['WDE0027', 'ok']],
      ['UpdateOnly', ['ok', 'WDE0027']],
    ] as const) {
      await insert([{ id: 'there', data: { a: 1 } }], { dataCollectionId }, t.key);
      const dataItems = [
        { id: 'there', data: { a: 2 } },
        { id: 'fresh', data: {} },
      ];
      const response = await post('bulk/items/save', { dataItems, dataCollectionId });
      expect(resultsOf(response).map(([, , outcome]: string[]) => outcome)).toEqual(expected);
      expect((await stored('there', dataCollectionId)).a).toBe(expected[0] === 'ok' ? 2 : 1);
    }
  });

  it('locked fields, and hidden fields missing in the request, retain their values', async () => {
    const more = { dataCollectionId: 'Fields' };
    await insert([{ id: 'f', data: { locked: 1, secret: 's', a: 1 } }], more, t.key);
    for (const call of ['update', 'save']) {
      const dataItems = [{ id: 'f', data: { locked: 2, b: call } }];
      const { body } = await post(`bulk/items/${call}`, { dataItems, returnEntity: true, ...more });
      expect(body.results[0].dataItem.data).not.toHaveProperty('secret');
      expect(await stored('f', 'Fields')).toMatchObject({ locked: 1, secret: 's', b: call });
      expect(await stored('f', 'Fields')).not.toHaveProperty('a');
      expect(await stored('f', 'Fields')).not.toHaveProperty('state');
    }
    await post('bulk/items/update', { dataItems: [{ id: 'f', data: { secret: 't' } }], ...more });
    expect((await stored('f', 'Fields')).secret).toBe('t');
    // A locked field without a value stays empty.
    await post('items/update', { dataItem: { id: 'f', data: {} }, ...more }, t.key);
    await post('items/update', { dataItem: { id: 'f', data: { locked: 2 } }, ...more });
    expect(await stored('f', 'Fields')).not.toHaveProperty('locked');
  });

  it('new items get default values, also in locked fields; replaced items do not', async () => {
    const more = { dataCollectionId: 'Fields' };
    const { body } = await post('items', { dataItem: { id: 'd0', data: { locked: 1, state: null } }, ...more });
    expect(body.dataItem.data).toMatchObject({ locked: 7, state: null });
    await insert([{ id: 'd1', data: {} }], more);
    const saved = await post('bulk/items/save', {
      dataItems: ['d1', 'd2'].map((id) => ({ id, data: { n: 1 } })),
      ...more,
    });
    expect(saved.body.results.map(({ action }: Result) => action)).toEqual(['UPDATE', 'INSERT']);
    expect(await stored('d1', 'Fields')).not.toHaveProperty('state');
    expect(await stored('d2', 'Fields')).toMatchObject({ locked: 7, state: 'new', n: 1 });
  });

  it('only the patch of a locked field fails', async () => {
    const more = { dataCollectionId: 'Fields' };
    await insert(makeItems(2, 'l'), more, t.key);
    const response = await post('bulk/items/patch', {
      patches: [...makePatches(['l0'], set('locked', 1)), ...makePatches(['l1'], set('a', 1))],
      ...more,
    });
    expect(resultsOf(response).map(([, , outcome]: string[]) => outcome)).toEqual(['WDE0027', 'ok']);
  });

  it('concurrent calls with the same ids in different orders do not deadlock', async () => {
    const ids = makeItems(100, 'race').map(({ id }) => id);
    const shuffleIds = () => [...ids].sort(() => Math.random() - 0.5);
    await insert(makeItems(100, 'race', { n: 0 }));
    const calls = Array.from({ length: 24 }, (_, i) => {
      const order = shuffleIds();
      if (i % 3 === 0) return post('bulk/items/patch', { patches: makePatches(order, increment('n', 1)) });
      const dataItems = order.map((id) => ({ id, data: { n: 0, by: i } }));
      return post(i % 3 === 1 ? 'bulk/items/save' : 'bulk/items/update', { dataItems });
    });
    const responses = await Promise.all(calls);
    expect(responses.map(({ status, body }) => [status, body.bulkActionMetadata?.totalSuccesses])).toEqual(
      Array(24).fill([200, 100]),
    );
  });

  it('no patch of concurrent callers is lost', async () => {
    await insert(makeItems(50, 'sum', { n: 0 }));
    const ids = makeItems(50, 'sum').map(({ id }) => id);
    await Promise.all(
      Array.from({ length: 32 }, () =>
        post('bulk/items/patch', {
          patches: makePatches(
            [...ids].sort(() => Math.random() - 0.5),
            increment('n', 1),
          ),
        }),
      ),
    );
    const { body } = await post('items/query', { query: { filter: { n: 32 }, paging: { limit: 100 } } });
    expect(body.dataItems).toHaveLength(50);
  });
});

describe('responses with status 400', () => {
  const over = dataLimits.bulkItems + 1;

  it.each([
    ['1,001 items to update', 'update', { dataItems: Array(over).fill({ id: 'a', data: {} }) }, 'WDE0006'],
    ['1,001 items to save', 'save', { dataItems: Array(over).fill({ data: {} }) }, 'WDE0006'],
    ['1,001 patches', 'patch', { patches: makePatches(Array(over).fill('a'), set('a', 1)) }, 'WDE0006'],
    ['nothing to update', 'update', { dataItems: [] }, 'WDE0080'],
    ['nothing to save', 'save', { dataItems: [] }, 'WDE0080'],
    ['nothing to patch', 'patch', { patches: [] }, 'WDE0080'],
    [
      'an invalid condition of an update',
      'update',
      { dataItems: [{ id: 'a', data: {} }], condition: { filter: { $x: 1 } } },
      'WDE0093',
    ],
    [
      'an invalid condition of a patch',
      'patch',
      { patches: makePatches(['a'], set('a', 1)), condition: { filter: { a: { $regex: 'x' } } } },
      'WDE0070',
    ],
  ])('for %s', async (_, call, body, expected) => {
    const count = async () => (await post('items/count', {})).body.totalCount;
    const before = await count();
    const response = await post(`bulk/items/${call}`, body);
    expect([response.status, codeOf(response)]).toEqual([400, expected]);
    expect(await count()).toBe(before);
  });

  it('for invalid JSON and for bodies that are not objects', async () => {
    for (const body of ['{"dataItems":[', '[]', '"x"', 'null']) {
      for (const call of ['insert', 'update', 'save', 'patch', 'remove']) {
        const response = await t.call({ method: 'POST', path: `/v2/bulk/items/${call}`, as: t.visitor, body });
        expect(response.status).toBe(400);
      }
    }
  });
});

describe('responses with status 403', () => {
  it('are returned for the whole call without any permission', async () => {
    for (const [call, body] of [
      ['update', { dataItems: [{ id: 'a', data: {} }] }],
      ['save', { dataItems: [{ id: 'a', data: {} }] }],
      ['patch', { patches: makePatches(['a'], set('a', 1)) }],
    ] as const) {
      for (const as of [t.visitor, t.member]) {
        const response = await post(`bulk/items/${call}`, { ...body, dataCollectionId: 'Closed' }, as);
        expect([response.status, codeOf(response)]).toEqual([403, 'WDE0027']);
      }
    }
  });
});
