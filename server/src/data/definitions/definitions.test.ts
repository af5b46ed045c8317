import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { type SecondProcess, startSecondProcess } from '../../testing/second-process.ts';
import { createVerbs } from '../../testing/verbs.ts';

let t: TestServer;
let second: SecondProcess;
let token: Record<'visitor' | 'member' | 'viewer' | 'editor' | 'admin' | 'owner' | 'key' | 'keyOfForms', string>;
beforeAll(async () => {
  t = await testServer();
  second = await startSecondProcess(t);
  const [viewer, editor, admin, owner] = (await Promise.all(
    (['viewer', 'editor', 'admin', 'owner'] as const).map((role) => t.userToken(role)),
  )) as [string, string, string, string];
  const keyOfForms = await t.keyWith(['forms:*']);
  token = { visitor: t.visitor, member: t.member, viewer, editor, admin, owner, key: t.key, keyOfForms };
});
afterAll(async () => {
  await second.stop();
  await t.stop();
});

const { post } = createVerbs(() => t, { at: '/v2/collections' });
const create = (collection: object) => post('', { collection });
const put = (collection: object, as = t.key) =>
  t.call({ method: 'PUT', path: '/v2/collections', as, body: { collection } });
const patch = (id: string, dataCollection: object, as = t.key) =>
  t.call({ method: 'PATCH', path: `/v2/collections/${id}`, as, body: { dataCollection } });
const patchField = (id: string, field: object, as = t.key) =>
  t.call({ method: 'PATCH', path: `/v2/collections/${id}/patch-field`, as, body: { dataCollectionId: id, field } });
const get = (id: string, as = t.key, rest = '') => t.call({ method: 'GET', path: `/v2/collections/${id}${rest}`, as });
// biome-ignore lint/suspicious/noExplicitAny: fields of every shape
const declaredFieldsOf = (response: { body: any }) =>
  (response.body.collection ?? response.body.dataCollection).fields
    .filter(({ systemField }: { systemField: boolean }) => !systemField)
    .map(({ systemField, capabilities, ...field }: Record<string, unknown>) => field);

const reference = { key: 'r', type: 'REFERENCE', typeMetadata: { reference: { referencedCollectionId: 'Others' } } };
const fieldOptions = { unique: true, defaultValue: 'x', access: { read: 'CMS_EDITOR', write: 'PRIVILEGED' } };

