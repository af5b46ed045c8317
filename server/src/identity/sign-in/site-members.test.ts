import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf, violationsOf } from '../../testing/responses.ts';
import { createVerbs } from '../../testing/verbs.ts';
import { codeFor, login, newEmail, PASSWORD, register, signInNewMember } from '../testing/client.ts';
import { authorizationsByCaller, CALLERS, type CallerName, callsOf, MISSING_ID } from '../testing/members.ts';

let t: TestServer;
let calls: ReturnType<typeof callsOf>;
let callers: Record<CallerName, string>;
beforeAll(async () => {
  t = await testServer();
  calls = callsOf(t);
  callers = await authorizationsByCaller(t, t.member, t.otherMember);
});
afterAll(() => t.stop());

const { post } = createVerbs(() => t, { caller: 'visitor' });
const registerSiteMember = (email: string, more: Record<string, unknown> = {}) =>
  post('/wix-sm/api/v1/auth/api/v1/auth/register', { email, password: PASSWORD, ...more });
const loginSiteMember = (email: string, password = PASSWORD) =>
  post('/wix-sm/api/v1/auth/api/v1/auth/login', { email, password });
const approve = (body: unknown, as = t.key) => post('/_api/wix-sm-webapp/api/v1/members/approve', body, as);
const block = (body: unknown, as = t.key) => post('/_api/wix-sm-webapp/api/v1/members/block', body, as);
const changeEmail = (id: string, newEmail: string, as = t.key) =>
  t.call({ method: 'PATCH', path: `/api/v1/members/${id}/change-login-email`, body: { id, newEmail }, as });
const STAFF: readonly CallerName[] = ['admin', 'owner', 'key'];

describe('responses with status 200', () => {
  it('registers and signs in with a session token that authorize accepts', async () => {
    const email = newEmail();
    const contactInfo = { firstName: 'Ada', phones: ['1'], emails: ['a@example.org'], picture: 7, unknown: 'x' };
    const registered = await registerSiteMember(email, { contactInfo, profilePrivacyStatus: 'PUBLIC' });
    expect(registered.status).toBe(200);
    expect(registered.body.member).toMatchObject({
      loginEmail: email,
      status: 'APPROVED',
      privacyStatus: 'PUBLIC',
      contact: { firstName: 'Ada', phones: ['1'], emails: ['a@example.org'] },
    });
    expect(await codeFor(t, registered.body.session.token)).toBeTypeOf('string');
    const signedIn = await loginSiteMember(email);
    expect(signedIn.body.member.id).toBe(registered.body.member.id);
    expect(await codeFor(t, signedIn.body.session.token)).toBeTypeOf('string');
  });

  it('returns no session while approval is due, and approves by address', async () => {
    await t.configure({ signIn: { requireOwnerApproval: true } });
    const email = newEmail();
    const { body } = await registerSiteMember(email);
    expect(body).toMatchObject({ member: { status: 'PENDING' } });
    expect(body).not.toHaveProperty('session');
    expect(codeOf(await loginSiteMember(email))).toBe('MEMBER_PENDING');
    expect(await approve({ email: email.toUpperCase() })).toMatchObject({ status: 200, body: {} });
    await t.configure({ signIn: { requireOwnerApproval: false } });
    expect((await loginSiteMember(email)).status).toBe(200);
  });

  it.each(STAFF)('lets %s block and approve by id or address', async (name) => {
    const { id, email } = await signInNewMember(t);
    expect((await block({ id }, callers[name])).status).toBe(200);
    expect(codeOf(await loginSiteMember(email))).toBe('MEMBER_BLOCKED');
    expect((await approve({ email }, callers[name])).status).toBe(200);
    expect((await loginSiteMember(email)).status).toBe(200);
  });

  it.each(STAFF)('lets %s change the address: mails the old one, and does not trust the new one', async (name) => {
    const { id, email } = await signInNewMember(t);
    await t.db.updateTable('members').set({ login_email_verified: true }).where('id', '=', id).execute();
    const link = { email };
    await post('/_api/iam/recovery/v1/send-email', link);
    const listRecoveries = () => t.db.selectFrom('recovery_tokens').selectAll().where('member_id', '=', id).execute();
    await expect.poll(listRecoveries, { timeout: 10_000 }).toHaveLength(1);

    const next = newEmail();
    const { status, body } = await changeEmail(id, ` ${next.toUpperCase()}`, callers[name]);
    expect(status).toBe(200);
    expect(body.member).toMatchObject({ loginEmail: next, loginEmailVerified: false });
    expect(await calls.mailsTo(email)).toContain('EMAIL_CHANGED');
    expect(await calls.mailsTo(next)).toEqual([]);
    // The link in the old mailbox must be invalid.
    expect(await listRecoveries()).toEqual([]);
    expect((await login(t, email)).status).toBe(401);
    expect((await login(t, next)).status).toBe(200);
    expect((await calls.audited(id)).at(-1)).toMatchObject({
      action: 'identity.members.changeLoginEmail',
      before: { loginEmail: email },
      after: { loginEmail: next },
    });
  });
});

