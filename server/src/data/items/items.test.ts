import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { loadCollection } from '../collections/cache.ts';
import { buildReach, planWriteFilter } from '../collections/reach.ts';
import * as store from '../table/write-store.ts';
import { itemCalls, OPEN } from '../testing/item-calls.ts';
import { countUpdates } from '../testing/table-on-node.ts';
import { prepareUpdate } from '../values/prepare.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
  const permissions = OPEN;
  const fields = [
    { key: 'single', type: 'REFERENCE', typeMetadata: { reference: { referencedCollectionId: 'C' } } },
    { key: 'many', type: 'MULTI_REFERENCE', typeMetadata: { multiReference: { referencedCollectionId: 'C' } } },
  ];
  await t.call({ method: 'POST', path: '/v2/collections', as: t.key, body: { collection: { id: 'C', permissions } } });
  await t.call({
    method: 'POST',
    path: '/v2/collections',
    as: t.key,
    body: { collection: { id: 'Refs', permissions, fields } },
  });
});
afterAll(() => t.stop());

const { post, get, insert, count } = itemCalls(() => t);

describe('responses with status 200', () => {
  it('insert sets the system fields in data, and ignores those in the request of a visitor', async () => {
    const input = {
      a: 1,
      d: { $date: '2024-05-06T07:08:09.010Z' },
      n: null,
      _owner: 'me',
      _createdDate: { $date: '1999-01-01T00:00:00.000Z' },
    };
    const { status, body } = await insert(input);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['dataItem']);
    const { id, dataCollectionId, data } = body.dataItem;
    expect(dataCollectionId).toBe('C');
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(data).toEqual({
      a: 1,
      d: input.d,
      n: null,
      _id: id,
      _owner: t.visitorId,
      _createdDate: { $date: expect.stringMatching(/^20\d\d-.*Z$/) },
      _updatedDate: data._createdDate,
    });
    expect((await get(id)).body).toEqual(body);
  });

  it('insert takes the id from data, from the item, or from both', async () => {
    expect((await insert({ _id: 'inside' })).body.dataItem.id).toBe('inside');
    expect((await insert({}, 'outside')).body.dataItem.data._id).toBe('outside');
    expect((await insert({ _id: 'both' }, 'both')).body.dataItem.id).toBe('both');
  });

  it.each([
    'a b',
    'ä/ö?#&',
    '%41',
    '😀',
    "'; drop table x; --",
    '__proto__',
    'constructor',
    'x'.repeat(256),
    '.',
    '..',
  ])('accepts the id %j', async (id) => {
    expect((await insert({ n: 1 }, id)).status).toBe(200);
    expect((await get(id)).body.dataItem.data._id).toBe(id);
    expect((await post('items/remove', { dataItemId: id })).body.dataItem.id).toBe(id);
  });

  it('get accepts the id in the path, in the query and in the packed query, which take precedence over the path', async () => {
    await insert({ n: 1 }, 'path id');
    const pack = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const path of [
      '/v2/items/path%20id?dataCollectionId=C',
      '/wix-data/v2/items/path%20id?dataCollectionId=C&dataItemId=path%20id&suppressHooks=true&environment=LIVE',
      '/_api/cloud-data/v2/items/other?dataCollectionId=C&dataItemId=path%20id',
      `/v2/items/other?.r=${pack({ dataCollectionId: 'C', dataItemId: 'path id', appOptions: { k: 'v' }, includeReferences: [] })}`,
    ]) {
      expect((await t.call({ method: 'GET', path, as: t.visitor })).body.dataItem?.id).toBe('path id');
    }
  });

  it('get with fields returns only these and the id; dotted names select a part', async () => {
    await insert({ a: 1, b: { c: 2, d: 3 }, list: [{ c: 1, d: 2 }, 5] }, 'fields');
    expect((await get('fields', '&fields=a&fields=missing')).body.dataItem.data).toEqual({ _id: 'fields', a: 1 });
    expect((await get('fields', '&fields=b.c')).body.dataItem.data).toEqual({ _id: 'fields', b: { c: 2 } });
    expect((await get('fields', '&fields=list.c')).body.dataItem.data).toEqual({ _id: 'fields', list: [{ c: 1 }] });
  });

  it('update replaces the whole item except owner and creation date', async () => {
    const { body: first } = await insert({ a: 1, b: 2 }, 'replaced', t.member);
    const { body } = await post('items/update', {
      dataItem: { id: 'replaced', data: { _id: 'replaced', b: 3, _owner: 'x' } },
    });
    const { _createdDate, _owner } = first.dataItem.data;
    expect(body.dataItem.data).toEqual({
      _id: 'replaced',
      b: 3,
      _createdDate,
      _owner,
      _updatedDate: expect.anything(),
    });
    expect((await get('replaced')).body).toEqual(body);
  });

  it('PUT and DELETE accept the id in the path', async () => {
    await insert({ a: 1 }, 'rest');
    const path = '/v2/items/rest';
    const put = await t.call({
      method: 'PUT',
      path,
      as: t.visitor,
      body: { dataCollectionId: 'C', dataItem: { data: { a: 2 } } },
    });
    expect(put.body.dataItem.data.a).toBe(2);
    const removed = await t.call({ method: 'DELETE', path: `${path}?dataCollectionId=C`, as: t.visitor });
    expect(removed.body.dataItem.data.a).toBe(2);
    expect(codeOf(await get('rest'))).toBe('WDE0073');
  });

  it('only callers with full access set _owner, on insert and update', async () => {
    expect((await insert({ _owner: 'someone' }, 'owned', t.key)).body.dataItem.data._owner).toBe('someone');
    const change = { dataItem: { id: 'owned', data: { _owner: 'another' } } };
    expect((await post('items/update', change)).body.dataItem.data._owner).toBe('someone');
    expect((await post('items/update', change, t.key)).body.dataItem.data._owner).toBe('another');
    const { body } = await post('items/query', { query: { filter: { _owner: 'another' } } });
    expect(body.dataItems.map((item: { id: string }) => item.id)).toEqual(['owned']);
  });

  it('save returns whether it inserted or updated', async () => {
    const first = await post('items/save', { dataItem: { id: 'saved', data: { a: 1 } } }, t.member);
    expect([first.body.action, first.body.dataItem.data._owner]).toEqual(['INSERTED', t.memberId]);
    const second = await post('items/save', { dataItem: { id: 'saved', data: { b: 2 } } });
    expect([second.body.action, second.body.dataItem.data]).toEqual([
      'UPDATED',
      { ...first.body.dataItem.data, a: undefined, b: 2, _updatedDate: expect.anything() },
    ]);
    expect((await post('items/save', { dataItem: { data: {} } })).body.action).toBe('INSERTED');
  });

  it('save of an item as it was read keeps the item, also for callers who may set _owner', async () => {
    const { body: first } = await insert({ a: 1 }, 'read', t.member);
    const { data } = first.dataItem;
    for (const path of ['items/save', 'bulk/items/save']) {
      const item = { id: 'read', data };
      const body = path.startsWith('bulk') ? { dataItems: [item] } : { dataItem: item };
      expect((await post(path, body, t.key)).status).toBe(200);
      const { body: stored } = await get('read');
      expect(stored.dataItem.data).toEqual({ ...data, _updatedDate: expect.anything() });
    }
  });

  it('remove returns the removed item', async () => {
    await insert({ a: 1 }, 'removed');
    expect((await post('items/remove', { dataItemId: 'removed' })).body.dataItem.data).toMatchObject({
      _id: 'removed',
      a: 1,
    });
    expect(codeOf(await post('items/remove', { dataItemId: 'removed' }))).toBe('WDE0073');
  });

  it('a write happens if the stored item matches the condition', async () => {
    await insert({ stock: 1 }, 'conditional');
    const change = {
      dataItem: { id: 'conditional', data: { stock: 0 } },
      condition: { filter: { stock: { $gt: 0 } } },
    };
    expect((await post('items/update', change)).body.dataItem.data.stock).toBe(0);
    expect(codeOf(await post('items/update', change))).toBe('WDE0073');
    expect(codeOf(await post('items/remove', { dataItemId: 'conditional', condition: { filter: { stock: 1 } } }))).toBe(
      'WDE0073',
    );
    expect(
      (await post('items/remove', { dataItemId: 'conditional', condition: { filter: { stock: 0 } } })).status,
    ).toBe(200);
  });

  it('options without effect are accepted', async () => {
    const options = {
      suppressHooks: true,
      appOptions: { k: { v: [1] } },
      publishPluginOptions: { includeDraftItems: true },
      gridAppId: 'x',
    };
    expect((await insert({ a: 1 }, undefined)).status).toBe(200);
    expect((await post('items', { dataItem: { data: {} }, ...options, environment: 'SANDBOX_PREFERRED' })).status).toBe(
      200,
    );
  });

  it('the item stores the id of a single reference, and no links of a multi-reference', async () => {
    const data = { single: { _id: 'x', title: 'whole' }, many: ['y'] };
    const { body } = await post('items', { dataCollectionId: 'Refs', dataItem: { id: 'r', data } });
    expect(body.dataItem.data.single).toBe('x');
    expect(body.dataItem.data).not.toHaveProperty('many');
  });

  it('updates are heap-only and write no index', async () => {
    const collection = await loadCollection(t.ctx, 'C');
    await store.truncateItems(t.db, collection);
    await insert({ n: 0 }, 'hot');
    const stamp = { owner: 'x', now: new Date(), maySetOwner: false };
    const reach = buildReach(t.ctx, collection, null);
    const counted = await countUpdates(t.db, collection.table, async (db) => {
      for (let n = 1; n <= 10; n++) {
        const row = prepareUpdate(collection, { id: 'hot', data: { n } }, stamp);
        await store.updateItems(db, reach, [row], planWriteFilter(reach), { returnItems: true });
      }
    });
    expect(counted).toEqual({ all: 10, hot: 10 });
  });

  it('truncate removes all items', async () => {
    await insert({ a: 1 });
    expect(await post('items/truncate', {}, t.key)).toMatchObject({ status: 200, body: {} });
    expect(await count()).toBe(0);
  });
});