describe('changes of a definition', () => {
  it('patch only what the request contains', async () => {
    const fields = [{ key: 'a', type: 'TEXT', ...fieldOptions }];
    const permissions = { read: 'ANYONE', insert: 'SITE_MEMBER', update: 'ADMIN', remove: 'ADMIN' };
    await create({ id: 'Patched', displayName: 'One', displayField: 'a', fields, permissions, validated: true });
    const { status, body } = await patch('Patched', { displayName: 'Two', permissions: { read: 'SITE_MEMBER' } });
    expect(status).toBe(200);
    expect(body.dataCollection).toMatchObject({
      displayName: 'Two',
      displayField: 'a',
      permissions: { ...permissions, read: 'SITE_MEMBER' },
      validated: true,
      revision: '2',
    });
    expect(declaredFieldsOf({ body })).toEqual(fields);
    expect((await patch('Patched', { displayField: null, revision: '2' })).body.dataCollection.displayField).toBe(
      undefined,
    );
  });

  it('create, update and delete single fields', async () => {
    await create({ id: 'Fields', fields: [{ key: 'a', type: 'TEXT' }], displayField: 'a' });
    const at = { dataCollectionId: 'Fields' };
    const added = await post('/create-field', { ...at, field: { key: 'b', type: 'NUMBER', numberRange: { min: 1 } } });
    expect(declaredFieldsOf(added)).toEqual([
      { key: 'a', type: 'TEXT' },
      { key: 'b', type: 'NUMBER', numberRange: { min: 1 } },
    ]);
    const updated = await post('/update-field', { ...at, field: { key: 'b', type: 'NUMBER', displayName: 'B' } });
    expect(declaredFieldsOf(updated)[1]).toEqual({ key: 'b', type: 'NUMBER', displayName: 'B' });
    const patched = await patchField('Fields', { key: 'b', required: true });
    expect(declaredFieldsOf(patched)[1]).toEqual({ key: 'b', type: 'NUMBER', displayName: 'B', required: true });
    const removed = await post('/delete-field', { ...at, fieldKey: 'a' });
    expect(declaredFieldsOf(removed).map(({ key }: { key: string }) => key)).toEqual(['b']);
    expect(removed.body.dataCollection).toMatchObject({ revision: '5' });
    expect(removed.body.dataCollection.displayField).toBe(undefined);
  });

  it("retain Portico's own properties that a replacement omits and remove those that are null", async () => {
    await create({ id: 'Own', fields: [{ key: 'a', type: 'TEXT', ...fieldOptions }], validated: true });
    // The vendor's client sends fields back without Portico's own properties.
    const replaced = await put({ id: 'Own', revision: '1', fields: [{ key: 'a', type: 'TEXT', displayName: 'A' }] });
    expect(declaredFieldsOf(replaced)).toEqual([{ key: 'a', type: 'TEXT', displayName: 'A', ...fieldOptions }]);
    expect(replaced.body.collection.validated).toBe(true);
    const at = { dataCollectionId: 'Own' };
    expect(declaredFieldsOf(await post('/update-field', { ...at, field: { key: 'a', type: 'TEXT' } }))).toEqual([
      { key: 'a', type: 'TEXT', ...fieldOptions },
    ]);
    expect(declaredFieldsOf(await patchField('Own', { key: 'a', access: null, unique: null }))).toEqual([
      { key: 'a', type: 'TEXT', defaultValue: 'x' },
    ]);
    const bare = await put({ id: 'Own', revision: '4', fields: [{ key: 'a', type: 'TEXT', defaultValue: null }] });
    expect(declaredFieldsOf(bare)).toEqual([{ key: 'a', type: 'TEXT' }]);
  });

  it('drop the values of a removed field with restricted read access', async () => {
    const [a, b] = [
      { key: 'a', type: 'TEXT', access: { read: 'CMS_EDITOR' } },
      { key: 'b', type: 'TEXT' },
    ];
    await create({ id: 'Left', fields: [a, b], permissions: { read: 'ANYONE' } });
    const item = { dataCollectionId: 'Left', dataItem: { data: { _id: '1', a: 'secret', b: 'open' } } };
    await t.call({ method: 'POST', path: '/v2/items', as: t.key, body: item });
    await put({ id: 'Left', revision: '1', fields: [], permissions: { read: 'ANYONE' } });
    const read = await t.call({ method: 'GET', path: '/v2/items/1?dataCollectionId=Left', as: t.visitor });
    expect(read.body.dataItem.data).toMatchObject({ b: 'open' });
    expect(read.text).not.toContain('secret');
    const undo = { dataCollectionId: 'Left', number: 1 };
    await t.call({ method: 'POST', path: '/portico/v1/data/schema-changes/undo', as: t.key, body: undo });
    expect(
      (await t.call({ method: 'GET', path: '/v2/items/1?dataCollectionId=Left', as: t.visitor })).text,
    ).not.toContain('secret');
    expect((await t.call({ method: 'GET', path: '/v2/items/1?dataCollectionId=Left', as: t.key })).text).toContain(
      'secret',
    );
  });

  it('return the capabilities of a collection and its fields', async () => {
    const { body } = await create({
      id: 'Able',
      fields: [
        { key: 'n', type: 'NUMBER' },
        { key: 'o', type: 'OBJECT' },
      ],
    });
    const { capabilities, maxPageSize, pagingModes, collectionType } = body.collection;
    expect({ maxPageSize, pagingModes, collectionType }).toEqual({
      maxPageSize: 1_000,
      pagingModes: ['OFFSET', 'CURSOR'],
      collectionType: 'NATIVE',
    });
    expect(capabilities.collectionOperations).toEqual(['UPDATE', 'REMOVE']);
    expect(capabilities.dataOperations).toContain('AGGREGATE');
    expect(capabilities.indexLimits).toEqual({
      regular: expect.any(Number),
      unique: expect.any(Number),
      total: expect.any(Number),
    });
    const [n, o] = body.collection.fields.slice(4);
    expect(n.capabilities).toMatchObject({ sortable: true });
    expect(n.capabilities.queryOperators).toContain('GTE');
    expect(o.capabilities).toMatchObject({ sortable: false });
  });

  it("return the requested properties under either of the vendor's names", async () => {
    await create({ id: 'Parts', displayName: 'P' });
    const listKeys = async (rest: string) => Object.keys((await get('Parts', t.key, rest)).body.collection).sort();
    expect(await listKeys('?fields=displayName&fields=permissions.read&fields=nothing')).toEqual([
      'displayName',
      'id',
      'permissions',
    ]);
    expect(await listKeys('?fields=_createdDate&fields=_id')).toEqual(['createdDate', 'id']);
    const list = await t.call({ method: 'GET', path: '/v2/collections?fields=revision&paging.limit=1', as: t.key });
    expect(Object.keys(list.body.collections[0]).sort()).toEqual(['id', 'revision']);
  });

  it('store plugins with their options by the general and the specific calls', async () => {
    await create({ id: 'Plugged' });
    const at = { dataCollectionId: 'Plugged' };
    const kinds = [
      ['urlized', 'urlizedOptions', { format: 'UNKNOWN_FORMAT' }, 'URLIZED'],
      ['multilingual', 'multilingualOptions', { translatableFieldKeys: ['a'] }, 'MULTILINGUAL'],
      ['cms', 'cmsOptions', { siteSort: {} }, 'CMS'],
      ['catalog', 'catalogOptions', { a: 1 }, 'CATALOG'],
    ] as const;
    for (const [path, options, value, type] of kinds) {
      const added = await post(`/add-${path}-plugin`, { ...at, [options]: value });
      expect(added.body.dataCollection.plugins).toEqual([{ type, [options]: value }]);
      expect(codeOf(await post(`/add-${path}-plugin`, { ...at, [options]: value }))).toBe('WDE0080');
      expect((await post(`/delete-${path}-plugin`, at)).body.dataCollection.plugins).toEqual([]);
      expect(codeOf(await post(`/delete-${path}-plugin`, at))).toBe('WDE0080');
    }
    const plugin = { type: 'SINGLE_ITEM', singleItemOptions: { singleItemId: 'x' } };
    expect((await post('/add-plugin', { ...at, plugin })).body.dataCollection.plugins).toEqual([plugin]);
    expect((await get('Plugged')).body.collection.plugins).toEqual([plugin]);
    const removed = await post('/delete-plugin', { ...at, pluginType: 'SINGLE_ITEM' });
    expect(removed.body.dataCollection.plugins).toEqual([]);
  });

  it('accept the collection type that was read and reject any other', async () => {
    expect((await create({ id: 'Typed', collectionType: 'NATIVE' })).status).toBe(200);
    const external = { id: 'External', collectionType: 'EXTERNAL' };
    const responses = [
      await create(external),
      await put({ ...external, id: 'Typed', revision: '1' }),
      await patch('Typed', { collectionType: 'EXTERNAL' }),
    ];
    for (const { status, body } of responses) {
      const { fieldViolations } = body.details.validationError;
      expect([status, fieldViolations.length]).toEqual([400, 1]);
      expect(fieldViolations[0].field).toMatch(/ollection\.collectionType$/);
    }
    expect((await get('External')).status).toBe(404);
  });

  it('reach another process within a second', async () => {
    await create({ id: 'Noticed', fields: [{ key: 'a', type: 'TEXT' }] });
    const readDisplayName = async () =>
      (
        (await second.call('GET', '/v2/collections/Noticed', { as: t.key })).body as {
          collection: { displayName: string };
        }
      ).collection.displayName;
    expect(await readDisplayName()).toBe('Noticed');
    await patch('Noticed', { displayName: 'Changed' });
    await expect.poll(readDisplayName, { timeout: 5_000 }).toBe('Changed');
  });

  it('do not show hidden fields to visitors', async () => {
    const fields = [
      { key: 'open', type: 'TEXT' },
      { key: 'secret', type: 'TEXT', access: { read: 'CMS_EDITOR' } },
      { key: 'members', type: 'TEXT', access: { read: 'SITE_MEMBER' } },
    ];
    await create({ id: 'Hidden', fields, permissions: { read: 'ANYONE' }, displayField: 'secret' });
    const listKeys = async (who: keyof typeof token) =>
      (await get('Hidden', token[who])).body.collection.fields.map(({ key }: { key: string }) => key).slice(4);
    expect(await listKeys('visitor')).toEqual(['open']);
    expect(await listKeys('member')).toEqual(['open', 'members']);
    expect(await listKeys('viewer')).toEqual(['open', 'secret', 'members']);
    expect((await get('Hidden', t.visitor)).text).not.toContain('secret');
  });
});

