import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REDIRECT_URI, type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { login, newEmail, PASSWORD, register, requestToken, signInNewMember } from '../testing/client.ts';
import { countMails, waitForMail } from '../testing/mail.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const NEW_PASSWORD = 'a brand new passphrase';
const post = (path: string, body: unknown, as = t.visitor, headers: Record<string, string> = {}) =>
  t.call({ method: 'POST', path, body, as, headers });
const requestMail = (email: string, more: object = {}, headers = {}) =>
  post('/_api/iam/recovery/v1/send-email', { email, ...more }, t.visitor, headers);
const recover = (recoveryToken: string, password: string | undefined = NEW_PASSWORD) =>
  post('/_api/iam/recovery/v1/recover', { recoveryToken, password });
const linkOf = async (email: string, kind: 'RECOVERY' | 'ACTIVATION' | 'SET_PASSWORD' = 'RECOVERY') =>
  waitForMail(t, email, kind, { wait: true });

describe('responses with status 200', () => {
  it('mails a link to the hosted page with a token that sets a new password once and signs in', async () => {
    const member = await signInNewMember(t);
    expect(await requestMail(member.email)).toMatchObject({ status: 200, body: {} });
    const { link, token: recoveryToken } = await linkOf(member.email);
    expect(new URL(link as string).origin).toBe(t.origin);
    expect(new URL(link as string).pathname).toBe('/reset-password');
    const response = await recover(recoveryToken);
    expect(response.body).toMatchObject({
      state: 'SUCCESS',
      sessionToken: expect.any(String),
      identity: { id: member.id, email: { isVerified: true } },
    });
    expect((await login(t, member.email)).status).toBe(401);
    expect((await login(t, member.email, NEW_PASSWORD)).status).toBe(200);
    expect(await countMails(t, member.email, 'PASSWORD_CHANGED')).toBe(1);
  });

  it('ends every session and every other link', async () => {
    const member = await signInNewMember(t);
    await requestMail(member.email);
    const first = await linkOf(member.email);
    await requestMail(member.email);
    await expect.poll(() => countMails(t, member.email, 'RECOVERY'), { timeout: 10_000 }).toBe(2);
    const second = await linkOf(member.email);
    expect((await recover(second.token)).status).toBe(200);
    expect(codeOf(await recover(first.token))).toBe('VERIFICATION_FAILED');
    const refresh = { clientId: t.app.clientId, grantType: 'refresh_token', refreshToken: member.refreshToken };
    expect((await requestToken(t, refresh)).body.error).toBe('invalid_grant');
    await expect
      .poll(
        async () => (await t.call({ method: 'GET', path: '/members/v1/members/my', as: member.accessToken })).status,
      )
      .toBe(401);
  });

  it('responds the same for an unknown address, and mails nobody', async () => {
    const unknown = newEmail();
    const response = await requestMail(unknown);
    expect(response).toMatchObject({ status: 200, body: {} });
    await expect.poll(() => t.db.selectFrom('outbox').selectAll().execute(), { timeout: 10_000 }).toEqual([]);
    expect(await countMails(t, unknown, 'RECOVERY')).toBe(0);
  });

  it('attack: a forged Host header does not appear in the mail', async () => {
    const { email } = await signInNewMember(t);
    const forgedHosts = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    await requestMail(email, {}, forgedHosts);
    const mail = await linkOf(email);
    expect(new URL(mail.link as string).origin).toBe(t.origin);
    expect(mail.text).not.toContain('evil.example');
  });

  it('activates a member that a key created, with or without a password', async () => {
    for (const password of [NEW_PASSWORD, undefined]) {
      const email = newEmail();
      const signOnResponse = await post('/v2/sign-on', { loginId: { email } }, t.key);
      const identityId = signOnResponse.body.identity.id;
      const activationResponse = await post('/_api/iam/recovery/v1/activation-email', { identityId }, t.key);
      expect(activationResponse).toMatchObject({ status: 200, body: {} });
      const { token: recoveryToken, link } = await linkOf(email, 'ACTIVATION');
      expect(new URL(link as string).pathname).toBe('/activate');
      const response = await post('/_api/iam/recovery/v1/recover', { recoveryToken, password });
      expect(response.body).toMatchObject({ state: 'SUCCESS', identity: { email: { isVerified: true } } });
    }
  });

  it('accepts every address for a set-password mail', async () => {
    const path = '/wix-sm/api/v1/auth/v1/auth/members/send-set-password-email';
    const email = newEmail();
    await post('/v2/sign-on', { loginId: { email } }, t.key);
    for (const to of [email, newEmail()]) expect((await post(path, { email: to })).body).toEqual({ accepted: true });
    expect((await recover((await linkOf(email, 'SET_PASSWORD')).token)).body.state).toBe('SUCCESS');
  });

  it('mails at most five links to one member in an hour, with the same response', async () => {
    const { email } = await signInNewMember(t);
    for (let times = 0; times < 8; times += 1) expect((await requestMail(email)).status).toBe(200);
    await expect.poll(() => t.db.selectFrom('outbox').selectAll().execute(), { timeout: 10_000 }).toEqual([]);
    expect(await countMails(t, email, 'RECOVERY')).toBe(5);
  });

  it('completes e-mail verification, but not approval', async () => {
    await t.configure({ signIn: { requireEmailVerification: true, requireOwnerApproval: true } });
    const email = newEmail();
    await register(t, email);
    await requestMail(email);
    const response = await recover((await linkOf(email)).token);
    expect(response.body.state).toBe('REQUIRE_OWNER_APPROVAL');
    expect(response.body.sessionToken).toBeUndefined();
    await t.configure({ signIn: { requireEmailVerification: false, requireOwnerApproval: false } });
  });

  it('mails in the requested language', async () => {
    const { email } = await signInNewMember(t);
    await requestMail(email, { language: 'de-CH' });
    const germanMail = await linkOf(email);
    const other = await signInNewMember(t);
    await requestMail(other.email);
    expect(germanMail.subject).not.toBe((await linkOf(other.email)).subject);
  });
});

