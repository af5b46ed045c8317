/** Creating a member and changing the profile: contact data, custom fields, slug, privacy, clearing lists. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf, violationsOf } from '../../testing/responses.ts';
import { newEmail, register, signInNewMember } from '../testing/client.ts';
import { authorizationsByCaller, CALLERS, type CallerName, callsOf, MISSING_ID } from '../testing/members.ts';

let t: TestServer;
let calls: ReturnType<typeof callsOf>;
let callers: Record<CallerName, string>;
let ada: Awaited<ReturnType<typeof signInNewMember>>;
beforeAll(async () => {
  t = await testServer();
  calls = callsOf(t);
  const field = { name: 'Field', editableByMember: true };
  await t.configure({
    members: {
      fields: [
        { ...field, key: 'team', name: 'Team', type: 'TEXT' },
        { ...field, key: 'age', type: 'NUMBER' },
        { ...field, key: 'joined', type: 'DATE' },
        { ...field, key: 'news', type: 'BOOLEAN' },
        { ...field, key: 'colour', type: 'CHOICE', choices: ['red', 'green'] },
        { ...field, key: 'home', type: 'URL' },
        { ...field, key: 'hobbies', type: 'LIST' },
        { ...field, key: 'rank', type: 'TEXT', editableByMember: false },
      ],
    },
  });
  ada = await signInNewMember(t, { firstName: 'Ada' });
  callers = await authorizationsByCaller(t, ada.accessToken, (await signInNewMember(t)).accessToken);
});
afterAll(() => t.stop());

const STAFF: readonly CallerName[] = ['admin', 'owner', 'key'];
const VALUES = {
  team: 'blue',
  age: 36,
  joined: '2024-02-29',
  news: true,
  colour: 'red',
  home: 'https://example.org',
  hobbies: ['maths', 'music'],
};
const toContact = (values: Record<string, unknown>) => ({
  contact: { customFields: Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value }])) },
});
const readCustomFields = async (id: string) => (await calls.row(id)).details as { customFields?: object };
const create = (member: unknown, as = t.key) => calls.post('', { member }, as);

describe('responses with status 200', () => {
  it.each(STAFF)('lets %s create a member, without a password or a mail', async (name) => {
    const loginEmail = newEmail();
    const member = {
      loginEmail: ` ${loginEmail.toUpperCase()} `,
      contact: { firstName: 'Grace', phones: ['1'], customFields: { rank: { value: 'gold' } } },
      profile: { nickname: 'grace', slug: `Grace-${name}` },
      privacyStatus: 'PUBLIC',
    };
    const { status, body } = await create(member, callers[name]);
    expect(status).toBe(200);
    expect(body.member).toMatchObject({
      loginEmail,
      loginEmailVerified: false,
      status: 'APPROVED',
      privacyStatus: 'PUBLIC',
      contact: { firstName: 'Grace', phones: ['1'], customFields: { rank: { name: 'Field', value: 'gold' } } },
      profile: { nickname: 'grace', slug: `grace-${name}` },
    });
    expect(await calls.row(body.member.id)).toMatchObject({ password_hash: null, visitor_id: null });
    expect(await calls.mailsTo(loginEmail)).toEqual([]);
    expect((await calls.audited(body.member.id)).map(({ action }) => action)).toEqual(['identity.members.create']);
  });

  it('creates an active member even if sign-up is closed or requires steps', async () => {
    await t.configure({ signIn: { signUp: 'CLOSED', requireOwnerApproval: true, requireEmailVerification: true } });
    expect((await create({ loginEmail: newEmail() })).body.member.status).toBe('APPROVED');
    await t.configure({ signIn: { signUp: 'OPEN', requireOwnerApproval: false, requireEmailVerification: false } });
  });

  it('stores custom fields of every type, in all three shapes of the requests', async () => {
    const list = Object.entries({
      team: { strValue: 'blue' },
      age: { numValue: 36 },
      joined: { dateValue: '2024-02-29' },
      news: { boolValue: true },
      colour: { strValue: 'red' },
      home: { strValue: 'https://example.org' },
      hobbies: { listValue: { value: ['maths', 'music'] } },
    }).map(([name, value]) => ({ name, value }));
    const listResponse = await register(t, newEmail(), { profile: { customFields: list } });
    const mapResponse = await register(t, newEmail(), { profile: { customFields: VALUES } });
    for (const { status, body } of [listResponse, mapResponse]) {
      expect(status).toBe(200);
      expect(body.identity.identityProfile.customFields).toHaveLength(list.length);
      expect(body.identity.identityProfile.customFields).toEqual(expect.arrayContaining(list));
    }
    await calls.patch(ada.id, toContact(VALUES), ada.accessToken);
    const fields = (await calls.get('/my?fieldsets=FULL', ada.accessToken)).body.member.contact.customFields;
    expect(
      Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, (field as { value: unknown }).value])),
    ).toEqual(VALUES);
    expect(fields.team).toEqual({ name: 'Team', value: 'blue' });
    expect(await readCustomFields(ada.id)).toEqual(
      await readCustomFields(listResponse.body.identity.id).then((stored) => ({ ...stored, firstName: 'Ada' })),
    );
  });

  it('changes one custom field without the others; null clears a field', async () => {
    await calls.patch(ada.id, toContact({ team: 'green', age: null }), ada.accessToken);
    const { contact } = (await calls.get('/my?fieldsets=FULL', ada.accessToken)).body.member;
    expect(contact.customFields).toMatchObject({ team: { value: 'green' }, news: { value: true } });
    expect(contact.customFields).not.toHaveProperty('age');
  });

  it('drops custom fields that the site does not define', async () => {
    const { body } = await register(t, newEmail(), { profile: { customFields: { shoe: 42, team: 'red' } } });
    expect(body.identity.identityProfile.customFields).toEqual([{ name: 'team', value: { strValue: 'red' } }]);
    await calls.patch(ada.id, toContact({ shoe: 42 }), ada.accessToken);
    expect(JSON.stringify(await readCustomFields(ada.id))).not.toContain('shoe');
  });

  it('lets only staff edit fields for staff, and retains their values when the member saves', async () => {
    const email = newEmail();
    const { body } = await register(t, email, { profile: { customFields: { rank: 'gold' } } });
    expect(body.identity.identityProfile.customFields).toEqual([]);
    await calls.patch(ada.id, toContact({ rank: 'gold' }), ada.accessToken);
    expect(JSON.stringify(await readCustomFields(ada.id))).not.toContain('rank');
    await calls.patch(ada.id, toContact({ rank: 'silver' }), callers.admin);
    const read = (await calls.get('/my?fieldsets=FULL', ada.accessToken)).body.member;
    expect(read.contact.customFields.rank.value).toBe('silver');
    read.contact.customFields.rank.value = 'gold';
    expect((await calls.patch(ada.id, read, ada.accessToken)).body.member.contact.customFields.rank.value).toBe(
      'silver',
    );
  });

  it('lets members change their own slug, and staff any slug', async () => {
    const { body } = await calls.post('/my/slug', { slug: 'Ada-L' }, ada.accessToken);
    expect(body.member.profile.slug).toBe('ada-l');
    expect((await calls.post(`/${ada.id}/slug`, { slug: 'ada_2' }, callers.admin)).body.member.profile.slug).toBe(
      'ada_2',
    );
    expect((await calls.post('/my/slug', { slug: 'ada_2' }, ada.accessToken)).status).toBe(200);
    const { body: found } = await calls.post('/query', { query: { filter: { 'profile.slug': 'ada_2' } } });
    expect(found.members.map(({ id }: { id: string }) => id)).toEqual([ada.id]);
  });

  it('joins and leaves the community', async () => {
    const getStatusForVisitor = async () => (await calls.get(`/${ada.id}`, t.visitor)).status;
    expect((await calls.post('/join-community', {}, ada.accessToken)).body.member.privacyStatus).toBe('PUBLIC');
    expect(await getStatusForVisitor()).toBe(200);
    expect((await calls.post('/leave-community', {}, ada.accessToken)).body.member.privacyStatus).toBe('PRIVATE');
    expect(await getStatusForVisitor()).toBe(404);
  });

  it('clears phones, e-mail addresses and addresses separately', async () => {
    const full = { phones: ['1'], emails: ['a@example.org'], addresses: [{ city: 'London' }], lastName: 'L' };
    for (const part of ['phones', 'emails', 'addresses'] as const) {
      for (const as of [ada.accessToken, callers.admin]) {
        await calls.patch(ada.id, { contact: full });
        const { status, body } = await calls.remove(`/${ada.id}/${part}`, as);
        expect(status).toBe(200);
        expect(body.member.contact).toMatchObject({ lastName: 'L', [part]: [] });
        const others = (['phones', 'emails', 'addresses'] as const).filter((name) => name !== part);
        for (const other of others) expect(body.member.contact[other]).toHaveLength(1);
      }
    }
  });
});

describe('responses with status 400', () => {
  it('names each custom field with a value of the wrong type, at registration and update', async () => {
    const wrong = {
      age: 'old',
      joined: 'once',
      news: 'maybe',
      colour: 'blue',
      home: 'javascript:alert(1)',
      hobbies: 'none',
    };
    const registered = await register(t, newEmail(), { profile: { customFields: wrong } });
    expect(registered.status).toBe(400);
    expect(violationsOf(registered).map(({ field }) => field)).toEqual(
      Object.keys(wrong).map((key) => `profile.customFields.${key}`),
    );
    const patched = await calls.patch(ada.id, toContact(wrong), ada.accessToken);
    expect(patched.status).toBe(400);
    expect(violationsOf(patched).map(({ field }) => field)).toEqual(
      Object.keys(wrong).map((key) => `member.contact.customFields.${key}`),
    );
  });

  it.each(['', '-a', 'a b', 'a/b', '../x', 'a\u0000b', 'x'.repeat(256), 'deleted-x'])(
    'rejects the slug %j',
    async (slug) => {
      expect((await calls.post('/my/slug', { slug }, ada.accessToken)).status).toBe(400);
    },
  );

  it.each(['', 'no-at', 'a@b', 'a\n@example.org'])('creates no member with the address %j', async (loginEmail) => {
    const rejected = await create({ loginEmail });
    expect(rejected.status).toBe(400);
    expect(violationsOf(rejected)[0]).toMatchObject({ field: 'member.loginEmail' });
  });

  it('creates no member without an address', async () => {
    expect((await create({})).status).toBe(400);
  });
});

describe('responses with status 401', () => {
  it.each(['', '/my/slug', '/join-community', '/leave-community'])('POST /v1/members%s needs a token', async (path) => {
    expect((await t.call({ method: 'POST', path: `/v1/members${path}`, body: {} })).status).toBe(401);
  });
});

describe('responses with status 403', () => {
  it.each(CALLERS.filter((name) => !STAFF.includes(name)))('%s cannot create a member', async (name) => {
    expect((await create({ loginEmail: newEmail() }, callers[name])).status).toBe(403);
  });

  it.each(CALLERS.filter((name) => ![...STAFF, 'member'].includes(name)))('%s cannot change a member', async (name) => {
    const before = await calls.row(ada.id);
    const responses = [
      await calls.patch(ada.id, { contact: { firstName: 'X' } }, callers[name]),
      await calls.post(`/${ada.id}/slug`, { slug: 'taken-over' }, callers[name]),
      ...(await Promise.all(
        ['phones', 'emails', 'addresses'].map((part) => calls.remove(`/${ada.id}/${part}`, callers[name])),
      )),
    ];
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
    expect(await calls.row(ada.id)).toEqual(before);
  });

  it.each(CALLERS.filter((name) => !name.includes('member')))('%s has no own profile', async (name) => {
    for (const path of ['/my/slug', '/join-community', '/leave-community']) {
      expect((await calls.post(path, { slug: 'x' }, callers[name])).status).toBe(403);
    }
  });
});

describe('responses with status 404', () => {
  it('returns MEMBER_NOT_FOUND for a missing member', async () => {
    const responses = [
      await calls.patch(MISSING_ID, { contact: {} }),
      await calls.post(`/${MISSING_ID}/slug`, { slug: 'x' }),
      await calls.remove(`/${MISSING_ID}/phones`),
    ];
    expect(responses.map(codeOf)).toEqual(Array(3).fill('MEMBER_NOT_FOUND'));
  });
});

describe('responses with status 409', () => {
  it('rejects an address or slug that is taken, ignoring case', async () => {
    expect(codeOf(await create({ loginEmail: ada.email.toUpperCase() }))).toBe('-19995');
    const { slug } = await calls.row(ada.id);
    const conflictResponse = await create({ loginEmail: newEmail(), profile: { slug: slug.toUpperCase() } });
    expect(codeOf(conflictResponse)).toBe('SLUG_ALREADY_EXISTS');
    const other = await calls.post('/my/slug', { slug }, callers['other member']);
    expect(other.status).toBe(409);
    expect(codeOf(other)).toBe('SLUG_ALREADY_EXISTS');
  });

  it('assigns a slug to one of 20 concurrent requests', async () => {
    const members = await Promise.all(Array.from({ length: 20 }, () => create({ loginEmail: newEmail() })));
    const responses = await Promise.all(
      members.map(({ body }) => calls.post(`/${body.member.id}/slug`, { slug: 'wanted' })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
  });
});
