import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, violationsOf } from '../../testing/answers.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { verbs } from '../../testing/verbs.ts';
import { codeFor, login, newEmail, PASSWORD, register, signedInMember } from '../testing/client.ts';
import { allCallers, CALLERS, type CallerName, callsOf, NOT_THERE } from '../testing/members.ts';

let t: TestServer;
let calls: ReturnType<typeof callsOf>;
let callers: Record<CallerName, string>;
beforeAll(async () => {
  t = await testServer();
  calls = callsOf(t);
  callers = await allCallers(t, t.member, t.otherMember);
});
afterAll(() => t.stop());

const { post } = verbs(() => t, { caller: 'visitor' });
const oldRegister = (email: string, more: Record<string, unknown> = {}) =>
  post('/wix-sm/api/v1/auth/api/v1/auth/register', { email, password: PASSWORD, ...more });
const oldLogin = (email: string, password = PASSWORD) =>
  post('/wix-sm/api/v1/auth/api/v1/auth/login', { email, password });
const approve = (body: unknown, as = t.key) => post('/_api/wix-sm-webapp/api/v1/members/approve', body, as);
const block = (body: unknown, as = t.key) => post('/_api/wix-sm-webapp/api/v1/members/block', body, as);
const changeEmail = (id: string, newEmail: string, as = t.key) =>
  t.call({ method: 'PATCH', path: `/api/v1/members/${id}/change-login-email`, body: { id, newEmail }, as });
const STAFF: readonly CallerName[] = ['admin', 'owner', 'key'];

describe('200', () => {
  it('registers and signs in; the session token is one that authorize takes', async () => {
    const email = newEmail();
    const contactInfo = { firstName: 'Ada', phones: ['1'], emails: ['a@example.org'], picture: 7, unknown: 'x' };
    const made = await oldRegister(email, { contactInfo, profilePrivacyStatus: 'PUBLIC' });
    expect(made.status).toBe(200);
    expect(made.body.member).toMatchObject({
      loginEmail: email,
      status: 'APPROVED',
      privacyStatus: 'PUBLIC',
      contact: { firstName: 'Ada', phones: ['1'], emails: ['a@example.org'] },
    });
    expect(await codeFor(t, made.body.session.token)).toBeTypeOf('string');
    const signedIn = await oldLogin(email);
    expect(signedIn.body.member.id).toBe(made.body.member.id);
    expect(await codeFor(t, signedIn.body.session.token)).toBeTypeOf('string');
  });

  it('gives no session to who waits to be let in; approve by address lets them in', async () => {
    await t.configure({ signIn: { requireOwnerApproval: true } });
    const email = newEmail();
    const { body } = await oldRegister(email);
    expect(body).toMatchObject({ member: { status: 'PENDING' } });
    expect(body).not.toHaveProperty('session');
    expect(codeOf(await oldLogin(email))).toBe('MEMBER_PENDING');
    expect(await approve({ email: email.toUpperCase() })).toMatchObject({ status: 200, body: {} });
    await t.configure({ signIn: { requireOwnerApproval: false } });
    expect((await oldLogin(email)).status).toBe(200);
  });

  it.each(STAFF)('lets %s block and approve by id or address', async (name) => {
    const { id, email } = await signedInMember(t);
    expect((await block({ id }, callers[name])).status).toBe(200);
    expect(codeOf(await oldLogin(email))).toBe('MEMBER_BLOCKED');
    expect((await approve({ email }, callers[name])).status).toBe(200);
    expect((await oldLogin(email)).status).toBe(200);
  });

  it.each(STAFF)('lets %s change the address: the old one is told, the new one unverified', async (name) => {
    const { id, email } = await signedInMember(t);
    await t.db.updateTable('members').set({ login_email_verified: true }).where('id', '=', id).execute();
    const link = { email };
    await post('/_api/iam/recovery/v1/send-email', link);
    const recoveries = () => t.db.selectFrom('recovery_tokens').selectAll().where('member_id', '=', id).execute();
    await expect.poll(recoveries, { timeout: 10_000 }).toHaveLength(1);

    const next = newEmail();
    const { status, body } = await changeEmail(id, ` ${next.toUpperCase()}`, callers[name]);
    expect(status).toBe(200);
    expect(body.member).toMatchObject({ loginEmail: next, loginEmailVerified: false });
    expect(await calls.mailsTo(email)).toContain('EMAIL_CHANGED');
    expect(await calls.mailsTo(next)).toEqual([]);
    // The link in the old mailbox must not open the account any more.
    expect(await recoveries()).toEqual([]);
    expect((await login(t, email)).status).toBe(401);
    expect((await login(t, next)).status).toBe(200);
    expect((await calls.audited(id)).at(-1)).toMatchObject({
      action: 'identity.members.changeLoginEmail',
      before: { loginEmail: email },
      after: { loginEmail: next },
    });
  });
});

