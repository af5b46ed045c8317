import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { signInNewMember } from '../testing/client.ts';

let t: TestServer;
let ada: Awaited<ReturnType<typeof signInNewMember>>;
let bob: Awaited<ReturnType<typeof signInNewMember>>;
beforeAll(async () => {
  t = await testServer();
  // The members of the test server would appear in every list.
  await t.db.deleteFrom('members').execute();
  ada = await signInNewMember(t, { firstName: 'Ada', nickname: 'ada_l', privacyStatus: 'PUBLIC', company: 'Engines' });
  bob = await signInNewMember(t, { firstName: 'Bob', nickname: 'bob', phones: ['1'] });
});
afterAll(() => t.stop());

const get = (path: string, as?: string) => t.call({ method: 'GET', path: `/members/v1/members${path}`, as });
const query = (body: unknown, as = t.key) => t.call({ method: 'POST', path: '/members/v1/members/query', body, as });
const find = (filter: unknown, as?: string) => query({ query: { filter } }, as);
const patch = (id: string, member: unknown, as: string) =>
  t.call({ method: 'PATCH', path: `/members/v1/members/${id}`, body: { member }, as });
const idsOf = (response: { body: { members: { id: string }[] } }) => response.body.members.map(({ id }) => id);

describe('responses with status 200', () => {
  it('returns the signed-in member by fieldset', async () => {
    const publicFields = (await get('/my', ada.accessToken)).body.member;
    expect(publicFields).toMatchObject({
      id: ada.id,
      status: 'UNKNOWN',
      privacyStatus: 'UNKNOWN',
      activityStatus: 'UNKNOWN',
      profile: { nickname: 'ada_l' },
    });
    expect(publicFields).not.toHaveProperty('loginEmail');
    expect(publicFields).not.toHaveProperty('contact');
    const extended = (await get('/my?fieldsets=EXTENDED', ada.accessToken)).body.member;
    expect(extended).toMatchObject({ loginEmail: ada.email, status: 'APPROVED', privacyStatus: 'PUBLIC' });
    expect(extended).not.toHaveProperty('contact');
    const full = (await get('/my?fieldsets=PUBLIC&fieldsets=FULL', ada.accessToken)).body.member;
    expect(full.contact).toMatchObject({ firstName: 'Ada', company: 'Engines', phones: [], addresses: [] });
    expect((await get('/my?fieldSet=FULL', ada.accessToken)).body.member).toEqual(full);
    expect(JSON.stringify(full)).not.toContain('argon2');
  });

  it.each(['/members/v1/members/my', '/_api/members/v1/members/my', '/v1/members/my'])(
    'responds at %s',
    async (path) => {
      expect((await t.call({ method: 'GET', path, as: ada.accessToken })).status).toBe(200);
    },
  );

  it('returns a public member to everybody, but only the public fields', async () => {
    const { body } = await get(`/${ada.id}?id=${ada.id}&fieldsets=FULL`, t.visitor);
    expect(body.member.id).toBe(ada.id);
    expect(body.member).not.toHaveProperty('loginEmail');
    expect(body.member).not.toHaveProperty('contact');
    const staffResponse = await get(`/${ada.id}?fieldsets=FULL`, await t.userToken('viewer'));
    expect(staffResponse.body.member.loginEmail).toBe(ada.email);
  });

  it('lists all members to staff and public members to others', async () => {
    const all = await get('?fieldsets=FULL', t.key);
    expect(all.body.metadata).toEqual({ count: 2, offset: 0, total: 2, tooManyToCount: false });
    expect(idsOf(all)).toEqual([bob.id, ada.id]);
    expect(idsOf(await get('', t.visitor))).toEqual([ada.id]);
    const packedQuery = Buffer.from(JSON.stringify({ paging: { limit: 1, offset: 1 } })).toString('base64url');
    expect((await get(`?.r=${packedQuery}`, t.key)).body).toMatchObject({
      members: [{ id: ada.id }],
      metadata: { count: 1, offset: 1, total: 2 },
    });
  });

  it.each([
    ['equality', () => ({ loginEmail: ada.email.toUpperCase() })],
    ['$eq', () => ({ id: { $eq: ada.id } })],
    ['$in', () => ({ id: { $in: [ada.id] } })],
    ['$ne', () => ({ id: { $ne: bob.id } })],
    ['$not', () => ({ $not: { id: bob.id } })],
    ['$or', () => ({ $or: [{ 'contact.firstName': 'Ada' }, { 'contact.firstName': 'Nobody' }] })],
    ['$and', () => ({ $and: [{ status: 'APPROVED' }, { privacyStatus: 'PUBLIC' }] })],
    ['$startsWith', () => ({ 'profile.nickname': { $startsWith: 'ada_' } })],
    ['null', () => ({ 'contact.company': { $ne: null } })],
    ['contactId', () => ({ contactId: ada.id })],
    ['time', () => ({ createdDate: { $lt: new Date(Date.now() + 60_000).toISOString() }, id: ada.id })],
  ])('filters by %s', async (_name, filter) => {
    expect(idsOf(await find(filter()))).toEqual([ada.id]);
  });

  it('returns no members for an invalid id', async () => {
    expect(idsOf(await find({ id: 'x' }))).toEqual([]);
  });

  it('sorts, pages and searches', async () => {
    const sort = [{ fieldName: 'contact.firstName', order: 'DESC' }];
    expect(idsOf(await query({ query: { sort } }))).toEqual([bob.id, ada.id]);
    expect(idsOf(await query({ query: { sort, paging: { limit: 1, offset: 1 } } }))).toEqual([ada.id]);
    expect(idsOf(await query({ search: { expression: 'ADA_' } }))).toEqual([ada.id]);
    expect(idsOf(await query({ search: { expression: '%' } }))).toEqual([]);
    expect((await query({ query: { paging: { limit: 0 } } })).body).toMatchObject({
      members: [],
      metadata: { total: 2 },
    });
  });

  it('lists only active members, even if others have a public profile', async () => {
    const hidden = await signInNewMember(t, { nickname: 'hidden', privacyStatus: 'PUBLIC' });
    for (const status of ['PENDING', 'BLOCKED', 'OFFLINE']) {
      await t.db.updateTable('members').set({ status }).where('id', '=', hidden.id).execute();
      for (const as of [t.visitor, ada.accessToken]) {
        expect(idsOf(await get('', as))).toEqual([ada.id]);
        expect(idsOf(await query({ search: { expression: 'hidden' } }, as))).toEqual([]);
        expect((await get(`/${hidden.id}`, as)).status).toBe(404);
      }
      expect(idsOf(await find({ status }))).toEqual([hidden.id]);
      expect((await get(`/${hidden.id}?fieldsets=EXTENDED`, t.key)).body.member.status).toBe(status);
    }
    await t.db.deleteFrom('members').where('id', '=', hidden.id).execute();
  });

  it('returns all fields of the member to the member, and public fields of others', async () => {
    const ownMember = (await get(`/${bob.id}?fieldsets=FULL`, bob.accessToken)).body.member;
    expect(ownMember).toMatchObject({ loginEmail: bob.email, contact: { firstName: 'Bob' } });
    const { body } = await get('?fieldsets=FULL', ada.accessToken);
    expect(body.members).toMatchObject([{ id: ada.id, loginEmail: ada.email }]);
    const listed = (await get('?fieldsets=FULL', bob.accessToken)).body.members;
    expect(listed).toMatchObject([{ id: ada.id, status: 'UNKNOWN' }]);
    expect(listed[0]).not.toHaveProperty('loginEmail');
  });

  it('searches in the requested fields', async () => {
    const search = (fields: string[], expression = 'ada') => query({ search: { expression, fields } });
    expect(idsOf(await search(['contact.firstName']))).toEqual([ada.id]);
    expect(idsOf(await search(['contact.lastName', 'profile.nickname']))).toEqual([ada.id]);
    expect(idsOf(await search(['contact.lastName']))).toEqual([]);
    expect(idsOf(await search(['loginEmail'], bob.email.slice(0, 10)))).toEqual([bob.id]);
  });

  it('changes only the fields in the request', async () => {
    const { body } = await patch(
      bob.id,
      { contact: { lastName: 'Builder' }, profile: { title: 'Mr' } },
      bob.accessToken,
    );
    expect(body.member).toMatchObject({
      loginEmail: bob.email,
      contact: { firstName: 'Bob', lastName: 'Builder', phones: ['1'] },
      profile: { nickname: 'bob', title: 'Mr' },
    });
    const clearResponse = await patch(bob.id, { contact: { lastName: null, phones: [] } }, bob.accessToken);
    expect(clearResponse.body.member.contact).toMatchObject({ firstName: 'Bob', phones: [] });
    expect(clearResponse.body.member.contact).not.toHaveProperty('lastName');
  });

  it('ignores protected attributes in an update', async () => {
    const before = (await get('/my?fieldsets=FULL', bob.accessToken)).body.member;
    const { body } = await patch(
      bob.id,
      {
        id: ada.id,
        status: 'BLOCKED',
        loginEmail: 'x@example.org',
        loginEmailVerified: true,
        activityStatus: 'MUTED',
        createdDate: '2000-01-01T00:00:00Z',
        profile: { slug: 'taken-over' },
        password_hash: 'x',
      },
      bob.accessToken,
    );
    expect({ ...body.member, updatedDate: null }).toEqual({ ...before, updatedDate: null });
  });

  it('audits changes by staff, but not by the member', async () => {
    const listRows = () =>
      t.db.selectFrom('audit_log').selectAll().where('action', '=', 'identity.members.update').execute();
    expect(await listRows()).toHaveLength(0);
    await patch(bob.id, { contact: { company: 'Yard' } }, await t.userToken('admin'));
    expect(await listRows()).toMatchObject([{ target: bob.id, after: { contact: { company: 'Yard' } } }]);
  });

  it('returns the user info for OpenID clients', async () => {
    const { body } = await t.call({ method: 'GET', path: '/oauth2/user-info', as: ada.accessToken });
    expect(body).toMatchObject({ sub: ada.id, givenName: 'Ada', email: ada.email, emailVerified: false });
  });
});

