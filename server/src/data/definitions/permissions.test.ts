import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { type SecondProcess, startSecondProcess } from '../../testing/second-process.ts';

let t: TestServer;
let second: SecondProcess;
let staffTokens: Record<'viewer' | 'editor' | 'admin' | 'owner', string>;
beforeAll(async () => {
  t = await testServer();
  second = await startSecondProcess(t);
  const roles = ['viewer', 'editor', 'admin', 'owner'] as const;
  const tokens = await Promise.all(roles.map((role) => t.userToken(role)));
  staffTokens = Object.fromEntries(roles.map((role, i) => [role, tokens[i]])) as typeof staffTokens;
  await create('Levels', { read: 'ANYONE', insert: 'SITE_MEMBER', update: 'SITE_MEMBER_AUTHOR' });
});
afterAll(async () => {
  await second.stop();
  await t.stop();
});

const create = (id: string, permissions = {}) =>
  t.call({ method: 'POST', path: '/v2/collections', as: t.key, body: { collection: { id, permissions } } });
const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, as = t.key) =>
  t.call({ method, path: `/v1/permissions${path}`, as, ...(body ? { body } : {}) });
const at = (id: string) => `?dataCollectionId=${encodeURIComponent(id)}`;
const update = (dataPermissions: object, as = t.key) => call('POST', '', { dataPermissions }, as);
const createSpecialPermissions = (dataCollectionId: string, specialPermissions: object, as = t.key) =>
  call('POST', '/special', { dataCollectionId, specialPermissions }, as);
const insert = (id: string, as: string) =>
  t.call({ method: 'POST', path: '/v2/items', as, body: { dataCollectionId: id, dataItem: { data: { n: 1 } } } });

describe('permissions calls', () => {
  it('show ADMIN as PRIVILEGED and CMS_EDITOR as ADMIN', async () => {
    expect((await call('GET', at('Levels'))).body).toEqual({
      dataPermissions: {
        id: 'Levels',
        itemRead: 'ANYONE',
        itemInsert: 'SITE_MEMBER',
        itemUpdate: 'SITE_MEMBER_AUTHOR',
        itemRemove: 'PRIVILEGED',
        specialPermissions: [],
      },
    });
    const all = { itemRead: 'SITE_MEMBER', itemInsert: 'CMS_EDITOR', itemUpdate: 'PRIVILEGED', itemRemove: 'ANYONE' };
    const { body } = await update({ id: 'Levels', ...all });
    expect(body.dataPermissions).toMatchObject(all);
    const { collection } = (await t.call({ method: 'GET', path: '/v2/collections/Levels', as: t.key })).body;
    expect(collection.permissions).toEqual({ read: 'SITE_MEMBER', insert: 'ADMIN', update: 'ADMIN', remove: 'ANYONE' });
    expect(collection.revision).toBe('2');
    // Sending back a collection as it was read changes no level.
    await t.call({ method: 'PUT', path: '/v2/collections', as: t.key, body: { collection } });
    expect((await call('GET', at('Levels'))).body.dataPermissions).toMatchObject(all);
    expect((await insert('Levels', staffTokens.editor)).status).toBe(200);
  });

  it('retain levels that the request omits and ignore special permissions', async () => {
    await create('Part', { read: 'ANYONE' });
    await createSpecialPermissions('Part', { userId: t.memberId, itemInsert: 'ALLOWED' });
    const { body } = await update({ id: 'Part', itemInsert: 'SITE_MEMBER', specialPermissions: [] });
    expect(body.dataPermissions).toMatchObject({ itemRead: 'ANYONE', itemInsert: 'SITE_MEMBER' });
    expect(body.dataPermissions.specialPermissions).toHaveLength(1);
  });

  it("return the caller's own permissions", async () => {
    await create('Mine', { read: 'ANYONE', insert: 'SITE_MEMBER', update: 'SITE_MEMBER_AUTHOR', remove: 'ADMIN' });
    const may = async (as: string) => {
      const { body } = await call('GET', `/current${at('Mine')}`, undefined, as);
      return [body.itemRead, body.itemInsert, body.itemUpdate, body.itemRemove];
    };
    expect(await may(t.visitor)).toEqual([true, false, false, false]);
    expect(await may(t.member)).toEqual([true, true, true, false]);
    expect(await may(staffTokens.viewer)).toEqual([true, false, false, false]);
    expect(await may(staffTokens.editor)).toEqual([true, true, true, false]);
    for (const as of [staffTokens.admin, staffTokens.owner, t.key])
      expect(await may(as)).toEqual([true, true, true, true]);
  });

  it('create, update and delete special permissions', async () => {
    await create('Special');
    expect((await insert('Special', t.member)).status).toBe(403);
    const created = await createSpecialPermissions('Special', {
      userId: t.memberId,
      itemInsert: 'ALLOWED',
      itemRead: 'UNSPECIFIED',
    });
    const { id } = created.body.specialPermissions;
    expect(created.body.specialPermissions).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      userId: t.memberId,
      itemInsert: 'ALLOWED',
      itemRead: 'UNSPECIFIED',
      itemUpdate: 'UNSPECIFIED',
      itemRemove: 'UNSPECIFIED',
    });
    expect((await insert('Special', t.member)).status).toBe(200);
    expect((await insert('Special', t.otherMember)).status).toBe(403);
    const current = await call('GET', `/current${at('Special')}`, undefined, t.member);
    expect(current.body).toMatchObject({ itemInsert: true, itemRead: false });

    // The vendor's client sends only the id.
    const changed = await call('POST', `/special/${id}`, { specialPermissions: { id, itemRead: 'ALLOWED' } });
    expect(changed.body.specialPermissions).toMatchObject({
      id,
      userId: t.memberId,
      itemRead: 'ALLOWED',
      itemInsert: 'UNSPECIFIED',
    });
    expect((await insert('Special', t.member)).status).toBe(403);
    expect((await call('GET', at('Special'))).body.dataPermissions.specialPermissions).toEqual([
      changed.body.specialPermissions,
    ]);

    expect((await call('DELETE', `/special/${id}`)).body).toEqual({});
    expect((await call('GET', at('Special'))).body.dataPermissions.specialPermissions).toEqual([]);
  });

  it('reach another process within a second', async () => {
    await create('Noticed', { insert: 'ANYONE' });
    const body = { dataCollectionId: 'Noticed', dataItem: { data: {} } };
    const insertAsVisitor = async () => (await second.call('POST', '/v2/items', { as: t.visitor, body })).status;
    expect(await insertAsVisitor()).toBe(200);
    await update({ id: 'Noticed', itemInsert: 'SITE_MEMBER' });
    await expect.poll(insertAsVisitor, { timeout: 5_000 }).toBe(403);
    const insertAsMember = async () => (await second.call('POST', '/v2/items', { as: t.member, body })).status;
    await update({ id: 'Noticed', itemInsert: 'PRIVILEGED' });
    await expect.poll(insertAsMember, { timeout: 5_000 }).toBe(403);
    await createSpecialPermissions('Noticed', { userId: t.memberId, itemInsert: 'ALLOWED' });
    await expect.poll(insertAsMember, { timeout: 5_000 }).toBe(200);
  });
});

