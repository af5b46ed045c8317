/** The captcha before registration and sign-in. The verification of tokens is tested in captcha/. */
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mountNotFound } from '../../app.ts';
import { type TestServer, testServer } from '../../testing/index.ts';
import { codeOf } from '../../testing/responses.ts';
import { newEmail, PASSWORD } from '../testing/client.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer((app) => mountNotFound(app.http), { limits: true });
  await t.configure({ signIn: { captcha: { mode: 'VISIBLE', provider: 'ALTCHA' } } });
});
afterAll(() => t.stop());

async function fetchSolution(): Promise<string> {
  const { body: challenge } = await t.call({ method: 'GET', path: '/portico/v1/captcha/challenge', as: t.visitor });
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

const register = (email: string, captchaTokens?: unknown) =>
  t.call({
    method: 'POST',
    path: '/v2/register',
    body: { loginId: { email }, password: PASSWORD, captchaTokens },
    as: t.visitor,
  });
const login = (email: string, password: string, captchaTokens?: unknown) =>
  t.call({ method: 'POST', path: '/v2/login', body: { loginId: { email }, password, captchaTokens }, as: t.visitor });

describe('registering', () => {
  it.each(['Recaptcha', 'InvisibleRecaptcha'])(
    'accepts a token under %s, as the vendor’s client sends it',
    async (key) => {
      // The client always sends both keys, one of them without a value.
      const response = await register(newEmail(), [
        { Recaptcha: undefined, InvisibleRecaptcha: undefined, [key]: await fetchSolution() },
      ]);
      expect(response.body.state).toBe('SUCCESS');
    },
  );

  it('returns -19971 without a token, and -19970 for an invalid or used one', async () => {
    expect(codeOf(await register(newEmail()))).toBe('-19971');
    expect(codeOf(await register(newEmail(), [{}]))).toBe('-19971');
    expect(codeOf(await register(newEmail(), [{ Recaptcha: 'made up' }]))).toBe('-19970');
    const token = await fetchSolution();
    expect((await register(newEmail(), [{ Recaptcha: token }])).status).toBe(200);
    expect(codeOf(await register(newEmail(), [{ Recaptcha: token }]))).toBe('-19970');
  });
});

describe('signing in', () => {
  it('requires a captcha only after failures, for unknown addresses too', async () => {
    const email = newEmail();
    await register(email, [{ Recaptcha: await fetchSolution() }]);
    // Uses another visitor, because the device of the one who registered is known.
    const visitorResponse = await t.call({
      method: 'POST',
      path: '/oauth2/token',
      body: { clientId: t.app.clientId, grantType: 'anonymous' },
    });
    const as = visitorResponse.body.access_token;
    const tryLogin = (address: string, password: string, captchaTokens?: unknown) =>
      t.call({ method: 'POST', path: '/v2/login', body: { loginId: { email: address }, password, captchaTokens }, as });
    for (const address of [email, newEmail()]) {
      for (let times = 0; times < 3; times += 1)
        expect(codeOf(await tryLogin(address, 'wrong password'))).toBe('-19976');
      expect(codeOf(await tryLogin(address, 'wrong password'))).toBe('-19971');
      expect(codeOf(await tryLogin(address, 'wrong password', [{ Recaptcha: 'x' }]))).toBe('-19970');
      expect(codeOf(await tryLogin(address, 'wrong password', [{ Recaptcha: await fetchSolution() }]))).toBe('-19976');
      await t.db.deleteFrom('attempts').where('subject', 'like', 'address:%').execute();
    }
    expect((await tryLogin(email, PASSWORD, [{ InvisibleRecaptcha: await fetchSolution() }])).body.state).toBe(
      'SUCCESS',
    );
  });

  it('requires no captcha on a known device', async () => {
    const email = newEmail();
    await register(email, [{ Recaptcha: await fetchSolution() }]);
    for (let times = 0; times < 5; times += 1) expect(codeOf(await login(email, 'wrong password'))).toBe('-19976');
    expect((await login(email, PASSWORD)).body.state).toBe('SUCCESS');
  });
});

describe('requesting a link for a new password', () => {
  const requestLink = (captchaTokens?: unknown) =>
    t.call({ method: 'POST', path: '/v1/send-email', body: { email: newEmail(), captchaTokens }, as: t.visitor });

  it('verifies the captcha of clients that send one', async () => {
    expect(codeOf(await requestLink([{}]))).toBe('-19971');
    expect(codeOf(await requestLink([{ Recaptcha: 'made up' }]))).toBe('-19970');
    expect((await requestLink([{ Recaptcha: await fetchSolution() }])).status).toBe(200);
  });

  it('requires none of the vendor’s client, which cannot send one', async () => {
    expect((await requestLink()).status).toBe(200);
  });
});