describe('responses with status 400', () => {
  it.each([
    ['an unknown field', { password_hash: 'x' }],
    ['a property of Object.prototype as field', { constructor: 'x' }],
    ['an unknown operator', { id: { $regex: 'x' } }],
    ['a property of Object.prototype as operator', { id: { toString: 'x' } }],
    ['an invalid date', { createdDate: { $gt: 'x' } }],
    ['$in without a list', { id: { $in: 'x' } }],
    ['a text that PostgreSQL cannot store', { 'contact.firstName': 'a\u0000b' }],
    ['a filter that is nested too deeply', JSON.parse(`${'{"$not":'.repeat(20)}{}${'}'.repeat(20)}`)],
  ])('rejects %s', async (_name, filter) => {
    const response = await find(filter);
    expect(response.status).toBe(400);
    expect(response.body.details.validationError.fieldViolations[0].field).toContain('query.filter');
  });

  it('lets only staff find out whether an address is registered', async () => {
    for (const as of [t.visitor, ada.accessToken]) {
      expect((await find({ loginEmail: bob.email }, as)).status).toBe(400);
      expect((await query({ query: { sort: [{ fieldName: 'loginEmail' }] } }, as)).status).toBe(400);
    }
    expect(idsOf(await query({ search: { expression: ada.email } }, t.visitor))).toEqual([]);
  });

  it.each(['createdDate', 'password_hash', 'constructor'])('rejects a search in %s', async (field) => {
    const rejected = await query({ search: { expression: 'x', fields: [field] } });
    expect(rejected.body.details.validationError.fieldViolations[0].field).toBe('search.fields.0');
  });

  it('lets only staff search in addresses', async () => {
    const search = { expression: 'example.org', fields: ['loginEmail'] };
    expect((await query({ search }, t.visitor)).status).toBe(400);
  });

  it('rejects an invalid id', async () => {
    expect((await get('/not-a-guid', t.key)).status).toBe(400);
  });
});

