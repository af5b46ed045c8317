import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf } from '../../testing/answers.ts';
import { REDIRECT_URI, type TestServer, testServer } from '../../testing/index.ts';
import { login, newEmail, PASSWORD, register, signedInMember, token } from '../testing/client.ts';
import { countMails, latestMail } from '../testing/mail.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const NEW_PASSWORD = 'a brand new passphrase';
const post = (path: string, body: unknown, as = t.visitor, headers: Record<string, string> = {}) =>
  t.call({ method: 'POST', path, body, as, headers });
const ask = (email: string, more: object = {}, headers = {}) =>
  post('/_api/iam/recovery/v1/send-email', { email, ...more }, t.visitor, headers);
const recover = (recoveryToken: string, password: string | undefined = NEW_PASSWORD) =>
  post('/_api/iam/recovery/v1/recover', { recoveryToken, password });
const linkOf = async (email: string, kind: 'RECOVERY' | 'ACTIVATION' | 'SET_PASSWORD' = 'RECOVERY') =>
  latestMail(t, email, kind, { wait: true });

describe('200', () => {
  it('mails a link to the hosted page, whose token sets a new password once and signs in', async () => {
    const member = await signedInMember(t);
    expect(await ask(member.email)).toMatchObject({ status: 200, body: {} });
    const { link, token: recoveryToken } = await linkOf(member.email);
    expect(new URL(link as string).origin).toBe(t.origin);
    expect(new URL(link as string).pathname).toBe('/reset-password');
    const answer = await recover(recoveryToken);
    expect(answer.body).toMatchObject({
      state: 'SUCCESS',
      sessionToken: expect.any(String),
      identity: { id: member.id, email: { isVerified: true } },
    });
    expect((await login(t, member.email)).status).toBe(401);
    expect((await login(t, member.email, NEW_PASSWORD)).status).toBe(200);
    expect(await countMails(t, member.email, 'PASSWORD_CHANGED')).toBe(1);
  });

  it('ends every session and every other link', async () => {
    const member = await signedInMember(t);
    await ask(member.email);
    const first = await linkOf(member.email);
    await ask(member.email);
    await expect.poll(() => countMails(t, member.email, 'RECOVERY'), { timeout: 10_000 }).toBe(2);
    const second = await linkOf(member.email);
    expect((await recover(second.token)).status).toBe(200);
    expect(codeOf(await recover(first.token))).toBe('VERIFICATION_FAILED');
    const refresh = { clientId: t.app.clientId, grantType: 'refresh_token', refreshToken: member.refreshToken };
    expect((await token(t, refresh)).body.error).toBe('invalid_grant');
    await expect
      .poll(
        async () => (await t.call({ method: 'GET', path: '/members/v1/members/my', as: member.accessToken })).status,
      )
      .toBe(401);
  });

  it('answers alike for an unknown address, and writes to nobody', async () => {
    const unknown = newEmail();
    const answer = await ask(unknown);
    expect(answer).toMatchObject({ status: 200, body: {} });
    await expect.poll(() => t.db.selectFrom('outbox').selectAll().execute(), { timeout: 10_000 }).toEqual([]);
    expect(await countMails(t, unknown, 'RECOVERY')).toBe(0);
  });

  it('attack: the Host header of whoever asks is in no mail', async () => {
    const { email } = await signedInMember(t);
    const poison = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    await ask(email, {}, poison);
    const mail = await linkOf(email);
    expect(new URL(mail.link as string).origin).toBe(t.origin);
    expect(mail.text).not.toContain('evil.example');
  });

  it('activates a member made by a key, with or without a password', async () => {
    for (const password of [NEW_PASSWORD, undefined]) {
      const email = newEmail();
      const signedOn = await post('/v2/sign-on', { loginId: { email } }, t.key);
      const identityId = signedOn.body.identity.id;
      const sent = await post('/_api/iam/recovery/v1/activation-email', { identityId }, t.key);
      expect(sent).toMatchObject({ status: 200, body: {} });
      const { token: recoveryToken, link } = await linkOf(email, 'ACTIVATION');
      expect(new URL(link as string).pathname).toBe('/activate');
      const answer = await post('/_api/iam/recovery/v1/recover', { recoveryToken, password });
      expect(answer.body).toMatchObject({ state: 'SUCCESS', identity: { email: { isVerified: true } } });
    }
  });

  it('accepts every address for a set-password mail', async () => {
    const path = '/wix-sm/api/v1/auth/v1/auth/members/send-set-password-email';
    const email = newEmail();
    await post('/v2/sign-on', { loginId: { email } }, t.key);
    for (const to of [email, newEmail()]) expect((await post(path, { email: to })).body).toEqual({ accepted: true });
    expect((await recover((await linkOf(email, 'SET_PASSWORD')).token)).body.state).toBe('SUCCESS');
  });

  it('mails no more than five links to one member in an hour, and says nothing of it', async () => {
    const { email } = await signedInMember(t);
    for (let times = 0; times < 8; times += 1) expect((await ask(email)).status).toBe(200);
    await expect.poll(() => t.db.selectFrom('outbox').selectAll().execute(), { timeout: 10_000 }).toEqual([]);
    expect(await countMails(t, email, 'RECOVERY')).toBe(5);
  });

  it('lets who proves the mailbox past e-mail verification, and not past the owner', async () => {
    await t.configure({ signIn: { requireEmailVerification: true, requireOwnerApproval: true } });
    const email = newEmail();
    await register(t, email);
    await ask(email);
    const answer = await recover((await linkOf(email)).token);
    expect(answer.body.state).toBe('REQUIRE_OWNER_APPROVAL');
    expect(answer.body.sessionToken).toBeUndefined();
    await t.configure({ signIn: { requireEmailVerification: false, requireOwnerApproval: false } });
  });

  it('speaks the language that was asked for', async () => {
    const { email } = await signedInMember(t);
    await ask(email, { language: 'de-CH' });
    const german = await linkOf(email);
    const other = await signedInMember(t);
    await ask(other.email);
    expect(german.subject).not.toBe((await linkOf(other.email)).subject);
  });
});

