/** Tests every call of the members module for each kind of caller, with the vendor's unmodified packages in Node. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Admin, type Client, newAdmin, newClient, newEmail } from './support/people.ts';
import { type ServedSite, serveSite, thrownBy } from './support/served-site.ts';

let site: ServedSite;
let admin: Admin;
let visitor: Client;
beforeAll(async () => {
  site = await serveSite();
  admin = newAdmin(site.t);
  visitor = newClient(site.t);
});
afterAll(() => site.stop());

interface Person {
  readonly client: Client;
  readonly email: string;
  readonly id: string;
}

/** Creates and signs in a member with an API key, because hashing a password would be slow. */
async function newPerson(profile: object = {}): Promise<Person> {
  const [client, email] = [newClient(site.t), newEmail()];
  const options = { profile } as never;
  client.auth.setTokens(await client.auth.getMemberTokensForExternalLoginWithSession(email, site.t.key, options));
  return { client, email, id: (await client.members.getCurrentMember()).member?._id as string };
}

const getFullMember = (id: string) => admin.members.getMember(id, { fieldsets: ['FULL'] });
const notFound = { status: 404, code: 'MEMBER_NOT_FOUND' };
const forbidden = { status: 403, code: 'PERMISSION_DENIED' };

describe('getCurrentMember', () => {
  const shown = [
    '_createdDate',
    '_id',
    '_updatedDate',
    'activityStatus',
    'contactId',
    'privacyStatus',
    'profile',
    'status',
  ];
  it.each([
    [undefined, shown],
    [['PUBLIC'], shown],
    [['EXTENDED'], [...shown, 'lastLoginDate', 'loginEmail', 'loginEmailVerified']],
    [['FULL'], [...shown, 'contact', 'lastLoginDate', 'loginEmail', 'loginEmailVerified']],
    [
      ['PUBLIC', 'FULL'],
      [...shown, 'contact', 'lastLoginDate', 'loginEmail', 'loginEmailVerified'],
    ],
  ])('with the fieldsets %j', async (fieldsets, names) => {
    const { client } = await newPerson({ nickname: 'ada' });
    const { member } = await client.members.getCurrentMember(fieldsets && ({ fieldsets } as never));
    expect(Object.keys(member ?? {}).sort()).toEqual([...names].sort());
    expect(member).toMatchObject({ profile: { nickname: 'ada' }, _createdDate: expect.any(Date) });
  });

  it('rejects for a visitor with 403, which clients read as no member', async () => {
    expect(await thrownBy(visitor.members.getCurrentMember())).toMatchObject(forbidden);
  });
});