describe('responses with status 401', () => {
  it('are returned without a token and for an invalid one', async () => {
    expect((await insert({}, undefined, '')).status).toBe(401);
    expect((await insert({}, undefined, 'a.b.c')).status).toBe(401);
  });
});

describe('responses with status 404', () => {
  it('are returned for an unknown collection by every call', async () => {
    const responses = await Promise.all([
      post('items', { dataCollectionId: 'No', dataItem: { data: {} } }),
      post('items/update', { dataCollectionId: 'No', dataItem: { id: 'a', data: {} } }),
      post('items/save', { dataCollectionId: 'No', dataItem: { data: {} } }),
      post('items/remove', { dataCollectionId: 'No', dataItemId: 'a' }),
      post('items/query', { dataCollectionId: 'No' }),
      post('items/count', { dataCollectionId: 'No\u0000' }),
      t.call({ method: 'GET', path: '/v2/items/a?dataCollectionId=No', as: t.visitor }),
    ]);
    for (const response of responses) expect([response.status, codeOf(response)]).toEqual([404, 'WDE0025']);
  });

  it('are returned for an unknown item with WDE0073, which the client turns into null', async () => {
    for (const response of [await get('absent'), await post('items/remove', { dataItemId: 'absent' })]) {
      expect([response.status, response.body.details.applicationError]).toEqual([
        404,
        {
          code: 'WDE0073',
          description: 'WDE0073: The item absent does not exist in the C collection.',
          data: { itemId: 'absent', collectionName: 'C' },
        },
      ]);
    }
    expect(codeOf(await post('items/update', { dataItem: { id: 'absent', data: {} } }))).toBe('WDE0073');
  });

  it('are returned for a collection that another process has just dropped', async () => {
    const body = { collection: { id: 'Dropped', permissions: { read: 'ANYONE' } } };
    await t.call({ method: 'POST', path: '/v2/collections', as: t.key, body });
    expect((await post('items/query', { dataCollectionId: 'Dropped' })).status).toBe(200);
    const { table_name } = await t.db
      .selectFrom('collections')
      .select('table_name')
      .where('id', '=', 'Dropped')
      .executeTakeFirstOrThrow();
    await sql`drop table ${sql.table(`${t.site.schema}.${table_name}`)}`.execute(t.db);
    expect(codeOf(await post('items/query', { dataCollectionId: 'Dropped' }))).toBe('WDE0025');
  });
});

