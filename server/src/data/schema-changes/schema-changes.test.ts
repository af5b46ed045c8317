import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { schemaCalls } from '../testing/schema-change-calls.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const { post, change, preview, undo, list, create, insert, query, collectionOf, text } = schemaCalls(() => t);

describe('responses with status 200', () => {
  it('a preview counts the values that would be converted, and shows some that would not', async () => {
    await create('Prices', [text('price')]);
    const values = ['1', '2.50', 'free', null, 7, 'ask'];
    for (const [i, price] of values.entries()) await insert('Prices', { _id: `${i}`, price });
    await insert('Prices', { _id: 'without' });
    const requested = { kind: 'RETYPE', field: 'price', type: 'NUMBER' };
    expect((await preview('Prices', requested)).body).toEqual({
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
    // An API key without permission to read items gets counts, but no values.
    const keyOfCollections = await t.keyWith(['collections:manage']);
    await post('/v1/permissions', { dataPermissions: { id: 'Prices', itemRead: 'PRIVILEGED' } });
    expect((await preview('Prices', requested, keyOfCollections)).body).toMatchObject({ kept: 2, samples: [] });
  });

  it('reads return the new shape at once, with filter, sort and count, and for callers with hidden fields', async () => {
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
    // A hidden field is visible neither under its new key nor under the former one.
    expect(await query('Shape', {}, t.visitor)).toEqual([1, 2, 3].map((i) => ({ n: `${i}`, rest: i })));
    for (const key of ['a', 'b'])
      expect((await count({ [key]: { $contains: 'a' } }, t.visitor)).body.totalCount).toBe(0);
    const queryDistinct = async (fieldName: string, as: string) =>
      (await post('/v2/items/query-distinct-values', { dataCollectionId: 'Shape', fieldName }, as)).body.distinctValues;
    expect(await queryDistinct('n', t.visitor)).toEqual(['1', '2', '3']);
    expect(await queryDistinct('b', t.key)).toEqual(['a1', 'a2', 'a3']);
    for (const key of ['a', 'b']) expect(await queryDistinct(key, t.visitor)).toEqual([]);
    const aggregation = { operations: [{ resultFieldName: 'most', max: { itemFieldName: 'b' } }] };
    const aggregateMax = async (as: string) =>
      (await post('/v2/items/aggregate', { dataCollectionId: 'Shape', aggregation }, as)).body.results[0]?.most ?? null;
    expect([await aggregateMax(t.key), await aggregateMax(t.visitor)]).toEqual(['a3', null]);
    const one = await t.call({ method: 'GET', path: '/v2/items/2?dataCollectionId=Shape', as: t.key });
    expect(one.body.dataItem.data).toMatchObject({ b: 'a2', n: '2' });
  });

  it('a rename updates display field, order and indexes; a retype removes settings of the former type', async () => {
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

  it('a new type converts the values of a validated collection; otherwise only the declaration changes', async () => {
    for (const validated of [true, false]) {
      const id = `Validated ${validated}`;
      await create(id, [text('n')], { validated });
      await insert(id, { _id: '1', n: '5' });
      const response = await post('/v2/collections/update-field', {
        dataCollectionId: id,
        field: { key: 'n', type: 'NUMBER' },
      });
      expect(response.status).toBe(200);
      expect(await query(id)).toEqual([{ n: validated ? 5 : '5' }]);
      expect((await list(encodeURIComponent(id))).body.schemaChanges).toHaveLength(validated ? 1 : 0);
    }
  });

  it('the list is returned in pages', async () => {
    await create('Pages', [text('a')]);
    for (const [field, to] of ['ab', 'bc', 'ca']) await change('Pages', { kind: 'RENAME', field, to });
    const page = await list('Pages', t.key, '&paging.limit=1&paging.offset=1');
    expect(page.body.schemaChanges).toMatchObject([{ number: 2 }]);
    expect(page.body.pagingMetadata).toMatchObject({ total: 3, hasNext: true });
  });
});

describe('responses with status 400', () => {
  beforeAll(async () => {
    const target = { referencedCollectionId: 'Strict' };
    const many = { key: 'many', type: 'MULTI_REFERENCE', typeMetadata: { multiReference: target } };
    await create('Strict', [text('a'), text('b'), many]);
    await insert('Strict', { _id: '1', a: 'x', b: 'y' });
  });

  it.each([
    ['an unknown field', { kind: 'DROP', field: 'nope' }, 'WDE0024'],
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
  ])('for %s', async (_, requested, expected) => {
    for (const call of [change, preview]) {
      const response = await call('Strict', requested);
      expect([response.status, codeOf(response)]).toEqual([400, expected]);
    }
    expect(await query('Strict')).toEqual([{ a: 'x', b: 'y' }]);
  });

  it.each([
    ['no kind', { field: 'a' }],
    ['a kind that there is not', { kind: 'MERGE', field: 'a' }],
    ['no type', { kind: 'RETYPE', field: 'a' }],
    ['a type that there is not', { kind: 'RETYPE', field: 'a', type: 'CAT' }],
  ])('for %s', async (_, requested) => {
    const response = await change('Strict', requested);
    expect(response.status).toBe(400);
    expect(response.body.details.validationError.fieldViolations.length).toBeGreaterThan(0);
  });

  it('for too many pending changes', async () => {
    await create('Busy', [text('a'), text('x')]);
    for (let i = 0; i < 15; i++) {
      expect((await change('Busy', { kind: 'RENAME', field: 'a', to: 'b' })).status).toBe(200);
      expect((await change('Busy', { kind: 'RENAME', field: 'b', to: 'a' })).status).toBe(200);
      // The jobs start some seconds after they were created, so that they end none of these changes on a busy machine.
      const created_at = new Date('2100-01-01');
      await t.db.updateTable('data_jobs').set({ created_at }).where('collection_id', '=', 'Busy').execute();
    }
    expect(codeOf(await change('Busy', { kind: 'DROP', field: 'x' }))).toBe('WDE0080');
    expect((await collectionOf('Busy')).fields.slice(4)).toHaveLength(2);
  });
});

describe('401, 403 and 404', () => {
  it('are returned depending on the caller', async () => {
    await create('Guarded', [text('a')]);
    const requested = { kind: 'DROP', field: 'a' };
    const roles = [await t.userToken('viewer'), await t.userToken('editor'), await t.keyWith(['items:*'])];
    for (const as of [t.visitor, t.member, ...roles]) {
      for (const response of [
        await change('Guarded', requested, as),
        await preview('Guarded', requested, as),
        await undo('Guarded', 1, as),
      ])
        expect([response.status, codeOf(response)]).toEqual([403, 'WDE0027']);
    }
    for (const as of [t.visitor, t.member]) expect(codeOf(await list('Guarded', as))).toBe('WDE0027');
    expect((await list('Guarded', roles[0])).status).toBe(200);
    expect((await change('Guarded', requested, '')).status).toBe(401);
    expect((await change('Guarded', requested, await t.userToken('admin'))).status).toBe(200);
  });

  it('are returned for an unknown collection or change', async () => {
    for (const response of [
      await change('Nowhere', { kind: 'DROP', field: 'a' }),
      await preview('Nowhere', { kind: 'DROP', field: 'a' }),
      await undo('Nowhere', 1),
      await list('Nowhere'),
    ])
      expect([response.status, codeOf(response)]).toEqual([404, 'WDE0025']);
    expect(codeOf(await undo('Guarded', 99))).toBe('NOT_FOUND');
  });
});

describe('concurrent calls', () => {
  it('rename a field once, and writes meanwhile are not lost', async () => {
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