describe('invalid definitions return 400', () => {
  beforeAll(() => create({ id: 'Strict', fields: [{ key: 'a', type: 'TEXT' }] }));

  it.each([
    ['a reference without a target', { key: 'x', type: 'REFERENCE' }],
    ['a reference with an empty target', { ...reference, typeMetadata: { reference: { referencedCollectionId: '' } } }],
    ['a reference with the metadata of another type', { ...reference, typeMetadata: { object: {} } }],
    ['a multi-reference without a target', { key: 'x', type: 'MULTI_REFERENCE', typeMetadata: { multiReference: {} } }],
    [
      'a mirror under a name of the system',
      {
        key: 'x',
        type: 'MULTI_REFERENCE',
        typeMetadata: { multiReference: { referencedCollectionId: 'O', referencingFieldKey: '_id' } },
      },
    ],
    ['an unknown element type', { key: 'x', type: 'ARRAY', typeMetadata: { array: { elementType: 'CAT' } } }],
    [
      'a nested field of no type',
      { key: 'x', type: 'OBJECT', typeMetadata: { object: { fields: [{ key: 'y', type: 'CAT' }] } } },
    ],
    [
      'a nested field twice',
      {
        key: 'x',
        type: 'OBJECT',
        typeMetadata: {
          object: {
            fields: [
              { key: 'y', type: 'TEXT' },
              { key: 'y', type: 'TEXT' },
            ],
          },
        },
      },
    ],
    ['a range whose minimum exceeds its maximum', { key: 'x', type: 'NUMBER', numberRange: { min: 2, max: 1 } }],
    ['a bound that is not a number', { key: 'x', type: 'NUMBER', numberRange: { min: '2' } }],
    ['a negative length', { key: 'x', type: 'TEXT', stringLengthRange: { minLength: -1 } }],
    ['a fractional array size', { key: 'x', type: 'ARRAY', arraySizeRange: { maxSize: 1.5 } }],
    ['a default that cannot be stored', { key: 'x', type: 'TEXT', defaultValue: '\ud800' }],
    ['a default of a multi-reference', { ...reference, type: 'MULTI_REFERENCE', defaultValue: ['a'] }],
    ['a field that exists', { key: 'a', type: 'TEXT' }],
    ['a system field', { key: '_id', type: 'TEXT' }],
    ['a field called __proto__', { key: '__proto__', type: 'TEXT' }],
  ])('%s', async (_, field) => {
    const response = await post('/create-field', { dataCollectionId: 'Strict', field });
    expect([response.status, codeOf(response)]).toEqual([400, 'WDE0080']);
    expect(declaredFieldsOf(await get('Strict'))).toEqual([{ key: 'a', type: 'TEXT' }]);
  });

  it.each([
    ['a reference with its target', reference],
    ['infinite bounds', { key: 'r', type: 'NUMBER', numberRange: { min: '-Infinity', max: 5 } }],
    ['elements and nested fields', { key: 'r', type: 'ARRAY', typeMetadata: { array: { elementType: 'NUMBER' } } }],
    ['null for unset properties', { key: 'r', type: 'TEXT', description: null, typeMetadata: null, required: null }],
  ])('but not %s', async (_, field) => {
    expect((await post('/create-field', { dataCollectionId: 'Strict', field })).status).toBe(200);
    await post('/delete-field', { dataCollectionId: 'Strict', fieldKey: 'r' });
  });

  it('for a default that a validated collection rejects, also if it becomes validated', async () => {
    const field = { key: 'n', type: 'NUMBER', defaultValue: 'none', numberRange: { max: 5 } };
    expect(codeOf(await create({ id: 'Rejecting', validated: true, fields: [field] }))).toBe('WDE0080');
    expect((await create({ id: 'Rejecting', fields: [field] })).status).toBe(200);
    expect(codeOf(await patch('Rejecting', { validated: true }))).toBe('WDE0080');
    expect(codeOf(await patchField('Rejecting', { key: 'n', defaultValue: 6 }))).toBe(undefined);
    expect(codeOf(await patch('Rejecting', { validated: true }))).toBe('WDE0080');
    await patchField('Rejecting', { key: 'n', defaultValue: 5 });
    expect((await patch('Rejecting', { validated: true })).status).toBe(200);
  });

  it('for an unknown field', async () => {
    const at = { dataCollectionId: 'Strict' };
    for (const response of [
      await post('/update-field', { ...at, field: { key: 'nope', type: 'TEXT' } }),
      await patchField('Strict', { key: 'nope', displayName: 'x' }),
      await post('/delete-field', { ...at, fieldKey: 'nope' }),
    ])
      expect([response.status, codeOf(response)]).toEqual([400, 'WDE0024']);
  });
});

