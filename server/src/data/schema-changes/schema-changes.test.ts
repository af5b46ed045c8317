import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { type SecondProcess, startSecondProcess } from '../../testing/second-process.ts';
import { sweepData } from '../index.ts';

let t: TestServer;
let second: SecondProcess;
beforeAll(async () => {
  t = await testServer();
  second = await startSecondProcess(t);
});
afterAll(async () => {
  await second.stop();
  await t.stop();
});

const post = (path: string, body: object, as = t.key) => t.call({ method: 'POST', path, as, body });
const changes = '/portico/v1/data/schema-changes';
const change = (dataCollectionId: string, change: object, as = t.key) =>
  post(changes, { dataCollectionId, change }, as);
const preview = (dataCollectionId: string, change: object, as = t.key) =>
  post(`${changes}/preview`, { dataCollectionId, change }, as);
const undo = (dataCollectionId: string, number: number, as = t.key) =>
  post(`${changes}/undo`, { dataCollectionId, number }, as);
const list = (id: string, as = t.key, rest = '') =>
  t.call({ method: 'GET', path: `${changes}?dataCollectionId=${id}${rest}`, as });
const create = (id: string, fields: object[], more = {}) =>
  post('/v2/collections', { collection: { id, fields, permissions: { read: 'ANYONE' }, ...more } });
const insert = (id: string, data: object) => post('/v2/items', { dataCollectionId: id, dataItem: { data } });
const query = async (id: string, query: object = {}, as = t.key) => {
  const { body } = await post(
    '/v2/items/query',
    { dataCollectionId: id, query: { sort: [{ fieldName: '_id' }], ...query } },
    as,
  );
  return body.dataItems.map(({ data }: { data: Record<string, unknown> }) => {
    const { _id, _owner, _createdDate, _updatedDate, ...rest } = data;
    return rest;
  });
};
const code = (answer: { body: { details: { applicationError: { code: string } } } }) =>
  answer.body.details?.applicationError?.code;
const collectionOf = async (id: string) =>
  (await t.call({ method: 'GET', path: `/v2/collections/${id}`, as: t.key })).body.collection;
const status = async (id: string) => (await list(id)).body.schemaChanges[0]?.status;
const text = (key: string, more = {}) => ({ key, type: 'TEXT', ...more });

