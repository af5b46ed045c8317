import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { REDIRECT_URI, type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { authorizeQuery, createPkce, newEmail, PASSWORD } from '../testing/client.ts';
import { countMails, waitForMail } from '../testing/mail.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());
beforeEach(() =>
  t.configure({ signIn: { requireEmailVerification: false, requireOwnerApproval: false, requiredFields: [] } }),
);

const NEW_PASSWORD = 'a brand new passphrase';

/** Simulates a browser that stores cookies. */
function createBrowser() {
  const jar = new Map<string, string>();
  const call = async (method: 'GET' | 'POST', path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await t.call({
      method,
      path: path.startsWith('/') ? path : `/portico/v1/session/${path}`,
      body,
      headers: { ...(method === 'POST' ? { origin: t.origin } : {}), ...(cookie ? { cookie } : {}), ...headers },
    });
    for (const line of [response.headers['set-cookie'] ?? []].flat()) {
      const [pair = '', ...attributes] = String(line).split('; ');
      const [name = '', value = ''] = pair.split('=');
      if (attributes.includes('Max-Age=0')) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  return {
    jar,
    post: (path: string, body: unknown, headers?: Record<string, string>) => call('POST', path, body, headers),
    get: (path: string) => call('GET', path),
    has: (kind: string) => [...jar.keys()].some((name) => name.startsWith(`portico-${kind}-`)),
  };
}

async function startSignUp(email = newEmail()) {
  const b = createBrowser();
  const response = await b.post('sign-up', { email, password: PASSWORD });
  expect(response.body).toEqual({ redirectTo: '/account' });
  return { b, email };
}

describe('responses with status 200', () => {
  it('leads through every step by a cookie, and back to the waiting app', async () => {
    await t.configure({
      signIn: { requireEmailVerification: true, requireOwnerApproval: true, requiredFields: ['firstName'] },
    });
    const page = await t.call({
      method: 'GET',
      path: `/_api/oauth2/authorize?${authorizeQuery(t, createPkce(), { prompt: 'login' })}`,
    });
    const request = new URL(String(page.headers.location)).searchParams.get('state') as string;
    const query = `?${new URLSearchParams({ state: request })}`;
    const b = createBrowser();
    const email = newEmail();
    const signUp = await b.post('sign-up', { email, password: PASSWORD, request });
    expect(signUp.body.redirectTo).toBe(`/verify-email${query}`);
    expect(b.has('session')).toBe(false);
    expect((await b.get('step')).body.step).toEqual({ state: 'REQUIRE_EMAIL_VERIFICATION', email, missingFields: [] });
    expect((await b.post('resend', {})).status).toBe(200);
    const { code } = await waitForMail(t, email, 'VERIFY_EMAIL');
    const verified = await b.post('verify', { code, request });
    expect(verified.body.redirectTo).toBe(`/complete-profile${query}`);
    expect((await b.get('step')).body.step.missingFields).toEqual(['firstName']);
    const completed = await b.post('complete-profile', { profile: { firstName: 'Ada' }, request });
    expect(completed.body.redirectTo).toBe(`/waiting${query}`);
    expect((await b.get('step')).body.step.state).toBe('REQUIRE_OWNER_APPROVAL');
    expect(b.has('session')).toBe(false);
    const waiting = await b.post('sign-in', { email, password: PASSWORD, request });
    expect(waiting.body.redirectTo).toBe(`/waiting${query}`);
    const rows = await t.db.selectFrom('members').select('id').where('login_email', '=', email).execute();
    await t.call({ method: 'POST', path: `/members/v1/members/${rows[0]?.id}/approve`, body: {}, as: t.key });
    expect((await b.get('step')).body.step).toBeNull();
    const done = await b.post('sign-in', { email, password: PASSWORD, request });
    expect(done.body.redirectTo).toContain(`${t.origin}/_api/oauth2/authorize?`);
    expect(b.has('session')).toBe(true);
    expect(b.has('step')).toBe(false);
    const back = await b.get(new URL(done.body.redirectTo).pathname + new URL(done.body.redirectTo).search);
    expect(String(back.headers.location)).toMatch(new RegExp(`^${REDIRECT_URI}\\?code=`));
  });

  it('treats a taken address like a new one', async () => {
    await t.configure({ signIn: { requireEmailVerification: true } });
    const email = newEmail();
    const owner = createBrowser();
    await owner.post('sign-up', { email, password: PASSWORD });
    await owner.post('verify', { code: (await waitForMail(t, email, 'VERIFY_EMAIL')).code });
    const other = createBrowser();
    const response = await other.post('sign-up', { email, password: 'another passphrase' });
    expect(response.body).toEqual({ redirectTo: '/verify-email' });
    expect((await other.get('step')).body.step).toEqual({
      state: 'REQUIRE_EMAIL_VERIFICATION',
      email,
      missingFields: [],
    });
    expect(codeOf(await other.post('verify', { code: '123456' }))).toBe('VERIFICATION_FAILED');
    expect(await countMails(t, email, 'ADDRESS_TAKEN')).toBe(1);
  });

  it('sets a new password by the mailed link, once, and leads back to the app', async () => {
    const { email, b: elsewhere } = await startSignUp();
    const page = await t.call({
      method: 'GET',
      path: `/_api/oauth2/authorize?${authorizeQuery(t, createPkce(), { prompt: 'login' })}`,
    });
    const request = new URL(String(page.headers.location)).searchParams.get('state') as string;
    const b = createBrowser();
    expect((await b.post('forgot-password', { email, request })).body).toEqual({});
    const { token } = await waitForMail(t, email, 'RECOVERY', { wait: true });
    for (let looks = 0; looks < 2; looks += 1) {
      expect((await b.post('recovery', { token })).body).toEqual({ recovery: { purpose: 'RECOVERY', email } });
    }
    const response = await b.post('reset-password', { token, password: NEW_PASSWORD });
    expect(response.body.redirectTo).toContain('/_api/oauth2/authorize?');
    expect((await b.get('/portico/v1/session')).body.member.loginEmail).toBe(email);
    expect((await elsewhere.get('/portico/v1/session')).body.member).toBeNull();
    expect((await b.post('recovery', { token })).body).toEqual({ recovery: null });
    expect(codeOf(await b.post('reset-password', { token, password: NEW_PASSWORD }))).toBe('VERIFICATION_FAILED');
  });

  it('redirects to the address of the app only while it is on the app’s list', async () => {
    const { email } = await startSignUp();
    const reset = async () => {
      const redirect = { url: REDIRECT_URI, clientId: t.app.clientId };
      await t.call({
        method: 'POST',
        path: '/_api/iam/recovery/v1/send-email',
        body: { email, redirect },
        as: t.visitor,
      });
      return (await waitForMail(t, email, 'RECOVERY', { wait: true })).token;
    };
    const password = NEW_PASSWORD;
    expect((await createBrowser().post('reset-password', { token: await reset(), password })).body.redirectTo).toBe(
      REDIRECT_URI,
    );
    await t.db.deleteFrom('mails').execute();
    const token = await reset();
    await t.db.updateTable('recovery_tokens').set({ redirect_url: 'https://evil.example/' }).execute();
    expect((await createBrowser().post('reset-password', { token, password })).body.redirectTo).toBe('/account');
  });

  it('changes the password if the current one is right, ends the other sessions, and mails the member', async () => {
    const { b, email } = await startSignUp();
    const other = createBrowser();
    await other.post('sign-in', { email, password: PASSWORD });
    const wrong = await b.post('change-password', { currentPassword: 'wrong password', newPassword: NEW_PASSWORD });
    expect(codeOf(wrong)).toBe('-19976');
    const right = await b.post('change-password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
    expect(right).toMatchObject({ status: 200, body: {} });
    expect((await b.get('/portico/v1/session')).body.member.loginEmail).toBe(email);
    expect((await other.get('/portico/v1/session')).body.member).toBeNull();
    expect(await countMails(t, email, 'PASSWORD_CHANGED')).toBe(1);
  });

  it('mails a notice about a new device, and not about a known one', async () => {
    const { b, email } = await startSignUp();
    await b.post('sign-in', { email, password: PASSWORD });
    expect(await countMails(t, email, 'NEW_DEVICE')).toBe(0);
    await createBrowser().post('sign-in', { email, password: PASSWORD }, { 'user-agent': 'another browser' });
    expect(await countMails(t, email, 'NEW_DEVICE')).toBe(1);
  });

  it('lists the sessions of the member, and ends one of them or all others', async () => {
    const { b, email } = await startSignUp();
    const others = [createBrowser(), createBrowser(), createBrowser()];
    for (const other of others) await other.post('sign-in', { email, password: PASSWORD }, { 'user-agent': 'Phone' });
    const { accessToken } = (await b.get('/portico/v1/session')).body;
    const list = async () =>
      (await t.call({ method: 'GET', path: '/portico/v1/my/sessions', as: accessToken })).body.sessions;
    const before = await list();
    expect(before).toHaveLength(4);
    expect(before.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
    expect(before.filter(({ userAgent }: { userAgent: string }) => userAgent === 'Phone')).toHaveLength(3);
    const { sessionId } = before.find(({ current }: { current: boolean }) => !current);
    const end = (as: string) => t.call({ method: 'DELETE', path: `/portico/v1/my/sessions/${sessionId}`, as });
    expect((await end(t.otherMember)).status).toBe(404);
    expect((await end(accessToken)).status).toBe(200);
    expect((await end(accessToken)).status).toBe(404);
    const rest = await t.call({
      method: 'POST',
      path: '/portico/v1/my/sessions/end-others',
      body: {},
      as: accessToken,
    });
    expect(rest.body).toEqual({ ended: 2 });
    expect(await list()).toHaveLength(1);
    for (const other of others) expect((await other.get('/portico/v1/session')).body.member).toBeNull();
    expect((await b.get('/portico/v1/session')).body.member.loginEmail).toBe(email);
  });
});

describe('responses with status 400', () => {
  it.each(['verify', 'resend', 'complete-profile'])('rejects %s if no sign-in is pending', async (path) => {
    const response = await createBrowser().post(path, { code: '123456', profile: {} });
    expect(response.status).toBe(400);
    expect(codeOf(response)).toBe('VERIFICATION_FAILED');
  });
});

describe('responses with status 401', () => {
  it('rejects a password change without a session', async () => {
    const response = await createBrowser().post('change-password', {
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
    });
    expect(codeOf(response)).toBe('UNAUTHENTICATED');
  });
});

describe('responses with status 403', () => {
  it.each([
    ['verify', { code: '123456' }],
    ['resend', {}],
    ['complete-profile', { profile: {} }],
    ['forgot-password', { email: 'a@example.org' }],
    ['recovery', { token: 'x' }],
    ['reset-password', { token: 'x', password: NEW_PASSWORD }],
    ['change-password', { currentPassword: 'x', newPassword: NEW_PASSWORD }],
  ])('attack: login CSRF: rejects %s from another origin', async (path, body) => {
    for (const origin of ['https://evil.example', 'null', `${t.origin}.evil.example`]) {
      const response = await createBrowser().post(path, body, { origin });
      expect(response.status).toBe(403);
      expect(codeOf(response)).toBe('FOREIGN_ORIGIN');
    }
  });
});