describe('permissions of definition calls', () => {
  beforeAll(() => create({ id: 'Guarded', fields: [{ key: 'a', type: 'TEXT' }], permissions: { read: 'ANYONE' } }));

  const calls: [string, (as: string, id: string) => Promise<{ status: number; body: never }>][] = [
    ['patch', (as, id) => patch(id, { displayName: 'x' }, as) as never],
    [
      'create-field',
      (as, id) => post('/create-field', { dataCollectionId: id, field: { key: 'z', type: 'TEXT' } }, as) as never,
    ],
    [
      'update-field',
      (as, id) => post('/update-field', { dataCollectionId: id, field: { key: 'a', type: 'TEXT' } }, as) as never,
    ],
    ['patch-field', (as, id) => patchField(id, { key: 'a', displayName: 'x' }, as) as never],
    ['delete-field', (as, id) => post('/delete-field', { dataCollectionId: id, fieldKey: 'a' }, as) as never],
    ['add-plugin', (as, id) => post('/add-plugin', { dataCollectionId: id, plugin: { type: 'CMS' } }, as) as never],
    ['add-publish-plugin', (as, id) => post('/add-publish-plugin', { dataCollectionId: id }, as) as never],
    ['restore', (as, id) => post(`/restore/${id}`, {}, as) as never],
  ];

  it.each(calls)('%s', async (name, call) => {
    expect((await call('', 'Guarded')).status).toBe(401);
    for (const who of ['visitor', 'member', 'viewer', 'editor', 'keyOfForms'] as const) {
      const response = await call(token[who], 'Guarded');
      expect([who, response.status, codeOf(response)]).toEqual([who, 403, 'WDE0027']);
    }
    const unknown = await call(t.key, 'Nowhere');
    expect([name, unknown.status, codeOf(unknown)]).toEqual([name, 404, 'WDE0025']);
    expect((await get('Guarded')).body.collection.revision).toBe('1');
  });

  it('admit an admin and an owner', async () => {
    for (const who of ['admin', 'owner', 'key'] as const)
      expect((await patch('Guarded', { displayName: who }, token[who])).status).toBe(200);
  });
});

