/** Attack (mass assignment): a request sets protected attributes together with fields that the member may write. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { newEmail, PASSWORD, register, signInNewMember } from '../testing/client.ts';
import { callsOf } from '../testing/members.ts';

let t: TestServer;
let calls: ReturnType<typeof callsOf>;
beforeAll(async () => {
  t = await testServer();
  calls = callsOf(t);
  const fields = [{ key: 'rank', name: 'Rank', type: 'TEXT' as const, editableByMember: false }];
  await t.configure({ members: { fields }, signIn: { requireOwnerApproval: false } });
});
afterAll(() => t.stop());

const VICTIM = '11111111-2222-4333-8444-555555555555';

/** Protected attributes in every spelling: members API, identity API, database columns, JavaScript properties. */
const FORBIDDEN: Readonly<Record<string, unknown>> = {
  id: VICTIM,
  _id: VICTIM,
  memberId: VICTIM,
  contactId: VICTIM,
  siteId: VICTIM,
  site_id: VICTIM,
  status: 'BLOCKED',
  statusReasons: ['ADMIN_APPROVAL'],
  status_reasons: ['ADMIN_APPROVAL'],
  activityStatus: 'MUTED',
  activity_status: 'MUTED',
  role: 'owner',
  roles: ['owner'],
  roleKey: 'owner',
  isAdmin: true,
  permissions: ['*'],
  scopes: ['*'],
  loginEmailVerified: true,
  login_email_verified: true,
  emailVerified: true,
  isVerified: true,
  email: { address: 'x@example.org', isVerified: true },
  password: 'overwritten password',
  passwordHash: 'x',
  password_hash: 'x',
  passwordResetRequired: true,
  password_reset_required: true,
  visitorId: VICTIM,
  visitor_id: VICTIM,
  createdDate: '2000-01-01T00:00:00Z',
  _createdDate: '2000-01-01T00:00:00Z',
  created_at: '2000-01-01T00:00:00Z',
  updatedDate: '2000-01-01T00:00:00Z',
  lastLoginDate: '2000-01-01T00:00:00Z',
  last_login_at: '2000-01-01T00:00:00Z',
  revision: '99',
  details: { firstName: 'Mallory' },
  constructor: { name: 'x' },
  prototype: { isAdmin: true },
};
const names = Object.keys(FORBIDDEN);
const count = names.length;

/** Returns the member's row without the columns that every update changes. */
const readProtectedColumns = async (id: string) => {
  const { revision: _revision, updated_at: _updated, ...row } = await calls.row(id);
  return row;
};

