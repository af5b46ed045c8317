/** Tests registration, sign-in, verification and recovery against a real server. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countMails, waitForMail } from '../../../server/src/identity/testing/mail.ts';
import { startProxy } from '../../../server/src/testing/failing-proxy.ts';
import type {} from '../../../server/src/testing/global-setup.ts';
import { REDIRECT_URI, type TestServer, testServer } from '../../../server/src/testing/index.ts';
import { solveCaptcha } from '../../../server/src/testing/solve-captcha.ts';
import { type AnySite, type Client, createClient, type LoginResult, type MemberAuth, memberAuth } from '../index.ts';

const PASSWORD = 'correct horse battery staple 5';
let t: TestServer;
let client: Client<AnySite, MemberAuth>;
beforeAll(async () => {
  t = await testServer();
  await t.listen();
});
afterAll(() => t.stop());
beforeEach(() => {
  client = createClient({ url: t.origin, auth: memberAuth({ clientId: t.app.clientId }) });
});
const DEFAULTS = {
  signUp: 'OPEN' as const,
  requireOwnerApproval: false,
  requireEmailVerification: false,
  requiredFields: [],
  protectAccountExistence: true,
  captcha: { mode: 'OFF' as const },
};
const configure = (signIn: object) => t.configure({ signIn: { ...DEFAULTS, ...signIn } });
afterEach(() => configure({}));

let count = 0;
const newEmail = () => {
  count += 1;
  return `person${count}@example.org`;
};
const success = { loginState: 'SUCCESS', data: { sessionToken: expect.any(String) } };
const failure = (errorCode: string) => ({ loginState: 'FAILURE', errorCode, error: expect.any(String) });

async function signIn(result: LoginResult): Promise<void> {
  if (result.loginState !== 'SUCCESS') throw new Error(JSON.stringify(result));
  const { sessionToken } = result.data;
  await client.auth.setTokens(
    await client.auth.getMemberTokensForDirectLogin(sessionToken, { redirectUri: REDIRECT_URI }),
  );
}

describe('register and login', () => {
  const known = { email: 'known@example.org', password: PASSWORD };
  const forgedCaptcha = { captchaTokens: { recaptchaToken: 'made up' } };
  beforeAll(async () => {
    const auth = memberAuth({ clientId: t.app.clientId });
    expect(await createClient({ url: t.origin, auth }).auth.register(known)).toMatchObject(success);
  });

  it.each([
    ['register', {}, () => known, failure('emailAlreadyExists')],
    ['register', {}, () => ({ ...known, email: 'nobody' }), failure('invalidEmail')],
    [
      'register',
      {},
      () => ({ email: newEmail(), password: 'x' }),
      { loginState: 'FAILURE', error: expect.any(String) },
    ],
    [
      'register',
      { captcha: { mode: 'VISIBLE' } },
      () => ({ ...known, email: newEmail() }),
      failure('missingCaptchaToken'),
    ],
    [
      'register',
      { captcha: { mode: 'VISIBLE' } },
      () => ({ ...known, ...forgedCaptcha }),
      failure('invalidCaptchaToken'),
    ],
    [
      'register',
      { requireOwnerApproval: true },
      () => ({ ...known, email: newEmail() }),
      { loginState: 'OWNER_APPROVAL_REQUIRED' },
    ],
    ['login', {}, () => known, success],
    ['login', {}, () => ({ ...known, password: 'wrong' }), failure('invalidPassword')],
    ['login', {}, () => ({ ...known, email: 'nobody' }), expect.objectContaining({ loginState: 'FAILURE' })],
    ['login', { protectAccountExistence: false }, () => ({ ...known, email: newEmail() }), failure('invalidEmail')],
  ] as const)('%s under %j', async (name, settings, input, expected) => {
    await configure(settings);
    expect(await client.auth[name](input())).toMatchObject(expected);
  });

  it('tells a busy server from a wrong address by the cause', async () => {
    const proxy = await startProxy(t.origin);
    const auth = memberAuth({ clientId: t.app.clientId });
    const proxiedClient = createClient({ url: proxy.url, auth });
    await proxiedClient.auth.tokens();
    proxy.failWith(503);
    expect(await proxiedClient.auth.login(known)).toMatchObject({ ...failure('invalidEmail'), cause: { status: 503 } });
    await proxy.close();
    await expect(proxiedClient.auth.login(known)).rejects.toMatchObject({ code: 'NETWORK_ERROR', status: 0 });
  });

  it('send a wrong password once, so that it counts as one attempt', async () => {
    const proxy = await startProxy(t.origin);
    const { auth } = createClient({ url: proxy.url, auth: memberAuth({ clientId: t.app.clientId }) });
    expect(await auth.login({ ...known, password: 'wrong' })).toMatchObject(failure('invalidPassword'));
    expect(proxy.paths).toEqual(['/oauth2/token', '/v2/login']);
    await proxy.close();
  });

  it('continue after the missing fields of the profile', async () => {
    await configure({ requiredFields: ['firstName'] });
    const result = await client.auth.register({ email: newEmail(), password: PASSWORD });
    expect(result).toMatchObject({
      ...failure('missingProfileFields'),
      error: 'Unknown _state',
      data: { stateToken: expect.any(String), missingFields: ['firstName'] },
    });
    const stateToken = result.loginState === 'FAILURE' ? (result.data?.stateToken ?? '') : '';
    expect(await client.auth.completeProfile(stateToken, { firstName: 'Ada' })).toMatchObject(success);
  });
});

describe('login after failed attempts on a site with a captcha', () => {
  let limitedServer: TestServer;
  beforeAll(async () => {
    limitedServer = await testServer(undefined, { limits: true });
    await limitedServer.listen();
  });
  afterAll(() => limitedServer.stop());

  const solve = async () =>
    solveCaptcha((await (await fetch(`${limitedServer.origin}/portico/v1/captcha/challenge`)).json()) as never);

  it.each([
    ['without a captcha token', async () => undefined, failure('missingCaptchaToken')],
    ['with a made-up token', async () => 'made up', failure('invalidCaptchaToken')],
    ['with a solved captcha', solve, success],
  ])('%s', async (_name, makeToken, expected) => {
    // Each attempt comes from another device, because the device that registered needs no captcha.
    const newAuth = () =>
      createClient({ url: limitedServer.origin, auth: memberAuth({ clientId: limitedServer.app.clientId }) }).auth;
    const login = { email: newEmail(), password: PASSWORD };
    await limitedServer.configure({ signIn: { captcha: { mode: 'OFF' } } });
    await newAuth().register(login);
    for (let attempt = 0; attempt < 3; attempt += 1) await newAuth().login({ ...login, password: 'wrong' });
    await limitedServer.configure({ signIn: { captcha: { mode: 'VISIBLE' } } });
    const recaptchaToken = await makeToken();
    expect(await newAuth().login({ ...login, captchaTokens: { recaptchaToken } })).toMatchObject(expected);
  });
});

describe('verification', () => {
  it('continues the sign-in with the code of the mail', async () => {
    await configure({ requireEmailVerification: true });
    const email = newEmail();
    const state = await client.auth.register({ email, password: PASSWORD });
    expect(state).toMatchObject({
      loginState: 'EMAIL_VERIFICATION_REQUIRED',
      data: { stateToken: expect.any(String) },
    });
    await expect(client.auth.processVerification({ verificationCode: 'xxxxxx' })).rejects.toMatchObject({
      code: 'VERIFICATION_FAILED',
    });
    const { code } = await waitForMail(t, email, 'VERIFY_EMAIL', { wait: true });
    expect(await client.auth.processVerification({ code: code ?? '' }, state)).toMatchObject(success);
  });

  it('mails another code', async () => {
    await configure({ requireEmailVerification: true });
    const email = newEmail();
    await client.auth.register({ email, password: PASSWORD });
    await expect.poll(() => countMails(t, email, 'VERIFY_EMAIL')).toBe(1);
    await client.auth.resendVerification();
    await expect.poll(() => countMails(t, email, 'VERIFY_EMAIL')).toBe(2);
    const { code } = await waitForMail(t, email, 'VERIFY_EMAIL', { wait: true });
    expect(await client.auth.processVerification({ verificationCode: code ?? '' })).toMatchObject(success);
  });

  it('needs a sign-in that waits for it', async () => {
    const unknown = { loginState: 'FAILURE', error: 'Unknown _state' };
    expect(await client.auth.processVerification({ code: '123456' })).toEqual(unknown);
    await expect(client.auth.resendVerification()).rejects.toThrow('Unknown _state');
  });
});

describe('passwords', () => {
  it('are reset with the token of the mail', async () => {
    const email = newEmail();
    await client.auth.register({ email, password: PASSWORD });
    await client.auth.sendPasswordResetEmail(email, REDIRECT_URI, 'de');
    const { token } = await waitForMail(t, email, 'RECOVERY', { wait: true });
    const next = `${PASSWORD} again`;
    await signIn(await client.auth.resetPassword(token, next));
    expect(await client.auth.isLoggedIn()).toBe(true);
    expect(await client.auth.login({ email, password: PASSWORD })).toMatchObject(failure('invalidPassword'));
    expect(await client.auth.login({ email, password: next })).toMatchObject(success);
    await expect(client.auth.resetPassword(token, next)).rejects.toMatchObject({ code: 'VERIFICATION_FAILED' });
  });

  it('are changed by the member, who stays signed in', async () => {
    const email = newEmail();
    await signIn(await client.auth.register({ email, password: PASSWORD }));
    await expect(client.auth.changePassword('x')).rejects.toMatchObject({ status: 400 });
    await client.auth.changePassword(`${PASSWORD} again`);
    expect(await client.members.getCurrentMember()).toBeTruthy();
    expect(await client.auth.login({ email, password: PASSWORD })).toMatchObject(failure('invalidPassword'));
  });

  it('are not mailed to an address that the app does not list', async () => {
    await expect(
      client.auth.sendPasswordResetEmail('known@example.org', 'https://evil.example/'),
    ).rejects.toMatchObject({
      code: 'INVALID_REDIRECT_URI',
    });
  });
});