describe('responses with status 400', () => {
  it('attack: a link works once, also in 20 parallel calls', async () => {
    const { email } = await signInNewMember(t);
    await requestMail(email);
    const { token: recoveryToken } = await linkOf(email);
    const responses = await Promise.all(Array.from({ length: 20 }, () => recover(recoveryToken)));
    expect(responses.filter((response) => response.status === 200)).toHaveLength(1);
    expect(responses.filter((response) => codeOf(response) === 'VERIFICATION_FAILED')).toHaveLength(19);
    expect(codeOf(await recover(recoveryToken))).toBe('VERIFICATION_FAILED');
  });

  it('does not consume the link if the new password is rejected', async () => {
    const { email } = await signInNewMember(t);
    await requestMail(email);
    const { token: recoveryToken } = await linkOf(email);
    for (const password of ['short', 'password1', email]) {
      const rejected = await recover(recoveryToken, password);
      expect(rejected.status).toBe(400);
      expect(rejected.body.details.validationError.fieldViolations[0].field).toBe('password');
    }
    expect((await recover(recoveryToken)).status).toBe(200);
  });

  it.each([
    ['forged', 'made.up'],
    ['of another kind', PASSWORD],
  ])('rejects a token that is %s', async (_name, forged) => {
    expect(codeOf(await recover(forged))).toBe('VERIFICATION_FAILED');
  });

  it('rejects an expired link', async () => {
    const { email } = await signInNewMember(t);
    await requestMail(email);
    const { token: recoveryToken } = await linkOf(email);
    await t.db
      .updateTable('recovery_tokens')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    expect(codeOf(await recover(recoveryToken))).toBe('VERIFICATION_FAILED');
  });

  it('rejects a link of another site', async () => {
    const { email } = await signInNewMember(t);
    await requestMail(email);
    const { token: recoveryToken } = await linkOf(email);
    const second = await t.secondSite();
    const response = await t.call({
      method: 'POST',
      path: '/_api/iam/recovery/v1/recover',
      body: { recoveryToken, password: NEW_PASSWORD },
      headers: { authorization: second.visitor },
    });
    expect(codeOf(response)).toBe('VERIFICATION_FAILED');
  });

  it.each(['https://evil.example/', `${REDIRECT_URI}/`, `${REDIRECT_URI}?x=1`, 'javascript:alert(1)'])(
    'rejects the redirect to %s and mails no link',
    async (url) => {
      const { email } = await signInNewMember(t);
      const response = await requestMail(email, { redirect: { url, clientId: t.app.clientId } });
      expect(response.status).toBe(400);
      expect(codeOf(response)).toBe('INVALID_REDIRECT_URI');
      expect(await countMails(t, email, 'RECOVERY')).toBe(0);
      const allowed = await requestMail(email, { redirect: { url: REDIRECT_URI, clientId: t.app.clientId } });
      expect(allowed.status).toBe(200);
    },
  );
});

describe('responses with status 403', () => {
  it('lets only staff and keys send activation mails', async () => {
    for (const as of [t.visitor, t.member, await t.userToken('viewer')]) {
      const response = await post('/_api/iam/recovery/v1/activation-email', { identityId: t.otherMemberId }, as);
      expect(response.status).toBe(403);
    }
  });

  it('rejects a blocked member', async () => {
    const member = await signInNewMember(t);
    await requestMail(member.email);
    const { token: recoveryToken } = await linkOf(member.email);
    expect((await post(`/members/v1/members/${member.id}/block`, {}, t.key)).status).toBe(200);
    expect(codeOf(await recover(recoveryToken))).toMatch(/MEMBER_BLOCKED|VERIFICATION_FAILED/);
  });
});

describe('responses with status 404', () => {
  it('returns -19999 for an unknown address if the site does not protect account existence', async () => {
    await t.configure({ signIn: { protectAccountExistence: false } });
    for (const response of [await requestMail(newEmail()), await login(t, newEmail())]) {
      expect(response.status).toBe(404);
      expect(codeOf(response)).toBe('-19999');
    }
    await t.configure({ signIn: { protectAccountExistence: true } });
  });
});