describe('reading others', () => {
  let open: Person;
  let hidden: Person;
  beforeAll(async () => {
    open = await newPerson({ nickname: 'open', privacyStatus: 'PUBLIC' });
    hidden = await newPerson({ nickname: 'hidden', privacyStatus: 'PRIVATE' });
  });

  it('getMember returns everything to a key, and public profiles without addresses to a member', async () => {
    expect((await getFullMember(hidden.id)).loginEmail).toBe(hidden.email);
    const seen = await hidden.client.members.getMember(open.id, { fieldsets: ['FULL'] });
    expect(seen).toMatchObject({ _id: open.id, profile: { nickname: 'open' } });
    expect(seen.loginEmail).toBeUndefined();
    expect(await thrownBy(open.client.members.getMember(hidden.id))).toMatchObject(notFound);
    expect(await thrownBy(visitor.members.getMember(crypto.randomUUID()))).toMatchObject(notFound);
  });

  it('listMembers returns a page in the requested order with the total', async () => {
    const page = await admin.members.listMembers({
      paging: { limit: 2, offset: 1 },
      sorting: [{ fieldName: 'createdDate', order: 'DESC' }],
      fieldsets: ['FULL'],
    } as never);
    expect(page.members).toHaveLength(2);
    expect(page.metadata).toMatchObject({ count: 2, offset: 1 });
    expect(page.metadata?.total).toBeGreaterThan(2);
    const [first, second] = (page.members ?? []).map(({ _createdDate }) => Number(_createdDate));
    expect(first as number).toBeGreaterThanOrEqual(second as number);
    const listedByVisitor = await visitor.members.listMembers();
    expect(listedByVisitor.members?.map(({ _id }) => _id)).toEqual([open.id]);
  });

  type Query = ReturnType<Admin['members']['queryMembers']>;
  it.each<[string, (query: Query) => Query]>([
    ['eq', (query) => query.eq('loginEmail', open.email)],
    ['in', (query) => query.in('_id', [open.id])],
    ['startsWith', (query) => query.startsWith('profile.nickname', 'ope')],
    ['ne and eq', (query) => query.ne('privacyStatus', 'PRIVATE').eq('profile.nickname', 'open')],
    ['exists', (query) => query.exists('_id', true).eq('_id', open.id)],
    // The types of the query omit this field, but the client sends it.
    ['gt', (query) => query.gt('_createdDate' as '_id', new Date(0) as never).eq('_id', open.id)],
  ])('queryMembers: %s', async (_name, buildQuery) => {
    const { items } = await buildQuery(admin.members.queryMembers({ fieldsets: ['FULL'] })).find();
    expect(items.map(({ _id }) => _id)).toEqual([open.id]);
  });

  it('queryMembers pages and searches', async () => {
    const first = await admin.members.queryMembers().limit(2).find();
    const second = await first.next();
    expect(first.items).toHaveLength(2);
    expect(second.items[0]?._id).not.toBe(first.items[1]?._id);
    expect(first.totalCount).toBeGreaterThan(2);
    const found = await admin.members.queryMembers({ search: { expression: 'hidden' } }).find();
    expect(found.items.map(({ _id }) => _id)).toEqual([hidden.id]);
  });

  it.each(['ASC', 'DESC'] as const)('queryMembers with a query object, in the order %s', async (order) => {
    const response = await admin.members.queryMembers({
      filter: { _id: { $in: [open.id, hidden.id] } },
      sort: [{ fieldName: 'profile.nickname', order }],
      paging: { limit: 10, offset: 0 },
    } as never);
    const { members } = response as unknown as { members: { _id: string }[] };
    const expectedIds = order === 'ASC' ? [hidden.id, open.id] : [open.id, hidden.id];
    expect(members.map(({ _id }) => _id)).toEqual(expectedIds);
  });

  it('queryMembers lets only dashboard users and keys filter by fields that only they see', async () => {
    const result = visitor.members.queryMembers().eq('loginEmail', open.email).find();
    await expect(result).rejects.toMatchObject({ status: expect.any(Number) });
  });
});

describe('changing one’s own member', () => {
  let person: Person;
  beforeEach(async () => {
    person = await newPerson({ firstName: 'Ada', company: 'Engines' });
  });

  it('updateMember replaces the properties in the request and keeps the others', async () => {
    const contact = {
      jobTitle: 'Analyst',
      phones: ['030 1'],
      emails: ['work@example.org'],
      addresses: [{ addressLine: 'Dorset Street 1', city: 'London', country: 'GB' }],
      birthdate: '1815-12-10',
    };
    const changed = await person.client.members.updateMember(person.id, {
      contact,
      profile: { nickname: 'ada' },
    } as never);
    expect(changed).toMatchObject({
      _id: person.id,
      contact: { ...contact, firstName: 'Ada', company: 'Engines', addresses: [{ city: 'London', country: 'GB' }] },
      profile: { nickname: 'ada' },
    });
  });

  it('updateMember does not assign status, roles and verification', async () => {
    const changes = {
      status: 'BLOCKED',
      loginEmailVerified: true,
      loginEmail: 'other@example.org',
      activityStatus: 'MUTED',
    };
    await person.client.members.updateMember(person.id, changes as never).catch(() => undefined);
    expect(await getFullMember(person.id)).toMatchObject({
      status: 'APPROVED',
      loginEmail: person.email,
      loginEmailVerified: false,
      activityStatus: 'ACTIVE',
    });
  });

  it('updateCurrentMemberSlug accepts only free slugs', async () => {
    const slug = `ada-${person.id}`;
    expect((await person.client.members.updateCurrentMemberSlug(slug)).member?.profile?.slug).toBe(slug);
    const other = await newPerson();
    expect(await thrownBy(other.client.members.updateCurrentMemberSlug(slug))).toMatchObject({
      status: 409,
      code: 'SLUG_ALREADY_EXISTS',
    });
  });

  it('joinCommunity and leaveCommunity change the privacy status', async () => {
    await person.client.members.joinCommunity();
    expect((await getFullMember(person.id)).privacyStatus).toBe('PUBLIC');
    await person.client.members.leaveCommunity();
    expect((await getFullMember(person.id)).privacyStatus).toBe('PRIVATE');
  });

  it('deleteMemberPhones, deleteMemberEmails and deleteMemberAddresses empty the lists', async () => {
    const contact = { phones: ['1'], emails: ['a@example.org'], addresses: [{ city: 'London' }] };
    await person.client.members.updateMember(person.id, { contact } as never);
    await person.client.members.deleteMemberPhones(person.id);
    await person.client.members.deleteMemberEmails(person.id);
    const { member } = await person.client.members.deleteMemberAddresses(person.id);
    expect(member?._id).toBe(person.id);
    expect((await getFullMember(person.id)).contact).toMatchObject({
      phones: [],
      emails: [],
      addresses: [],
      firstName: 'Ada',
    });
  });

  it('deleteMyMember revokes the tokens and frees the address', async () => {
    await person.client.members.deleteMyMember();
    expect(await thrownBy(getFullMember(person.id))).toMatchObject(notFound);
    await expect
      .poll(() =>
        person.client.members.getCurrentMember().then(
          () => 200,
          ({ status }) => status,
        ),
      )
      .toBe(401);
    await admin.members.createMember({ member: { loginEmail: person.email } });
  });
});