describe('400', () => {
  it('attack: a link is used up by its first use, of 20 at once too', async () => {
    const { email } = await signedInMember(t);
    await ask(email);
    const { token: recoveryToken } = await linkOf(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => recover(recoveryToken)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => codeOf(answer) === 'VERIFICATION_FAILED')).toHaveLength(19);
    expect(codeOf(await recover(recoveryToken))).toBe('VERIFICATION_FAILED');
  });

  it('keeps the link good when the new password will not do', async () => {
    const { email } = await signedInMember(t);
    await ask(email);
    const { token: recoveryToken } = await linkOf(email);
    for (const password of ['short', 'password1', email]) {
      const refused = await recover(recoveryToken, password);
      expect(refused.status).toBe(400);
      expect(refused.body.details.validationError.fieldViolations[0].field).toBe('password');
    }
    expect((await recover(recoveryToken)).status).toBe(200);
  });

  it.each([
    ['made up', 'made.up'],
    ['of another kind', PASSWORD],
  ])('refuses a token that is %s', async (_name, made) => {
    expect(codeOf(await recover(made))).toBe('VERIFICATION_FAILED');
  });

  it('refuses an old link', async () => {
    const { email } = await signedInMember(t);
    await ask(email);
    const { token: recoveryToken } = await linkOf(email);
    await t.db
      .updateTable('recovery_tokens')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    expect(codeOf(await recover(recoveryToken))).toBe('VERIFICATION_FAILED');
  });

  it("refuses a link of another site's", async () => {
    const { email } = await signedInMember(t);
    await ask(email);
    const { token: recoveryToken } = await linkOf(email);
    const second = await t.secondSite();
    const answer = await t.call({
      method: 'POST',
      path: '/_api/iam/recovery/v1/recover',
      body: { recoveryToken, password: NEW_PASSWORD },
      headers: { authorization: second.visitor },
    });
    expect(codeOf(answer)).toBe('VERIFICATION_FAILED');
  });

  it.each(['https://evil.example/', `${REDIRECT_URI}/`, `${REDIRECT_URI}?x=1`, 'javascript:alert(1)'])(
    'mails no link that would go on to %s',
    async (url) => {
      const { email } = await signedInMember(t);
      const answer = await ask(email, { redirect: { url, clientId: t.app.clientId } });
      expect(answer.status).toBe(400);
      expect(codeOf(answer)).toBe('INVALID_REDIRECT_URI');
      expect(await countMails(t, email, 'RECOVERY')).toBe(0);
      const allowed = await ask(email, { redirect: { url: REDIRECT_URI, clientId: t.app.clientId } });
      expect(allowed.status).toBe(200);
    },
  );
});

describe('403', () => {
  it('lets staff and keys alone send activation mails', async () => {
    for (const as of [t.visitor, t.member, await t.userToken('viewer')]) {
      const answer = await post('/_api/iam/recovery/v1/activation-email', { identityId: t.otherMemberId }, as);
      expect(answer.status).toBe(403);
    }
  });

  it('opens no closed account', async () => {
    const member = await signedInMember(t);
    await ask(member.email);
    const { token: recoveryToken } = await linkOf(member.email);
    expect((await post(`/members/v1/members/${member.id}/block`, {}, t.key)).status).toBe(200);
    expect(codeOf(await recover(recoveryToken))).toMatch(/MEMBER_BLOCKED|VERIFICATION_FAILED/);
  });
});

describe('404', () => {
  it('says so of an unknown address where the site does not protect account existence', async () => {
    await t.configure({ signIn: { protectAccountExistence: false } });
    for (const answer of [await ask(newEmail()), await login(t, newEmail())]) {
      expect(answer.status).toBe(404);
      expect(codeOf(answer)).toBe('-19999');
    }
    await t.configure({ signIn: { protectAccountExistence: true } });
  });
});