describe('200', () => {
  it('a preview counts what would convert, and shows some that would not', async () => {
    await create('Prices', [text('price')]);
    const values = ['1', '2.50', 'free', null, 7, 'ask'];
    for (const [i, price] of values.entries()) await insert('Prices', { _id: `${i}`, price });
    await insert('Prices', { _id: 'without' });
    const asked = { kind: 'RETYPE', field: 'price', type: 'NUMBER' };
    expect((await preview('Prices', asked)).body).toEqual({
      values: 6,
      converted: 4,
      kept: 2,
      samples: [
        { id: '2', value: 'free' },
        { id: '5', value: 'ask' },
      ],
    });
    expect(await query('Prices')).toHaveLength(7);
    expect((await collectionOf('Prices')).revision).toBe('1');
    expect((await preview('Prices', { kind: 'DROP', field: 'price' })).body).toMatchObject({ values: 6, kept: 0 });
    // A key that may not read items learns numbers, and no values.
    const keyOfCollections = await t.keyWith(['collections:manage']);
    await post('/v1/permissions', { dataPermissions: { id: 'Prices', itemRead: 'PRIVILEGED' } });
    expect((await preview('Prices', asked, keyOfCollections)).body).toMatchObject({ kept: 2, samples: [] });
  });

  it('reads answer the new shape at once, under filter, sort, count and for who may not see all', async () => {
    await create('Shape', [text('a', { access: { read: 'CMS_EDITOR' } }), { key: 'n', type: 'NUMBER' }]);
    for (const i of [1, 2, 3]) await insert('Shape', { _id: `${i}`, a: `a${i}`, n: i, rest: i });
    const { body } = await change('Shape', { kind: 'RENAME', field: 'a', to: 'b' });
    expect(body.schemaChange).toMatchObject({ number: 1, kind: 'RENAME', field: 'a', to: 'b', status: 'PENDING' });
    expect(body.dataCollection.fields.slice(4).map(({ key }: { key: string }) => key)).toEqual(['b', 'n']);
    await change('Shape', { kind: 'RETYPE', field: 'n', type: 'TEXT' });
    expect(await query('Shape')).toEqual([1, 2, 3].map((i) => ({ b: `a${i}`, n: `${i}`, rest: i })));
    expect(await query('Shape', { filter: { n: '2' } })).toEqual([{ b: 'a2', n: '2', rest: 2 }]);
    expect(await query('Shape', { filter: { n: 2 } })).toEqual([]);
    expect((await query('Shape', { sort: [{ fieldName: 'b', order: 'DESC' }] }))[0].b).toBe('a3');
    const count = (filter: object, as = t.key) => post('/v2/items/count', { dataCollectionId: 'Shape', filter }, as);
    expect((await count({ b: 'a1' })).body.totalCount).toBe(1);
    // Neither under its new name nor under the former one is a hidden field to be seen.
    expect(await query('Shape', {}, t.visitor)).toEqual([1, 2, 3].map((i) => ({ n: `${i}`, rest: i })));
    for (const key of ['a', 'b'])
      expect((await count({ [key]: { $contains: 'a' } }, t.visitor)).body.totalCount).toBe(0);
    const distinct = async (fieldName: string, as: string) =>
      (await post('/v2/items/query-distinct-values', { dataCollectionId: 'Shape', fieldName }, as)).body.distinctValues;
    expect(await distinct('n', t.visitor)).toEqual(['1', '2', '3']);
    expect(await distinct('b', t.key)).toEqual(['a1', 'a2', 'a3']);
    for (const key of ['a', 'b']) expect(await distinct(key, t.visitor)).toEqual([]);
    const aggregation = { operations: [{ resultFieldName: 'most', max: { itemFieldName: 'b' } }] };
    const most = async (as: string) =>
      (await post('/v2/items/aggregate', { dataCollectionId: 'Shape', aggregation }, as)).body.results[0]?.most ?? null;
    expect([await most(t.key), await most(t.visitor)]).toEqual(['a3', null]);
    const one = await t.call({ method: 'GET', path: '/v2/items/2?dataCollectionId=Shape', as: t.key });
    expect(one.body.dataItem.data).toMatchObject({ b: 'a2', n: '2' });
  });

  it('display field, order and indexes follow a new name; what a field said of its type goes with the type', async () => {
    await create('Follow', [text('a', { unique: true }), { key: 'n', type: 'NUMBER', numberRange: { min: 1 } }], {
      displayField: 'a',
      defaultDisplayOrder: { fieldKey: 'a', direction: 'DESC' },
    });
    await insert('Follow', { _id: '1', a: 'x', n: 1 });
    await change('Follow', { kind: 'RENAME', field: 'a', to: 'b' });
    const after = await collectionOf('Follow');
    expect(after).toMatchObject({ displayField: 'b', defaultDisplayOrder: { fieldKey: 'b', direction: 'DESC' } });
    expect(after.fields[4]).toMatchObject({ key: 'b', unique: true });
    const indexes = await t.call({ method: 'GET', path: '/v2/indexes?dataCollectionId=Follow', as: t.key });
    const unique = indexes.body.indexes.filter((index: { unique: boolean; source: string }) => index.unique);
    expect(JSON.stringify(unique)).toContain('"path":"b"');
    await change('Follow', { kind: 'RETYPE', field: 'n', type: 'TEXT' });
    expect((await collectionOf('Follow')).fields[5]).not.toHaveProperty('numberRange');
    await undo('Follow', 2);
    expect((await collectionOf('Follow')).fields[5]).toMatchObject({ type: 'NUMBER', numberRange: { min: 1 } });
  });

  it('the job brings every item through, counts what stayed, and the field is unique again', {
    timeout: 60_000,
  }, async () => {
    await create('Job', [text('price'), text('code', { unique: true })]);
    const items = Array.from({ length: 1_200 }, (_, i) => ({
      data: { _id: `${i}`, price: i % 100 === 0 ? 'free' : `${i}`, code: `c${i}` },
    }));
    for (const dataItems of [items.slice(0, 600), items.slice(600)])
      await post('/v2/bulk/items/insert', { dataCollectionId: 'Job', dataItems });
    await change('Job', { kind: 'RETYPE', field: 'price', type: 'NUMBER' });
    await change('Job', { kind: 'RENAME', field: 'code', to: 'sku' });
    expect((await list('Job')).body.schemaChanges).toMatchObject([
      { number: 2, kind: 'RENAME', status: 'PENDING' },
      { number: 1, kind: 'RETYPE', status: 'PENDING', fromType: 'TEXT', toType: 'NUMBER' },
    ]);
    await expect.poll(() => status('Job'), { timeout: 50_000, interval: 200 }).toBe('DONE');
    const { schemaChanges } = (await list('Job')).body;
    expect(schemaChanges).toMatchObject([
      { total: 1_200, done: 1_200, kept: 0, finishedDate: expect.any(String) },
      { total: 1_200, done: 1_200, kept: 12, finishedDate: expect.any(String), undoableUntil: expect.any(String) },
    ]);
    const { rows } = await sql<{ old: string }>`
      select count(*) as old from ${sql.table(`${t.site.schema}.${await tableOf('Job')}`)}
      where shape < 2 or data ? 'code' or jsonb_typeof(data -> 'price') = 'string' and data ->> 'price' <> 'free'`.execute(
      t.db,
    );
    expect(rows[0]?.old).toBe('0');
    const indexes = async () => {
      const { body } = await t.call({ method: 'GET', path: '/v2/indexes?dataCollectionId=Job', as: t.key });
      return body.indexes.filter((index: { fields: { path: string }[] }) => index.fields[0]?.path === 'sku');
    };
    const built = async () => (await indexes()).map(({ status }: { status: string }) => status);
    await expect.poll(built, { timeout: 50_000, interval: 200 }).toEqual(['ACTIVE']);
    expect(code(await insert('Job', { price: 1, sku: 'c5' }))).toBe('WDE0123');
    expect(await query('Job', { filter: { price: { $lt: 3 } } })).toEqual([
      { price: 1, sku: 'c1' },
      { price: 2, sku: 'c2' },
    ]);
  });

  it('an undo gives values back as they were, converts those written since, and brings a dropped field back', async () => {
    await create('Undo', [text('price'), text('note')]);
    await insert('Undo', { _id: '1', price: '01.50', note: 'n1' });
    await insert('Undo', { _id: '2', price: '2', note: 'n2' });
    await insert('Undo', { _id: '3', price: 'free', note: 'n3' });
    await change('Undo', { kind: 'RETYPE', field: 'price', type: 'NUMBER' });
    expect((await query('Undo')).map(({ price }: { price: unknown }) => price)).toEqual([1.5, 2, 'free']);
    await post('/v2/items/update', {
      dataCollectionId: 'Undo',
      dataItem: { id: '2', data: { _id: '2', price: 20, note: 'n2' } },
    });
    await undo('Undo', 1);
    expect((await query('Undo')).map(({ price }: { price: unknown }) => price)).toEqual(['01.50', '20', 'free']);

    const dropped = await post('/v2/collections/delete-field', { dataCollectionId: 'Undo', fieldKey: 'note' });
    expect(dropped.body.dataCollection.fields.slice(4)).toHaveLength(1);
    expect((await query('Undo'))[0]).toEqual({ price: '01.50' });
    await insert('Undo', { _id: '4', note: 'of an item since' });
    const back = await undo('Undo', 3);
    expect(back.body.schemaChange).toMatchObject({ kind: 'UNDO', undoes: 3, number: 4 });
    expect((await query('Undo')).map(({ note }: { note: unknown }) => note)).toEqual([
      'n1',
      'n2',
      'n3',
      'of an item since',
    ]);
    const { schemaChanges } = (await list('Undo')).body;
    expect(schemaChanges[1]).toMatchObject({ number: 3, undoneBy: 4 });
    expect(schemaChanges[1]).not.toHaveProperty('undoableUntil');
  });

  it('an item that is removed and inserted anew gets nothing of the former one', async () => {
    await create('Anew', [text('a')]);
    await insert('Anew', { _id: '1', a: 'former' });
    await change('Anew', { kind: 'DROP', field: 'a' });
    await post('/v2/items/remove', { dataCollectionId: 'Anew', dataItemId: '1' });
    await insert('Anew', { _id: '1', b: 1 });
    await undo('Anew', 1);
    expect(await query('Anew')).toEqual([{ b: 1 }]);
  });

  it('of a validated collection the values follow their type; else only the declaration changes', async () => {
    for (const validated of [true, false]) {
      const id = `Validated ${validated}`;
      await create(id, [text('n')], { validated });
      await insert(id, { _id: '1', n: '5' });
      const answer = await post('/v2/collections/update-field', {
        dataCollectionId: id,
        field: { key: 'n', type: 'NUMBER' },
      });
      expect(answer.status).toBe(200);
      expect(await query(id)).toEqual([{ n: validated ? 5 : '5' }]);
      expect((await list(encodeURIComponent(id))).body.schemaChanges).toHaveLength(validated ? 1 : 0);
    }
  });

  it('links of a multi-reference go with its name, and come back with the field', async () => {
    const multiReference = { referencedCollectionId: 'Tags', referencingFieldKey: 'posts' };
    await create('Tags', []);
    await create('Posts', [{ key: 'tags', type: 'MULTI_REFERENCE', typeMetadata: { multiReference } }]);
    await insert('Tags', { _id: 't' });
    await insert('Posts', { _id: 'p' });
    const link = (field: string) => ({ referringItemFieldName: field, referringItemId: 'p', referencedItemId: 't' });
    await post('/v2/bulk/items/insert-references', { dataCollectionId: 'Posts', dataItemReferences: [link('tags')] });
    const isLinked = async (field: string) =>
      (await post('/v2/items/is-referenced', { dataCollectionId: 'Posts', ...link(field) })).body.isReferenced;
    const fromBehind = async () =>
      (
        await post('/v2/items/is-referenced', {
          dataCollectionId: 'Tags',
          referringItemFieldName: 'posts',
          referringItemId: 't',
          referencedItemId: 'p',
        })
      ).body.isReferenced;
    expect((await change('Posts', { kind: 'RENAME', field: 'tags', to: 'labels' })).status).toBe(200);
    expect([await isLinked('labels'), await fromBehind()]).toEqual([true, true]);
    await post('/v2/collections/delete-field', { dataCollectionId: 'Posts', fieldKey: 'labels' });
    expect((await collectionOf('Tags')).fields.slice(4)).toEqual([]);
    expect((await undo('Posts', 2)).status).toBe(200);
    expect([await isLinked('labels'), await fromBehind()]).toEqual([true, true]);
    expect((await undo('Posts', 1)).status).toBe(200);
    expect([await isLinked('tags'), await fromBehind()]).toEqual([true, true]);
  });

  it('another process reads and writes the new shape within a second', async () => {
    await create('Heard', [text('a')], { permissions: { read: 'ANYONE', insert: 'ANYONE' } });
    await insert('Heard', { _id: '1', a: 'x' });
    const there = async () =>
      (await second.call('POST', '/v2/items/query', { as: t.key, body: { dataCollectionId: 'Heard' } })).body as {
        dataItems: { data: object }[];
      };
    expect((await there()).dataItems[0]?.data).toMatchObject({ a: 'x' });
    await change('Heard', { kind: 'RENAME', field: 'a', to: 'b' });
    await expect.poll(async () => (await there()).dataItems[0]?.data, { timeout: 5_000 }).toMatchObject({ b: 'x' });
    const dataItem = { id: '1', data: { _id: '1', b: 'y' } };
    await second.call('POST', '/v2/items/update', { as: t.key, body: { dataCollectionId: 'Heard', dataItem } });
    expect(await query('Heard')).toEqual([{ b: 'y' }]);
  });

  it('a collection deleted while its job runs goes on with it once it is restored', { timeout: 60_000 }, async () => {
    await create('Parked', [text('a')]);
    await insert('Parked', { _id: '1', a: '5' });
    await change('Parked', { kind: 'RETYPE', field: 'a', type: 'NUMBER' });
    await t.call({ method: 'DELETE', path: '/v2/collections/Parked', as: t.key });
    const jobs = async () => {
      const { rows } = await sql<{ status: string }>`
        select status from data_jobs where collection_id = 'Parked' and kind = 'RESHAPE'`.execute(t.db);
      return rows.map(({ status }) => status);
    };
    expect(await jobs()).toEqual(['FAILED']);
    await post('/v2/collections/restore/Parked', {});
    expect(await query('Parked')).toEqual([{ a: 5 }]);
    await expect.poll(() => status('Parked'), { timeout: 50_000, interval: 200 }).toBe('DONE');
    expect(await query('Parked')).toEqual([{ a: 5 }]);
    expect(await jobs()).toEqual(['SUCCEEDED']);
  });

  it('what a change took away is kept for 30 days', { timeout: 60_000 }, async () => {
    await create('Kept', [text('a')]);
    await insert('Kept', { _id: '1', a: 'x' });
    await change('Kept', { kind: 'DROP', field: 'a' });
    await expect.poll(() => status('Kept'), { timeout: 50_000, interval: 200 }).toBe('DONE');
    const kept = async () => {
      const { rows } = await sql<{ value: { was: string } }>`
        select value from ${sql.table(`${t.site.schema}.kept_values`)} where table_name = ${await tableOf('Kept')}`.execute(
        t.db,
      );
      return rows.map(({ value }) => value.was);
    };
    await sweepData(t.db, new Date(Date.now() + 29 * 86_400_000));
    expect(await kept()).toEqual(['x']);
    await sweepData(t.db, new Date(Date.now() + 31 * 86_400_000));
    expect(await kept()).toEqual([]);
    expect((await list('Kept')).body.schemaChanges).toEqual([]);
    expect(code(await undo('Kept', 1))).toBe('NOT_FOUND');
  });

  it('lists a page at a time', async () => {
    await create('Pages', [text('a')]);
    for (const [field, to] of ['ab', 'bc', 'ca']) await change('Pages', { kind: 'RENAME', field, to });
    const page = await list('Pages', t.key, '&paging.limit=1&paging.offset=1');
    expect(page.body.schemaChanges).toMatchObject([{ number: 2 }]);
    expect(page.body.pagingMetadata).toMatchObject({ total: 3, hasNext: true });
  });
});