describe(`attack: mass assignment, ${count} names, each in every object of the body`, () => {
  it(`update of the own profile: ${count} names in 3 objects change nothing`, async () => {
    const { id, accessToken } = await signInNewMember(t, { firstName: 'Ada' });
    const before = await readProtectedColumns(id);
    for (const name of names) {
      const value = { [name]: FORBIDDEN[name] };
      const email = { loginEmail: newEmail(), login_email: newEmail() };
      const { status } = await calls.patch(
        id,
        { ...value, ...email, contact: value, profile: { ...value, slug: 'taken' } },
        accessToken,
      );
      expect([200, 400]).toContain(status);
      expect(await readProtectedColumns(id)).toEqual(before);
    }
    const all = await calls.patch(
      id,
      { ...FORBIDDEN, contact: { ...FORBIDDEN }, profile: { ...FORBIDDEN } },
      accessToken,
    );
    expect([200, 400]).toContain(all.status);
    expect(await readProtectedColumns(id)).toEqual(before);
  });

  it('update with __proto__: nothing is inherited', async () => {
    const { id, accessToken } = await signInNewMember(t, { firstName: 'Ada' });
    const before = await readProtectedColumns(id);
    const body = '{"member":{"__proto__":{"status":"BLOCKED"},"contact":{"__proto__":{"firstName":"Mallory"}}}}';
    await t.call({ method: 'PATCH', path: `/v1/members/${id}`, body, as: accessToken });
    expect(await readProtectedColumns(id)).toEqual(before);
    expect(({} as { status?: unknown }).status).toBeUndefined();
  });

  it(`registration: ${count} names in 4 objects create ordinary members`, async () => {
    for (const name of names) {
      const value = { [name]: FORBIDDEN[name] };
      const body = {
        ...value,
        loginId: { ...value, email: newEmail() },
        password: PASSWORD,
        profile: value,
        identity: value,
      };
      const response = await t.call({ method: 'POST', path: '/v2/register', body, as: t.visitor });
      if (response.status === 400) continue;
      expect(response.status).toBe(200);
      const row = await calls.row(response.body.identity.id);
      expect(row).toMatchObject({
        status: 'ACTIVE',
        status_reasons: [],
        activity_status: 'ACTIVE',
        privacy_status: 'PRIVATE',
        login_email_verified: false,
        password_reset_required: false,
        visitor_id: t.visitorId,
        details: {},
        revision: '1',
      });
      expect(row.id).not.toBe(VICTIM);
      expect(row.site_id).toBe(t.site.id);
      expect(Date.now() - row.created_at.getTime()).toBeLessThan(600_000);
    }
  });

  it('registration on a site that requires approval: no name bypasses it', async () => {
    await t.configure({ signIn: { requireOwnerApproval: true } });
    const { body } = await register(t, newEmail(), {
      ...FORBIDDEN,
      password: PASSWORD,
      profile: { status: 'ACTIVE', statusReasons: [] },
    });
    expect(body.state).toBe('REQUIRE_OWNER_APPROVAL');
    expect(await calls.row(body.identity.id)).toMatchObject({ status: 'PENDING', status_reasons: ['ADMIN_APPROVAL'] });
    await t.configure({ signIn: { requireOwnerApproval: false } });
  });

  it(`creation by a key: ${count} names in 3 objects create an ordinary member without a password`, async () => {
    const member = { ...FORBIDDEN, loginEmail: newEmail(), contact: { ...FORBIDDEN }, profile: { ...FORBIDDEN } };
    const { status, body } = await calls.post('', { member });
    expect(status).toBe(200);
    const row = await calls.row(body.member.id);
    expect(row).toMatchObject({ status: 'ACTIVE', login_email_verified: false, password_hash: null, visitor_id: null });
    expect(row.id).not.toBe(VICTIM);
    expect(JSON.stringify(row.details)).not.toContain('Mallory');
  });

  it('registration and update: fields for staff, by key and by name, are not stored', async () => {
    for (const customFields of [{ rank: 'gold' }, { Rank: 'gold' }]) {
      const { id, accessToken } = await signInNewMember(t, { customFields });
      const contact = {
        customFields: Object.fromEntries(Object.entries(customFields).map(([key, value]) => [key, { value }])),
      };
      await calls.patch(id, { contact }, accessToken);
      expect((await calls.row(id)).details).toEqual({});
    }
  });

  it('update with the id of another member in body or query: only the path selects the member', async () => {
    const [mallory, victim] = [await signInNewMember(t), await signInNewMember(t)];
    const before = await readProtectedColumns(victim.id);
    await calls.patch(mallory.id, { id: victim.id, contact: { firstName: 'Mallory' } }, mallory.accessToken);
    expect(await readProtectedColumns(victim.id)).toEqual(before);
    const response = await calls.patch(victim.id, { id: mallory.id, contact: { firstName: 'X' } }, mallory.accessToken);
    expect(response.status).toBe(403);
    for (const query of [`?member_id=${mallory.id}`, `?member.id=${mallory.id}`, `?id=${mallory.id}`]) {
      const path = `/v1/members/${victim.id}${query}`;
      const body = { member: { id: mallory.id, contact: { firstName: 'X' } } };
      await t.call({ method: 'PATCH', path, body, as: mallory.accessToken });
      expect(await readProtectedColumns(victim.id)).toEqual(before);
    }
  });
});