describe('responses with status 401', () => {
  it('needs a token', async () => {
    expect((await get('/my')).status).toBe(401);
    expect((await get('/my', 'made.up.token')).status).toBe(401);
  });
});

describe('responses with status 403', () => {
  it('has no signed-in member for visitors and keys', async () => {
    expect((await get('/my', t.visitor)).status).toBe(403);
    expect((await get('/my', t.key)).status).toBe(403);
  });

  it('rejects changes of another member without members:manage', async () => {
    const callers = [ada.accessToken, t.visitor, await t.userToken('viewer'), await t.userToken('editor')];
    for (const as of [...callers, await t.keyWith(['members:read'])]) {
      expect((await patch(bob.id, { contact: { lastName: 'X' } }, as)).status).toBe(403);
    }
  });
});

describe('responses with status 404', () => {
  it('hides private members and members of other sites', async () => {
    const second = await t.secondSite();
    for (const as of [t.visitor, ada.accessToken]) expect((await get(`/${bob.id}`, as)).status).toBe(404);
    const foreign = await t.call({
      method: 'GET',
      path: `/members/v1/members/${ada.id}`,
      headers: { authorization: second.key },
    });
    expect(foreign.status).toBe(404);
    expect((await get('/00000000-0000-4000-8000-000000000000', t.key)).body.details.applicationError.code).toBe(
      'MEMBER_NOT_FOUND',
    );
  });
});