describe('400', () => {
  beforeAll(async () => {
    const target = { referencedCollectionId: 'Strict' };
    const many = { key: 'many', type: 'MULTI_REFERENCE', typeMetadata: { multiReference: target } };
    await create('Strict', [text('a'), text('b'), many]);
    await insert('Strict', { _id: '1', a: 'x', b: 'y' });
  });

  it.each([
    ['a field that there is not', { kind: 'DROP', field: 'nope' }, 'WDE0024'],
    ['a field of the system', { kind: 'RENAME', field: '_owner', to: 'x' }, 'WDE0080'],
    ['a name that is taken', { kind: 'RENAME', field: 'a', to: 'b' }, 'WDE0080'],
    ['its own name', { kind: 'RENAME', field: 'a', to: 'a' }, 'WDE0080'],
    ['a name of the system', { kind: 'RENAME', field: 'a', to: '_id' }, 'WDE0080'],
    ['a name with $', { kind: 'RENAME', field: 'a', to: '$a' }, 'WDE0134'],
    ['a name that would change a prototype', { kind: 'RENAME', field: 'a', to: '__proto__' }, 'WDE0080'],
    ['a name that cannot be stored', { kind: 'RENAME', field: 'a', to: 'x\ud800' }, 'WDE0080'],
    ['the type that it has', { kind: 'RETYPE', field: 'a', type: 'TEXT' }, 'WDE0080'],
    ['a reference without a target', { kind: 'RETYPE', field: 'a', type: 'REFERENCE' }, 'WDE0080'],
    ['links made of values', { kind: 'RETYPE', field: 'a', type: 'MULTI_REFERENCE' }, 'WDE0080'],
    ['values made of links', { kind: 'RETYPE', field: 'many', type: 'TEXT' }, 'WDE0080'],
  ])('%s', async (_, asked, expected) => {
    for (const call of [change, preview]) {
      const answer = await call('Strict', asked);
      expect([answer.status, code(answer)]).toEqual([400, expected]);
    }
    expect(await query('Strict')).toEqual([{ a: 'x', b: 'y' }]);
  });

  it.each([
    ['no kind', { field: 'a' }],
    ['a kind that there is not', { kind: 'MERGE', field: 'a' }],
    ['no type', { kind: 'RETYPE', field: 'a' }],
    ['a type that there is not', { kind: 'RETYPE', field: 'a', type: 'CAT' }],
  ])('%s', async (_, asked) => {
    const answer = await change('Strict', asked);
    expect(answer.status).toBe(400);
    expect(answer.body.details.validationError.fieldViolations.length).toBeGreaterThan(0);
  });

  it('an undo of an undo, a second one, one below a later change, one when the field has changed', async () => {
    await create('Undone', [text('a'), text('z')]);
    await change('Undone', { kind: 'RENAME', field: 'a', to: 'b' });
    await change('Undone', { kind: 'RENAME', field: 'b', to: 'c' });
    expect(code(await undo('Undone', 1))).toBe('WDE0080');
    expect((await undo('Undone', 2)).status).toBe(200);
    expect(code(await undo('Undone', 2))).toBe('WDE0080');
    expect(code(await undo('Undone', 3))).toBe('WDE0080');
    await post('/v2/collections/create-field', { dataCollectionId: 'Undone', field: text('a') });
    expect(code(await undo('Undone', 1))).toBe('WDE0080');
    expect((await list('Undone')).body.schemaChanges).toHaveLength(3);
  });

  it('too many changes under way', async () => {
    await create('Busy', [text('a'), text('x')]);
    for (let i = 0; i < 15; i++) {
      expect((await change('Busy', { kind: 'RENAME', field: 'a', to: 'b' })).status).toBe(200);
      expect((await change('Busy', { kind: 'RENAME', field: 'b', to: 'a' })).status).toBe(200);
    }
    expect(code(await change('Busy', { kind: 'DROP', field: 'x' }))).toBe('WDE0080');
    expect((await collectionOf('Busy')).fields.slice(4)).toHaveLength(2);
  });
});