describe('concurrent changes of a definition', () => {
  it('accept one of many patches of one revision, and all patches without a revision', async () => {
    await create({ id: 'Raced' });
    const names = Array.from({ length: 12 }, (_, i) => `n${i}`);
    const responses = await Promise.all(names.map((displayName) => patch('Raced', { displayName, revision: '1' })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const response of responses.filter(({ status }) => status !== 200)) expect(codeOf(response)).toBe('WDE0178');
    const added = await Promise.all(
      names.map((key) => post('/create-field', { dataCollectionId: 'Raced', field: { key, type: 'TEXT' } })),
    );
    expect(added.map(({ status }) => status)).toEqual(names.map(() => 200));
    expect(
      declaredFieldsOf(await get('Raced'))
        .map(({ key }: { key: string }) => key)
        .sort(),
    ).toEqual([...names].sort());
    expect((await get('Raced')).body.collection.revision).toBe('14');
  });

  it('lose neither a change of the definition nor one of a field', async () => {
    await create({ id: 'Both', fields: [{ key: 'a', type: 'TEXT' }] });
    const [full, field] = await Promise.all([
      put({ id: 'Both', revision: '1', displayName: 'Whole', fields: [{ key: 'a', type: 'TEXT' }] }),
      post('/create-field', { dataCollectionId: 'Both', field: { key: 'b', type: 'TEXT' } }),
    ]);
    expect(field.status).toBe(200);
    expect([200, 409]).toContain(full.status);
    expect(declaredFieldsOf(await get('Both')).map(({ key }: { key: string }) => key)).toEqual(['a', 'b']);
  });
});