describe('calls with a key', () => {
  let person: Person;
  beforeEach(async () => {
    person = await newPerson();
  });
  const statusOf = async () => (await getFullMember(person.id)).status;

  it('createMember creates an approved member and rejects a taken address', async () => {
    const loginEmail = newEmail();
    const contact = { firstName: 'Grace', lastName: 'Hopper' };
    const created = await admin.members.createMember({
      member: { loginEmail, contact, privacyStatus: 'PUBLIC' } as never,
    });
    expect(created).toMatchObject({ loginEmail, contact, status: 'APPROVED', _createdDate: expect.any(Date) });
    expect(await thrownBy(admin.members.createMember({ member: { loginEmail } }))).toMatchObject({
      status: 409,
      code: '-19995',
    });
  });

  it('updateMember and updateMemberSlug change any member', async () => {
    const changed = await admin.members.updateMember(person.id, { contact: { company: 'Engines' } } as never);
    expect(changed.contact?.company).toBe('Engines');
    const slug = `by-key-${person.id}`;
    expect((await admin.members.updateMemberSlug(person.id, slug)).member?.profile?.slug).toBe(slug);
  });

  it('blockMember ends the sessions, and approveMember admits the member again', async () => {
    await admin.members.blockMember(person.id);
    expect(await statusOf()).toBe('BLOCKED');
    const { refreshToken } = person.client.auth.getTokens();
    await expect(person.client.auth.renewToken(refreshToken)).rejects.toThrow('invalid_grant');
    await admin.members.approveMember(person.id);
    expect(await statusOf()).toBe('APPROVED');
  });

  it('muteMember and unmuteMember change the activity status', async () => {
    await admin.members.muteMember(person.id);
    expect((await getFullMember(person.id)).activityStatus).toBe('MUTED');
    await admin.members.unmuteMember(person.id);
    expect((await getFullMember(person.id)).activityStatus).toBe('ACTIVE');
  });

  it('disconnectMember sets the member to offline', async () => {
    await admin.members.disconnectMember(person.id);
    expect(await statusOf()).toBe('OFFLINE');
  });

  it('deleteMember succeeds once', async () => {
    await admin.members.deleteMember(person.id);
    expect(await thrownBy(getFullMember(person.id))).toMatchObject(notFound);
    expect(await thrownBy(admin.members.deleteMember(person.id))).toMatchObject(notFound);
  });

  it('bulkDeleteMembers returns one result for each member', async () => {
    const result = await admin.members.bulkDeleteMembers([person.id, crypto.randomUUID()]);
    expect(result.results?.map(({ itemMetadata }) => itemMetadata?.success)).toEqual([true, false]);
    expect(await thrownBy(getFullMember(person.id))).toMatchObject(notFound);
  });

  it.each([
    ['bulkBlockMembers', 'BLOCKED'],
    ['bulkApproveMembers', 'APPROVED'],
  ] as const)('%s changes the status in a job: %s', async (call, status) => {
    if (status === 'APPROVED') await admin.members.blockMember(person.id);
    const { jobId } = await admin.members[call]({ loginEmail: person.email });
    expect(jobId).toEqual(expect.any(String));
    await expect.poll(statusOf, { timeout: 10_000 }).toBe(status);
  });

  it('bulkDeleteMembersByFilter deletes the matching members in a job', async () => {
    const { jobId } = await admin.members.bulkDeleteMembersByFilter({ loginEmail: person.email });
    expect(jobId).toEqual(expect.any(String));
    await expect
      .poll(
        () =>
          getFullMember(person.id).then(
            () => 200,
            ({ status }) => status,
          ),
        { timeout: 10_000 },
      )
      .toBe(404);
  });

  it('every call rejects for an unknown member', async () => {
    const { members } = admin;
    const id = crypto.randomUUID();
    const calls = [
      () => members.getMember(id),
      () => members.updateMember(id, {}),
      () => members.updateMemberSlug(id, 'x'),
      () => members.approveMember(id),
      () => members.blockMember(id),
      () => members.muteMember(id),
      () => members.unmuteMember(id),
      () => members.disconnectMember(id),
      () => members.deleteMember(id),
      () => members.deleteMemberPhones(id),
      () => members.deleteMemberEmails(id),
      () => members.deleteMemberAddresses(id),
    ];
    for (const call of calls) expect(await thrownBy(call())).toMatchObject(notFound);
  });
});