describe('401, 403 and 404', () => {
  it('by caller', async () => {
    await create('Guarded', [text('a')]);
    const asked = { kind: 'DROP', field: 'a' };
    const roles = [await t.userToken('viewer'), await t.userToken('editor'), await t.keyWith(['items:*'])];
    for (const as of [t.visitor, t.member, ...roles]) {
      for (const answer of [
        await change('Guarded', asked, as),
        await preview('Guarded', asked, as),
        await undo('Guarded', 1, as),
      ])
        expect([answer.status, code(answer)]).toEqual([403, 'WDE0027']);
    }
    for (const as of [t.visitor, t.member]) expect(code(await list('Guarded', as))).toBe('WDE0027');
    expect((await list('Guarded', roles[0])).status).toBe(200);
    expect((await change('Guarded', asked, '')).status).toBe(401);
    expect((await change('Guarded', asked, await t.userToken('admin'))).status).toBe(200);
  });

  it('no such collection, or change', async () => {
    for (const answer of [
      await change('Nowhere', { kind: 'DROP', field: 'a' }),
      await preview('Nowhere', { kind: 'DROP', field: 'a' }),
      await undo('Nowhere', 1),
      await list('Nowhere'),
    ])
      expect([answer.status, code(answer)]).toEqual([404, 'WDE0025']);
    expect(code(await undo('Guarded', 99))).toBe('NOT_FOUND');
  });
});

describe('at once', () => {
  it('of two renames of a field one is made; writers meanwhile lose nothing', async () => {
    await create('Raced', [text('a'), { key: 'n', type: 'NUMBER' }]);
    await insert('Raced', { _id: '1', a: 'x', n: 0 });
    const add = () =>
      post('/v2/items/patch', {
        dataCollectionId: 'Raced',
        patch: {
          dataItemId: '1',
          fieldModifications: [{ action: 'INCREMENT_FIELD', fieldPath: 'n', incrementFieldOptions: { value: 1 } }],
        },
      });
    const [one, two, ...added] = await Promise.all([
      change('Raced', { kind: 'RENAME', field: 'a', to: 'b' }),
      change('Raced', { kind: 'RENAME', field: 'a', to: 'c' }),
      ...Array.from({ length: 12 }, add),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 400]);
    expect(added.map(({ status }) => status)).toEqual(added.map(() => 200));
    const [item] = await query('Raced');
    expect(item).toEqual({ [one.status === 200 ? 'b' : 'c']: 'x', n: 12 });
  });
});

async function tableOf(id: string): Promise<string> {
  const { table_name } = await t.db
    .selectFrom('collections')
    .select('table_name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return table_name;
}