describe('400', () => {
  it.each(['', 'x', 'a@b', 'a@example.org\r\nBcc: b@example.org'])('refuses the new address %j', async (address) => {
    const refused = await changeEmail(t.memberId, address);
    expect(refused.status).toBe(400);
    expect(violationsOf(refused)[0]).toMatchObject({ field: 'newEmail' });
  });

  it('refuses a short password, as the present call does', async () => {
    const refused = await oldRegister(newEmail(), { password: 'short' });
    expect(violationsOf(refused)[0]).toMatchObject({ field: 'password' });
  });
});

describe('401', () => {
  it('says no more than that address or password is wrong', async () => {
    const { email } = await signedInMember(t);
    const [wrong, unknown] = [await oldLogin(email, 'wrong password'), await oldLogin(newEmail(), 'wrong password')];
    expect(codeOf(wrong)).toBe('-19976');
    expect(unknown.body).toEqual(wrong.body);
  });
});

describe('403', () => {
  it.each(CALLERS.filter((name) => !STAFF.includes(name)))('%s approves, blocks and renames nobody', async (name) => {
    const as = callers[name];
    const answers = [
      await approve({ id: t.memberId }, as),
      await block({ id: t.memberId }, as),
      await changeEmail(t.memberId, newEmail(), as),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(await calls.row(t.memberId)).toMatchObject({ status: 'ACTIVE', login_email: 'member@example.org' });
  });

  it('asks for the address to be proved first, and says the same of an address that is taken', async () => {
    const { email } = await signedInMember(t);
    await t.configure({ signIn: { requireEmailVerification: true } });
    const answers = [await oldRegister(newEmail()), await oldRegister(email)];
    expect(answers.map(codeOf)).toEqual(Array(2).fill('EMAIL_VERIFICATION_REQUIRED'));
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    await t.configure({ signIn: { requireEmailVerification: false } });
  });

  it('keeps the door shut where sign-up is closed', async () => {
    await t.configure({ signIn: { signUp: 'CLOSED' } });
    expect(codeOf(await oldRegister(newEmail()))).toBe('SIGN_UP_CLOSED');
    await t.configure({ signIn: { signUp: 'OPEN' } });
  });
});

describe('404', () => {
  it('finds nobody by what names nobody', async () => {
    for (const body of [{}, { id: NOT_THERE }, { email: newEmail() }, { email: 'x' }, { token: 'x' }]) {
      expect(codeOf(await approve(body))).toBe('MEMBER_NOT_FOUND');
      expect(codeOf(await block(body))).toBe('MEMBER_NOT_FOUND');
    }
    expect(codeOf(await changeEmail(NOT_THERE, newEmail()))).toBe('MEMBER_NOT_FOUND');
  });
});

describe('409', () => {
  it('says that an address is taken', async () => {
    const email = newEmail();
    await register(t, email);
    expect(codeOf(await oldRegister(email))).toBe('-19995');
    expect(codeOf(await changeEmail(t.memberId, email))).toBe('-19995');
  });
});
