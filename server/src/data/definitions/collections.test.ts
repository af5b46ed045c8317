import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notifyChange } from '../../db/changes.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { changeKey } from '../collections/cache.ts';
import { countCollections } from '../index.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const create = (collection: object, as = t.key) =>
  t.call({ method: 'POST', path: '/v2/collections', as, body: { collection } });
const update = (collection: object, as = t.key) =>
  t.call({ method: 'PUT', path: '/v2/collections', as, body: { collection } });
const get = (id: string, as = t.key) =>
  t.call({
    method: 'GET',
    path: `/v2/collections/${encodeURIComponent(id)}?dataCollectionId=${encodeURIComponent(id)}`,
    as,
  });
const remove = (id: string, as = t.key) =>
  t.call({ method: 'DELETE', path: `/v2/collections/x?dataCollectionId=${encodeURIComponent(id)}`, as });
const listTables = async () => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = ${t.site.schema} order by 1`.execute(t.db);
  return rows.map((row) => row.name);
};

describe('collection calls', () => {
  it('create a collection with ADMIN as default permission and with system fields', async () => {
    const { status, body } = await create({
      id: 'Plain',
      displayName: 'Plain things',
      fields: [{ key: 'title', displayName: 'Title', type: 'TEXT', appOnly: 'tolerated' }],
      unknownKey: true,
    });
    expect(status).toBe(200);
    expect(body.collection).toMatchObject({
      id: 'Plain',
      displayName: 'Plain things',
      revision: '1',
      collectionType: 'NATIVE',
      permissions: { insert: 'ADMIN', read: 'ADMIN', update: 'ADMIN', remove: 'ADMIN' },
    });
    expect(body.collection.fields.map((f: { key: string; systemField: boolean }) => [f.key, f.systemField])).toEqual([
      ['_id', true],
      ['_createdDate', true],
      ['_updatedDate', true],
      ['_owner', true],
      ['title', false],
    ]);
    expect(body.collection.createdDate).toMatch(/^\d{4}-.*Z$/);
  });

  it.each(['Stores/Products', 'ünïcode 日本', '"; drop table x; --', "it's", '%', 'a'.repeat(256), 'constructor'])(
    "accept %j as an id and generate the table's name",
    async (id) => {
      expect((await create({ id })).status).toBe(200);
      expect((await get(id)).body.collection.id).toBe(id);
      const body = { dataCollectionId: id, dataItem: { id: 'one', data: { n: 1 } } };
      expect((await t.call({ method: 'POST', path: '/v2/items', as: t.key, body })).status).toBe(200);
      for (const name of await listTables())
        expect(name).toMatch(/^(items_[0-9a-f]{16}|links|kept_values|search_words)$/);
    },
  );

  it('accept an id with an unescaped slash in the path', async () => {
    await create({ id: 'Raw/Path' });
    const response = await t.call({ method: 'GET', path: '/v2/collections/Raw/Path', as: t.key });
    expect(response.body.collection.id).toBe('Raw/Path');
  });

  it('store the declaration and replace it completely with the next revision', async () => {
    const declared = {
      id: 'Full',
      displayName: 'Full',
      displayField: 'title',
      defaultDisplayOrder: { fieldKey: 'title', direction: 'DESC' },
      fields: [
        { key: 'title', type: 'TEXT', displayName: 'Title', required: true, stringLengthRange: { maxLength: 10 } },
        { key: 'author', type: 'REFERENCE', typeMetadata: { reference: { referencedCollectionId: 'Authors' } } },
      ],
      permissions: { insert: 'SITE_MEMBER', read: 'ANYONE', update: 'SITE_MEMBER_AUTHOR', remove: 'ADMIN' },
      plugins: [{ type: 'CMS', cmsOptions: { siteSort: {} } }],
    };
    const { body } = await create(declared);
    expect(body.collection).toMatchObject({ ...declared, fields: expect.any(Array) });
    expect(body.collection.fields.slice(4)).toMatchObject(declared.fields);

    // Clients send back what they read, including system fields.
    const next = await update({ ...body.collection, displayName: 'Fuller', plugins: [] });
    expect(next.status).toBe(200);
    expect(next.body.collection).toMatchObject({ displayName: 'Fuller', revision: '2', plugins: [] });
    expect(next.body.collection.fields).toEqual(body.collection.fields);
    expect((await get('Full')).body.collection).toEqual(next.body.collection);
  });

  it('reset what an update omits, including permissions, which become ADMIN', async () => {
    await create({ id: 'Narrow', permissions: { read: 'ANYONE' }, fields: [{ key: 'a', type: 'TEXT' }] });
    const { body } = await update({ id: 'Narrow', revision: '1' });
    expect(body.collection.permissions.read).toBe('ADMIN');
    expect(body.collection.fields).toHaveLength(4);
    expect(
      (await t.call({ method: 'POST', path: '/v2/items/query', as: t.visitor, body: { dataCollectionId: 'Narrow' } }))
        .status,
    ).toBe(403);
  });

  it('return a reduced form to a visitor who may use the collection', async () => {
    await create({
      id: 'Public',
      permissions: { read: 'ANYONE' },
      fields: [{ key: 'a', type: 'TEXT', description: 'inner' }],
    });
    const { body } = await get('Public', t.visitor);
    expect(Object.keys(body.collection).sort()).toEqual(['displayName', 'fields', 'id', 'plugins']);
    expect(body.collection.fields.at(-1)).toEqual({ key: 'a', type: 'TEXT' });
  });

  it('list collections by id in pages and in both directions', async () => {
    const other = await t.secondSite();
    const call = (path: string) => t.call({ method: 'GET', path, headers: { authorization: other.key } });
    for (const id of ['b', 'a', 'C']) {
      const body = { collection: { id, displayName: `${id}!` } };
      await t.call({ method: 'POST', path: '/v2/collections', headers: { authorization: other.key }, body });
    }
    const idsOf = (response: { body: { collections: { id: string }[] } }) =>
      response.body.collections.map(({ id }) => id);
    const all = await call('/v2/collections');
    expect(idsOf(all)).toEqual(['C', 'a', 'b']);
    expect(all.body.pagingMetadata).toEqual({ count: 3, offset: 0, total: 3, tooManyToCount: false, hasNext: false });
    const page = await call('/v2/collections?paging.limit=1&paging.offset=1');
    expect(idsOf(page)).toEqual(['a']);
    expect(page.body.pagingMetadata).toMatchObject({ total: 3, hasNext: true });
    expect(idsOf(await call('/v2/collections?sort.fieldName=id&sort.order=DESC'))).toEqual(['b', 'a', 'C']);
  });

  it('return changes of another process within a second', async () => {
    await create({ id: 'Elsewhere', displayName: 'Before' });
    expect((await get('Elsewhere')).body.collection.displayName).toBe('Before');
    await t.db.updateTable('collections').set({ display_name: 'After' }).where('id', '=', 'Elsewhere').execute();
    await notifyChange(t.db, 'collection', changeKey(t.site.id, 'Elsewhere'));
    await expect
      .poll(async () => (await get('Elsewhere')).body.collection.displayName, { timeout: 5_000 })
      .toBe('After');
  });

  it('delete a collection, free its id at once and retain its table until it can no longer be restored', async () => {
    await create({ id: 'Gone' });
    const before = await listTables();
    expect(await remove('Gone')).toMatchObject({ status: 200, body: {} });
    expect(await listTables()).toEqual(before);
    expect(codeOf(await get('Gone'))).toBe('WDE0026');
    expect((await create({ id: 'Gone' })).status).toBe(200);
  });

  it('write each change to the audit log', async () => {
    const entries = await t.db
      .selectFrom('audit_log')
      .select(['action', 'target'])
      .where('target', '=', 'Gone')
      .execute();
    expect(entries.map((entry) => entry.action).sort()).toEqual([
      'data.collections.create',
      'data.collections.create',
      'data.collections.delete',
    ]);
  });

  it('count collections for the dashboard', async () => {
    const { body } = await t.call({ method: 'GET', path: '/v2/collections', as: t.key });
    expect(await countCollections(t.ctx)).toBe(body.pagingMetadata.total);
  });
});

describe('invalid collections return 400', () => {
  it.each([
    ['no id', {}],
    ['an empty id', { id: '' }],
    ['an id that is too long', { id: 'x'.repeat(257) }],
    ['an unknown type', { id: 'T', fields: [{ key: 'a', type: 'STRING' }] }],
    ['an unknown role', { id: 'R', permissions: { read: 'EVERYONE' } }],
    ['too many fields', { id: 'F', fields: Array.from({ length: 505 }, (_, i) => ({ key: `f${i}`, type: 'TEXT' })) }],
  ])('%s', async (_, collection) => {
    const { status, body } = await create(collection);
    expect(status).toBe(400);
    expect(body.details.validationError.fieldViolations[0].field).toMatch(/^collection/);
  });

  it.each([
    ['a NUL in the id', { id: 'a\u0000b' }, 'WDE0080'],
    ['an unpaired surrogate in the id', { id: 'a\ud800b' }, 'WDE0080'],
    [
      'half a surrogate pair in a description',
      { id: 'S', fields: [{ key: 'a', type: 'TEXT', description: '\ud800' }] },
      'WDE0080',
    ],
    ['a field that starts with $', { id: 'D', fields: [{ key: '$a', type: 'TEXT' }] }, 'WDE0134'],
    [
      'a field declared twice',
      {
        id: 'D',
        fields: [
          { key: 'a', type: 'TEXT' },
          { key: 'a', type: 'NUMBER' },
        ],
      },
      'WDE0080',
    ],
    ['a field called __proto__', { id: 'D', fields: [{ key: '__proto__', type: 'TEXT' }] }, 'WDE0080'],
  ])('%s', async (_, collection, expected) => {
    const before = await listTables();
    const response = await create(collection);
    expect([response.status, codeOf(response)]).toEqual([400, expected]);
    expect(await listTables()).toEqual(before);
  });
});

describe('collection calls return 401', () => {
  it('without a token', async () => {
    expect((await create({ id: 'X' }, '')).status).toBe(401);
    expect((await t.call({ method: 'GET', path: '/v2/collections' })).status).toBe(401);
  });
});

describe('collection calls return 403', () => {
  beforeAll(() => create({ id: 'Closed' }));

  it('to visitors, members, viewers and editors for every change', async () => {
    const [viewer, editor] = [await t.userToken('viewer'), await t.userToken('editor')];
    for (const as of [t.visitor, t.member, viewer, editor, await t.keyWith(['forms:*'])]) {
      for (const response of [
        await create({ id: 'New' }, as),
        await update({ id: 'Closed', revision: '1' }, as),
        await remove('Closed', as),
      ]) {
        expect([response.status, codeOf(response)]).toEqual([403, 'WDE0027']);
      }
    }
    expect((await get('Closed')).body.collection.revision).toBe('1');
  });

  it('to visitors and members for the list and for a collection that they may not use', async () => {
    for (const as of [t.visitor, t.member]) {
      expect((await t.call({ method: 'GET', path: '/v2/collections', as })).status).toBe(403);
      expect(codeOf(await get('Closed', as))).toBe('WDE0027');
    }
  });
});

describe('collection calls return 404', () => {
  it.each(['Nowhere', 'nowhere%00', '%ED%A0%80'])('%s', async (id) => {
    const response = await t.call({ method: 'GET', path: `/v2/collections/x?dataCollectionId=${id}`, as: t.key });
    expect([response.status, codeOf(response)]).toEqual([404, 'WDE0025']);
  });

  it('for updates and deletions of an unknown collection', async () => {
    expect(codeOf(await update({ id: 'Nowhere', revision: '1' }))).toBe('WDE0025');
    expect(codeOf(await remove('Nowhere'))).toBe('WDE0025');
  });
});

describe('collection calls return 409', () => {
  it('for an id that is in use', async () => {
    await create({ id: 'Twice' });
    const response = await create({ id: 'Twice' });
    expect([response.status, codeOf(response)]).toEqual([409, 'WDE0104']);
  });

  it('to all but one of sixteen concurrent creations of an id, and create one table', async () => {
    const before = await listTables();
    const responses = await Promise.all(Array.from({ length: 16 }, () => create({ id: 'Raced' })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(15);
    expect(await listTables()).toHaveLength(before.length + 1);
  });

  it.each([
    ['stale', '7'],
    ['absent', undefined],
    ['not a number', 'x'],
  ])('a revision that is %s', async (_, revision) => {
    await create({ id: 'Revised' });
    const response = await update({ id: 'Revised', revision, displayName: 'Lost' });
    expect([response.status, codeOf(response)]).toEqual([409, 'WDE0178']);
    expect(response.body.details.applicationError.data.revision).toBe('1');
  });

  it('to all but one of sixteen updates of one revision', async () => {
    await create({ id: 'Fought' });
    const responses = await Promise.all(
      Array.from({ length: 16 }, (_, i) => update({ id: 'Fought', revision: '1', displayName: `n${i}` })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await get('Fought')).body.collection.revision).toBe('2');
  });
});