describe('responses with status 409', () => {
  it('are returned for an existing id', async () => {
    await insert({}, 'taken');
    const response = await insert({ a: 2 }, 'taken');
    expect([response.status, response.body.details.applicationError.data]).toEqual([
      409,
      { itemId: 'taken', collectionName: 'C' },
    ]);
    expect((await get('taken')).body.dataItem.data).not.toHaveProperty('a');
  });

  it('are returned to all but one of 32 concurrent inserts of an id', async () => {
    const responses = await Promise.all(Array.from({ length: 32 }, (_, n) => insert({ n }, 'raced')));
    const winners = responses.filter(({ status }) => status === 200);
    expect(winners).toHaveLength(1);
    expect(responses.filter((response) => response.status === 409 && codeOf(response) === 'WDE0074')).toHaveLength(31);
    expect((await get('raced')).body.dataItem.data.n).toBe(winners[0]?.body.dataItem.data.n);
  });

  it('lets as many of 32 conditional updates succeed as there is stock', async () => {
    await insert({ stock: 5 }, 'stock');
    const buy = async (): Promise<boolean> => {
      const { stock } = (await get('stock')).body.dataItem.data;
      if (stock === 0) return false;
      const dataItem = { id: 'stock', data: { stock: stock - 1 } };
      const { status } = await post('items/update', { dataItem, condition: { filter: { stock } } });
      return status === 200 || buy();
    };
    const bought = await Promise.all(Array.from({ length: 32 }, buy));
    expect(bought.filter(Boolean)).toHaveLength(5);
  });
});

describe('responses with status 413', () => {
  it('are returned with the code that the client knows for a body of more than a megabyte', async () => {
    const response = await insert({ a: 'x'.repeat(1_100_000) });
    expect([response.status, codeOf(response)]).toEqual([413, 'WDE0109']);
  });
});