describe('invalid permissions return 400', () => {
  it.each([
    ['an unknown level', { id: 'Levels', itemRead: 'EVERYONE' }],
    ["the shape that one of the vendor's forms sends", 'Levels'],
  ])('%s', async (_, dataPermissions) => {
    expect((await update(dataPermissions as object)).status).toBe(400);
  });

  it('for special permissions without a user', async () => {
    expect((await createSpecialPermissions('Levels', { itemRead: 'ALLOWED' })).status).toBe(400);
    expect(codeOf(await createSpecialPermissions('Levels', { userId: '\ud800', itemRead: 'ALLOWED' }))).toBe('WDE0080');
  });
});

describe('permissions calls return 401 or 403', () => {
  it('unless the caller manages collections or, for reads, works on the site', async () => {
    const created = await createSpecialPermissions('Levels', { userId: t.otherMemberId, itemRead: 'ALLOWED' });
    const path = `/special/${created.body.specialPermissions.id}`;
    const forms = await t.keyWith(['forms:*']);
    for (const as of [t.visitor, t.member, staffTokens.viewer, staffTokens.editor, forms]) {
      for (const response of [
        await update({ id: 'Levels', itemRead: 'ANYONE' }, as),
        await createSpecialPermissions('Levels', { userId: 'x', itemRead: 'ALLOWED' }, as),
        await call('POST', path, { specialPermissions: {} }, as),
        await call('DELETE', path, undefined, as),
      ])
        expect([response.status, codeOf(response)]).toEqual([403, 'WDE0144']);
    }
    for (const as of [t.visitor, t.member, forms])
      expect(codeOf(await call('GET', at('Levels'), undefined, as))).toBe('WDE0027');
    expect((await call('GET', at('Levels'), undefined, staffTokens.viewer)).status).toBe(200);
    expect((await call('GET', at('Levels'), undefined, '')).status).toBe(401);
    expect((await call('GET', `/current${at('Levels')}`, undefined, '')).status).toBe(401);
  });
});

describe('permissions calls return 404', () => {
  it('for unknown collections and special permissions', async () => {
    for (const response of [
      await call('GET', at('Nowhere')),
      await call('GET', `/current${at('Nowhere')}`, undefined, t.visitor),
      await update({ id: 'Nowhere', itemRead: 'ANYONE' }),
      await createSpecialPermissions('Nowhere', { userId: 'x' }),
    ])
      expect([response.status, codeOf(response)]).toEqual([404, 'WDE0025']);
    for (const id of ['nothing', '00000000-0000-4000-8000-000000000000']) {
      expect(codeOf(await call('POST', `/special/${id}`, { specialPermissions: {} }))).toBe('NOT_FOUND');
      expect(codeOf(await call('DELETE', `/special/${id}`))).toBe('NOT_FOUND');
    }
  });

  it('for special permissions of another site', async () => {
    const created = await createSpecialPermissions('Levels', { userId: 'of this site', itemRead: 'ALLOWED' });
    const other = await t.secondSite();
    const response = await t.call({
      method: 'DELETE',
      path: `/v1/permissions/special/${created.body.specialPermissions.id}`,
      headers: { authorization: other.key },
    });
    expect([response.status, codeOf(response)]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('special permissions return 409', () => {
  it('if the user has some already, also for concurrent requests', async () => {
    await create('Once');
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => createSpecialPermissions('Once', { userId: 'u', itemRead: 'ALLOWED' })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const response of responses.filter(({ status }) => status !== 200))
      expect([response.status, codeOf(response)]).toEqual([409, 'ALREADY_EXISTS']);
  });
});