describe('responses with status 400', () => {
  it.each(['', 'x', 'a@b', 'a@example.org\r\nBcc: b@example.org'])('rejects the new address %j', async (address) => {
    const rejected = await changeEmail(t.memberId, address);
    expect(rejected.status).toBe(400);
    expect(violationsOf(rejected)[0]).toMatchObject({ field: 'newEmail' });
  });

  it('rejects a short password, as the current call does', async () => {
    const rejected = await registerSiteMember(newEmail(), { password: 'short' });
    expect(violationsOf(rejected)[0]).toMatchObject({ field: 'password' });
  });
});

describe('responses with status 401', () => {
  it('returns the same error for a wrong password and an unknown address', async () => {
    const { email } = await signInNewMember(t);
    const [wrong, unknown] = [
      await loginSiteMember(email, 'wrong password'),
      await loginSiteMember(newEmail(), 'wrong password'),
    ];
    expect(codeOf(wrong)).toBe('-19976');
    expect(unknown.body).toEqual(wrong.body);
  });
});

describe('responses with status 403', () => {
  it.each(CALLERS.filter((name) => !STAFF.includes(name)))(
    '%s can neither approve nor block a member, nor change the address',
    async (name) => {
      const as = callers[name];
      const responses = [
        await approve({ id: t.memberId }, as),
        await block({ id: t.memberId }, as),
        await changeEmail(t.memberId, newEmail(), as),
      ];
      expect(responses.map(({ status }) => status)).toEqual([403, 403, 403]);
      expect(await calls.row(t.memberId)).toMatchObject({ status: 'ACTIVE', login_email: 'member@example.org' });
    },
  );

  it('requires a verified address, with the same error for an address that is taken', async () => {
    const { email } = await signInNewMember(t);
    await t.configure({ signIn: { requireEmailVerification: true } });
    const responses = [await registerSiteMember(newEmail()), await registerSiteMember(email)];
    expect(responses.map(codeOf)).toEqual(Array(2).fill('EMAIL_VERIFICATION_REQUIRED'));
    expect(responses[1]?.body).toEqual(responses[0]?.body);
    await t.configure({ signIn: { requireEmailVerification: false } });
  });

  it('rejects registration if sign-up is closed', async () => {
    await t.configure({ signIn: { signUp: 'CLOSED' } });
    expect(codeOf(await registerSiteMember(newEmail()))).toBe('SIGN_UP_CLOSED');
    await t.configure({ signIn: { signUp: 'OPEN' } });
  });
});

describe('responses with status 404', () => {
  it('returns MEMBER_NOT_FOUND for an id or address of no member', async () => {
    for (const body of [{}, { id: MISSING_ID }, { email: newEmail() }, { email: 'x' }, { token: 'x' }]) {
      expect(codeOf(await approve(body))).toBe('MEMBER_NOT_FOUND');
      expect(codeOf(await block(body))).toBe('MEMBER_NOT_FOUND');
    }
    expect(codeOf(await changeEmail(MISSING_ID, newEmail()))).toBe('MEMBER_NOT_FOUND');
  });
});

describe('responses with status 409', () => {
  it('returns -19995 for an address that is taken', async () => {
    const email = newEmail();
    await register(t, email);
    expect(codeOf(await registerSiteMember(email))).toBe('-19995');
    expect(codeOf(await changeEmail(t.memberId, email))).toBe('-19995');
  });
});
