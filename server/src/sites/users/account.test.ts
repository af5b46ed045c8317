import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { mountNotFound } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { newId } from '../../kernel/ids.ts';
import { hashPassword } from '../../kernel/passwords.ts';
import { type SmtpFixture, startSmtp } from '../../mail/testing/smtp-server.ts';
import { type Call, type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { insertSiteUser } from '../store.ts';
import { forgotDashboardPassword } from './forgot-password.ts';
import { createSetupLink } from './set-up.ts';
import { insertUser } from './store.ts';

const PASSWORD = 'a boat under the bridge';
const NEW_PASSWORD = 'a bridge over the boat';
const PATH = '/portico/v1/dashboard';

let t: TestServer;
let passwordHash: string;
let email: string;
let userId: string;
beforeAll(async () => {
  t = await testServer((app) => mountNotFound(app.http), { limits: true });
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => t.stop());
beforeEach(async () => {
  email = `owner-${newId()}@example.org`;
  userId = newId();
  await insertUser(t.db, { id: userId, email, password_hash: passwordHash });
  await insertSiteUser(t.db, { site_id: t.site.id, user_id: userId, role: 'owner' });
});

interface Browser {
  cookie: string;
  accessToken: string;
}

const headersOf = (browser?: Browser, origin = t.ctx.env.dashboardOrigin) => ({
  origin,
  'user-agent': 'Test browser',
  ...(browser ? { cookie: browser.cookie } : {}),
});

async function signIn(password = PASSWORD): Promise<Browser> {
  const response = await t.call({
    method: 'POST',
    path: `${PATH}/sign-in`,
    body: { email, password },
    headers: headersOf(),
  });
  expect(response.status).toBe(200);
  const lines = [response.headers['set-cookie'] ?? []].flat().map(String);
  return { cookie: lines.map((line) => line.split(';')[0]).join('; '), accessToken: response.body.accessToken };
}

const send = (method: Call['method'], path: string, browser?: Browser, body?: unknown) =>
  t.call({ method, path: `${PATH}${path}`, headers: headersOf(browser), ...(body === undefined ? {} : { body }) });
const refresh = (browser: Browser) => send('POST', '/token', browser, {});
const getSettings = (browser: Browser) =>
  t.call({ method: 'GET', path: '/portico/v1/settings', as: browser.accessToken });
const change = (browser: Browser, body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }) =>
  send('POST', '/password', browser, body);

describe('the account of a dashboard user', () => {
  it('changes the password, ends every other session, and keeps this browser a known device', async () => {
    const [thisBrowser, otherBrowser] = [await signIn(), await signIn()];
    await createSetupLink(t.ctx, email);
    const changed = await change(thisBrowser);
    expect([changed.status, changed.body]).toEqual([200, {}]);
    expect(String(changed.headers['set-cookie'])).toContain('portico-dashboard-device=');
    expect((await refresh(thisBrowser)).status).toBe(200);
    expect((await getSettings(thisBrowser)).status).toBe(200);
    expect((await refresh(otherBrowser)).status).toBe(401);
    await expect.poll(async () => (await getSettings(otherBrowser)).status).toBe(401);
    expect(await t.db.selectFrom('setup_links').selectAll().where('email', '=', email).execute()).toEqual([]);
    await signIn(NEW_PASSWORD);
    const audit = await t.call({ method: 'GET', path: '/portico/v1/audit', as: thisBrowser.accessToken });
    expect(audit.text).not.toContain(NEW_PASSWORD);
  });

  it('lists only the user’s own sessions', async () => {
    const [first, second] = [await signIn(), await signIn()];
    await refresh(first);
    const { body } = await send('GET', '/sessions', second);
    expect(body.sessions).toHaveLength(2);
    expect(body.sessions.map((session: { isCurrent: boolean }) => session.isCurrent)).toEqual([false, true]);
    expect(body.sessions[0]).toMatchObject({ userAgent: 'Test browser', address: '127.0.0.1' });
    expect(JSON.stringify(body)).not.toMatch(/token|hash/i);
  });

  it('ends one session', async () => {
    const [thisBrowser, otherBrowser] = [await signIn(), await signIn()];
    const { body } = await send('GET', '/sessions', thisBrowser);
    const other = body.sessions.find((session: { isCurrent: boolean }) => !session.isCurrent);
    expect((await send('DELETE', `/sessions/${other.sessionId}`, thisBrowser)).status).toBe(200);
    expect((await refresh(otherBrowser)).status).toBe(401);
    expect((await refresh(thisBrowser)).status).toBe(200);
  });

  it('signs out everywhere', async () => {
    const browsers = [await signIn(), await signIn(), await signIn()];
    const { status, body } = await send('POST', '/sign-out-everywhere', browsers[0], {});
    expect([status, body]).toEqual([200, { ended: 3 }]);
    for (const browser of browsers) {
      expect((await refresh(browser)).status).toBe(401);
      await expect.poll(async () => (await getSettings(browser)).status).toBe(401);
    }
  });
});

describe('a request is rejected', () => {
  it('with 400 for a new password without the current one', async () => {
    const thisBrowser = await signIn();
    const wrong = await change(thisBrowser, { currentPassword: 'wrong', newPassword: NEW_PASSWORD });
    expect(wrong.status).toBe(400);
    expect(wrong.body.details.validationError.fieldViolations[0].field).toBe('currentPassword');
    const weakResponse = await change(thisBrowser, { currentPassword: PASSWORD, newPassword: 'password1' });
    expect(weakResponse.body.details.validationError.fieldViolations[0].field).toBe('newPassword');
    await signIn();
  });

  it('with 429 for guesses at the current password', async () => {
    const thisBrowser = await signIn();
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      statuses.push((await change(thisBrowser, { currentPassword: `guess ${n}`, newPassword: NEW_PASSWORD })).status);
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
  });

  it('with 401 without a session, 403 from another origin, 404 for a session of another user', async () => {
    const thisBrowser = await signIn();
    const { body } = await send('GET', '/sessions', thisBrowser);
    const id = body.sessions[0].sessionId;
    const calls: [Call['method'], string, unknown][] = [
      ['POST', '/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }],
      ['DELETE', `/sessions/${id}`, undefined],
      ['POST', '/sign-out-everywhere', {}],
    ];
    expect((await send('GET', '/sessions')).status).toBe(401);
    for (const [method, path, input] of calls) {
      expect((await send(method, path, undefined, input)).status).toBe(401);
      const headers = headersOf(thisBrowser, 'https://evil.example');
      const foreign = await t.call({ method, path: `${PATH}${path}`, headers, ...(input ? { body: input } : {}) });
      expect([foreign.status, codeOf(foreign)]).toEqual([403, 'WRONG_ORIGIN']);
    }
    email = `other-${newId()}@example.org`;
    await insertUser(t.db, { id: newId(), email, password_hash: passwordHash });
    expect(codeOf(await send('DELETE', `/sessions/${id}`, await signIn()))).toBe('SESSION_NOT_FOUND');
    expect((await refresh(thisBrowser)).status).toBe(200);
  });
});

describe('a forgotten password', () => {
  let smtp: SmtpFixture;
  beforeAll(async () => {
    smtp = await startSmtp();
  });
  afterAll(() => smtp.stop());

  const requestLink = (address: string, from = '127.0.0.1') => {
    const { mail } = readConfig({ PORTICO_SMTP_URL: `smtp://127.0.0.1:${smtp.port}` });
    const request = { headers: {}, cookies: {}, host: 'localhost', origin: t.ctx.env.dashboardOrigin };
    const ctx = { ...t.ctx, env: { ...t.ctx.env, mail }, address: from, now: new Date() };
    return forgotDashboardPassword(ctx, { query: {}, body: { email: address } }, request);
  };
  const mailsTo = (address: string) => smtp.received.filter((mail) => mail.recipients.includes(address));

  it('is replaced through a mailed link that works once and ends every session', async () => {
    const otherBrowser = await signIn();
    expect(await requestLink(email.toUpperCase())).toEqual({ isMailed: true });
    await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(1), 10_000);
    const token = /#token=([\w-]+)/.exec(mailsTo(email)[0]?.text ?? '')?.[1] as string;
    const use = (password: string) =>
      t.call({ method: 'POST', path: '/portico/v1/setup', body: { token, password }, headers: headersOf() });
    expect((await use(NEW_PASSWORD)).status).toBe(200);
    expect(codeOf(await use('yet another password'))).toBe('SETUP_LINK_INVALID');
    expect((await refresh(otherBrowser)).status).toBe(401);
    await signIn(NEW_PASSWORD);
  });

  it('gets the same response for an address without an account, and no mail is sent', async () => {
    expect(await requestLink('nobody@example.org')).toEqual({ isMailed: true });
    expect(await requestLink(email)).toEqual({ isMailed: true });
    await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(1), 10_000);
    expect(mailsTo('nobody@example.org')).toEqual([]);
  });

  it('attack: the link uses neither the outbox nor the mail server that an admin of the site has configured', async () => {
    const adminsMailServer = await startSmtp();
    await t.configure({
      mail: { smtp: { host: '127.0.0.1', port: adminsMailServer.port, security: 'NONE', user: '' } },
    });
    await requestLink(email);
    await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(1), 10_000);
    expect(adminsMailServer.received).toEqual([]);
    expect(await t.db.selectFrom('mails').selectAll().where('recipient', '=', email).execute()).toEqual([]);
    await t.configure({ mail: { smtp: null } });
    await adminsMailServer.stop();
  });

  it('attack: 20 requests for one address send 5 mails, and leave the operator’s link alone', async () => {
    const link = await createSetupLink(t.ctx, email);
    for (let n = 0; n < 20; n += 1) await requestLink(email, `198.51.100.${n}`);
    await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(5), 10_000);
    const body = { token: link.split('token=')[1], password: NEW_PASSWORD };
    expect((await t.call({ method: 'POST', path: '/portico/v1/setup', body, headers: headersOf() })).status).toBe(200);
  });

  it('mails nothing without a mail server of the operator, and the response says so', async () => {
    const response = await send('POST', '/forgot-password', undefined, { email });
    expect([response.status, response.body]).toEqual([200, { isMailed: false }]);
  });
});