describe('calls that need a key', () => {
  it.each([
    ['a visitor', async () => visitor],
    ['another member', async () => (await newPerson()).client],
  ])('are rejected for %s', async (_name, makeClient) => {
    const { members } = await makeClient();
    const { id } = await newPerson();
    const calls = [
      () => members.createMember({ member: { loginEmail: newEmail() } }),
      () => members.updateMember(id, { contact: { company: 'x' } } as never),
      () => members.updateMemberSlug(id, 'x'),
      () => members.approveMember(id),
      () => members.blockMember(id),
      () => members.muteMember(id),
      () => members.unmuteMember(id),
      () => members.disconnectMember(id),
      () => members.deleteMember(id),
      () => members.deleteMemberPhones(id),
      () => members.deleteMemberEmails(id),
      () => members.deleteMemberAddresses(id),
      () => members.bulkDeleteMembers([id]),
      () => members.bulkDeleteMembersByFilter({ _id: id }),
      () => members.bulkApproveMembers({ _id: id }),
      () => members.bulkBlockMembers({ _id: id }),
    ];
    for (const call of calls) expect([403, 404]).toContain((await thrownBy(call())).status);
    expect((await getFullMember(id)).status).toBe('APPROVED');
  });
});

describe('roles', () => {
  it('assignRole, getRoles, queryRoles and unassignRole manage roles', async () => {
    const { id, client } = await newPerson();
    expect(await admin.authorization.assignRole(id, 'editor')).toEqual({ roleKey: 'editor' });
    const expectedRoles = { roles: [{ roleKey: 'editor', title: 'editor' }] };
    expect(await admin.authorization.getRoles(id)).toEqual(expectedRoles);
    expect(await client.authorization.getRoles(id)).toEqual(expectedRoles);
    const query = { filter: { memberId: { $in: [id] } } };
    expect(await admin.authorization.queryRoles({ query } as never)).toEqual({
      rolesByMemberId: { [id]: expectedRoles },
    });
    expect(await admin.authorization.unassignRole(id, 'editor')).toEqual({ roleKey: 'editor' });
    expect(await admin.authorization.getRoles(id)).toEqual({ roles: [] });
  });

  it('can be assigned and removed only with a key', async () => {
    const { id, client } = await newPerson();
    expect(await thrownBy(client.authorization.assignRole(id, 'admin'))).toMatchObject(forbidden);
    expect(await thrownBy(client.authorization.unassignRole(id, 'admin'))).toMatchObject(forbidden);
    expect(await thrownBy(visitor.authorization.getRoles(id))).toMatchObject(notFound);
    expect(await thrownBy(client.authorization.queryRoles())).toMatchObject(forbidden);
  });
});
