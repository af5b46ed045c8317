import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { signedInMember } from '../testing/client.ts';

let t: TestServer;
let ada: Awaited<ReturnType<typeof signedInMember>>;
let bob: Awaited<ReturnType<typeof signedInMember>>;
beforeAll(async () => {
  t = await testServer();
  // The harness's own would stand in every list.
  await t.db.deleteFrom('members').execute();
  ada = await signedInMember(t, { firstName: 'Ada', nickname: 'ada_l', privacyStatus: 'PUBLIC', company: 'Engines' });
  bob = await signedInMember(t, { firstName: 'Bob', nickname: 'bob', phones: ['1'] });
});
afterAll(() => t.stop());

const get = (path: string, as?: string) => t.call({ method: 'GET', path: `/members/v1/members${path}`, as });
const query = (body: unknown, as = t.key) => t.call({ method: 'POST', path: '/members/v1/members/query', body, as });
const find = (filter: unknown, as?: string) => query({ query: { filter } }, as);
const patch = (id: string, member: unknown, as: string) =>
  t.call({ method: 'PATCH', path: `/members/v1/members/${id}`, body: { member }, as });
const ids = (answer: { body: { members: { id: string }[] } }) => answer.body.members.map(({ id }) => id);

describe('200', () => {
  it('shows the member of the token by fieldset', async () => {
    const plain = (await get('/my', ada.accessToken)).body.member;
    expect(plain).toMatchObject({
      id: ada.id,
      status: 'UNKNOWN',
      privacyStatus: 'UNKNOWN',
      activityStatus: 'UNKNOWN',
      profile: { nickname: 'ada_l' },
    });
    expect(plain).not.toHaveProperty('loginEmail');
    expect(plain).not.toHaveProperty('contact');
    const extended = (await get('/my?fieldsets=EXTENDED', ada.accessToken)).body.member;
    expect(extended).toMatchObject({ loginEmail: ada.email, status: 'APPROVED', privacyStatus: 'PUBLIC' });
    expect(extended).not.toHaveProperty('contact');
    const full = (await get('/my?fieldsets=PUBLIC&fieldsets=FULL', ada.accessToken)).body.member;
    expect(full.contact).toMatchObject({ firstName: 'Ada', company: 'Engines', phones: [], addresses: [] });
    expect((await get('/my?fieldSet=FULL', ada.accessToken)).body.member).toEqual(full);
    expect(JSON.stringify(full)).not.toContain('argon2');
  });

  it.each(['/members/v1/members/my', '/_api/members/v1/members/my', '/v1/members/my'])(
    'answers at %s',
    async (path) => {
      expect((await t.call({ method: 'GET', path, as: ada.accessToken })).status).toBe(200);
    },
  );

  it('shows a public member to everybody, but only the public fields', async () => {
    const { body } = await get(`/${ada.id}?id=${ada.id}&fieldsets=FULL`, t.visitor);
    expect(body.member.id).toBe(ada.id);
    expect(body.member).not.toHaveProperty('loginEmail');
    expect(body.member).not.toHaveProperty('contact');
    const staff = await get(`/${ada.id}?fieldsets=FULL`, await t.userToken('viewer'));
    expect(staff.body.member.loginEmail).toBe(ada.email);
  });

  it('lists all to staff and public members to others', async () => {
    const all = await get('?fieldsets=FULL', t.key);
    expect(all.body.metadata).toEqual({ count: 2, offset: 0, total: 2, tooManyToCount: false });
    expect(ids(all)).toEqual([bob.id, ada.id]);
    expect(ids(await get('', t.visitor))).toEqual([ada.id]);
    const packed = Buffer.from(JSON.stringify({ paging: { limit: 1, offset: 1 } })).toString('base64url');
    expect((await get(`?.r=${packed}`, t.key)).body).toMatchObject({
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
    expect(ids(await find(filter()))).toEqual([ada.id]);
  });

  it('finds nobody by an id that cannot be one', async () => {
    expect(ids(await find({ id: 'x' }))).toEqual([]);
  });

  it('sorts, pages and searches', async () => {
    const sort = [{ fieldName: 'contact.firstName', order: 'DESC' }];
    expect(ids(await query({ query: { sort } }))).toEqual([bob.id, ada.id]);
    expect(ids(await query({ query: { sort, paging: { limit: 1, offset: 1 } } }))).toEqual([ada.id]);
    expect(ids(await query({ search: { expression: 'ADA_' } }))).toEqual([ada.id]);
    expect(ids(await query({ search: { expression: '%' } }))).toEqual([]);
    expect((await query({ query: { paging: { limit: 0 } } })).body).toMatchObject({
      members: [],
      metadata: { total: 2 },
    });
  });

  it('shows members who may sign in and nobody else, however public', async () => {
    const hidden = await signedInMember(t, { nickname: 'hidden', privacyStatus: 'PUBLIC' });
    for (const status of ['PENDING', 'BLOCKED', 'OFFLINE']) {
      await t.db.updateTable('members').set({ status }).where('id', '=', hidden.id).execute();
      for (const as of [t.visitor, ada.accessToken]) {
        expect(ids(await get('', as))).toEqual([ada.id]);
        expect(ids(await query({ search: { expression: 'hidden' } }, as))).toEqual([]);
        expect((await get(`/${hidden.id}`, as)).status).toBe(404);
      }
      expect(ids(await find({ status }))).toEqual([hidden.id]);
      expect((await get(`/${hidden.id}?fieldsets=EXTENDED`, t.key)).body.member.status).toBe(status);
    }
    await t.db.deleteFrom('members').where('id', '=', hidden.id).execute();
  });

  it('shows members all of themselves, also by id and in a list, and the others only in part', async () => {
    const own = (await get(`/${bob.id}?fieldsets=FULL`, bob.accessToken)).body.member;
    expect(own).toMatchObject({ loginEmail: bob.email, contact: { firstName: 'Bob' } });
    const { body } = await get('?fieldsets=FULL', ada.accessToken);
    expect(body.members).toMatchObject([{ id: ada.id, loginEmail: ada.email }]);
    const seen = (await get('?fieldsets=FULL', bob.accessToken)).body.members;
    expect(seen).toMatchObject([{ id: ada.id, status: 'UNKNOWN' }]);
    expect(seen[0]).not.toHaveProperty('loginEmail');
  });

  it('searches in the fields that are named', async () => {
    const search = (fields: string[], expression = 'ada') => query({ search: { expression, fields } });
    expect(ids(await search(['contact.firstName']))).toEqual([ada.id]);
    expect(ids(await search(['contact.lastName', 'profile.nickname']))).toEqual([ada.id]);
    expect(ids(await search(['contact.lastName']))).toEqual([]);
    expect(ids(await search(['loginEmail'], bob.email.slice(0, 10)))).toEqual([bob.id]);
  });

  it('changes what is sent and leaves the rest', async () => {
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
    const cleared = await patch(bob.id, { contact: { lastName: null, phones: [] } }, bob.accessToken);
    expect(cleared.body.member.contact).toMatchObject({ firstName: 'Bob', phones: [] });
    expect(cleared.body.member.contact).not.toHaveProperty('lastName');
  });

  it('keeps what must not be assigned', async () => {
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

  it('writes down what staff change of a member, and not what members change', async () => {
    const rows = () =>
      t.db.selectFrom('audit_log').selectAll().where('action', '=', 'identity.members.update').execute();
    expect(await rows()).toHaveLength(0);
    await patch(bob.id, { contact: { company: 'Yard' } }, await t.userToken('admin'));
    expect(await rows()).toMatchObject([{ target: bob.id, after: { contact: { company: 'Yard' } } }]);
  });

  it('answers who the member is to OpenID clients', async () => {
    const { body } = await t.call({ method: 'GET', path: '/oauth2/user-info', as: ada.accessToken });
    expect(body).toMatchObject({ sub: ada.id, givenName: 'Ada', email: ada.email, emailVerified: false });
  });
});

describe('400', () => {
  it.each([
    ['an unknown field', { password_hash: 'x' }],
    ['a field that every object has', { constructor: 'x' }],
    ['an unknown operator', { id: { $regex: 'x' } }],
    ['an operator that every object has', { id: { toString: 'x' } }],
    ['a date that is none', { createdDate: { $gt: 'x' } }],
    ['a list that is none', { id: { $in: 'x' } }],
    ['a text that PostgreSQL cannot store', { 'contact.firstName': 'a\u0000b' }],
    ['a filter without end', JSON.parse(`${'{"$not":'.repeat(20)}{}${'}'.repeat(20)}`)],
  ])('refuses %s', async (_name, filter) => {
    const answer = await find(filter);
    expect(answer.status).toBe(400);
    expect(answer.body.details.validationError.fieldViolations[0].field).toContain('query.filter');
  });

  it('lets nobody but staff ask whether an address is registered', async () => {
    for (const as of [t.visitor, ada.accessToken]) {
      expect((await find({ loginEmail: bob.email }, as)).status).toBe(400);
      expect((await query({ query: { sort: [{ fieldName: 'loginEmail' }] } }, as)).status).toBe(400);
    }
    expect(ids(await query({ search: { expression: ada.email } }, t.visitor))).toEqual([]);
  });

  it.each(['createdDate', 'password_hash', 'constructor'])('refuses to search in %s', async (field) => {
    const refused = await query({ search: { expression: 'x', fields: [field] } });
    expect(refused.body.details.validationError.fieldViolations[0].field).toBe('search.fields.0');
  });

  it('lets nobody but staff search in addresses', async () => {
    const search = { expression: 'example.org', fields: ['loginEmail'] };
    expect((await query({ search }, t.visitor)).status).toBe(400);
  });

  it('refuses an id that is none', async () => {
    expect((await get('/not-a-guid', t.key)).status).toBe(400);
  });
});

describe('401', () => {
  it('needs a token', async () => {
    expect((await get('/my')).status).toBe(401);
    expect((await get('/my', 'made.up.token')).status).toBe(401);
  });
});

describe('403', () => {
  it('tells a visitor that nobody is signed in', async () => {
    expect((await get('/my', t.visitor)).status).toBe(403);
    expect((await get('/my', t.key)).status).toBe(403);
  });

  it('lets nobody change another member without the right to', async () => {
    const callers = [ada.accessToken, t.visitor, await t.userToken('viewer'), await t.userToken('editor')];
    for (const as of [...callers, await t.keyWith(['members:read'])]) {
      expect((await patch(bob.id, { contact: { lastName: 'X' } }, as)).status).toBe(403);
    }
  });
});

describe('404', () => {
  it('hides a private member, and those of other sites', async () => {
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
