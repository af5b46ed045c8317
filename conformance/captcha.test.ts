/** Tests register and login of OAuthStrategy on a site with a captcha. The tests solve ALTCHA as its widget does. */
import { LoginState } from '@wix/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { solveCaptcha } from '../server/src/testing/solve-captcha.ts';
import { newClient, newEmail, PASSWORD } from './support/people.ts';
import { type ServedSite, serveSite } from './support/served-site.ts';

let site: ServedSite;
let usedToken: string;
beforeAll(async () => {
  // Sign-in requires a captcha only after failed attempts, which are counted only if limits are on.
  site = await serveSite({ limits: true });
  usedToken = await solveChallenge();
  await site.configure({ captcha: { mode: 'VISIBLE' } });
  await register(newEmail(), { recaptchaToken: usedToken });
});
afterAll(() => site.stop());

type Tokens = { recaptchaToken?: string; invisibleRecaptchaToken?: string } | undefined;
type MakeTokens = () => Promise<Tokens> | Tokens;

const register = (email: string, captchaTokens: Tokens) =>
  newClient(site.t).auth.register({ email, password: PASSWORD, captchaTokens } as never);
const login = (email: string, captchaTokens?: Tokens, password = PASSWORD) =>
  newClient(site.t).auth.login({ email, password, captchaTokens } as never);

async function solveChallenge(): Promise<string> {
  const response = await fetch(`${site.t.origin}/portico/v1/captcha/challenge`);
  return solveCaptcha(await response.json());
}

const success = { loginState: LoginState.SUCCESS, data: { sessionToken: expect.any(String) } };
const failure = (errorCode: string) => ({ loginState: LoginState.FAILURE, errorCode, error: expect.any(String) });

const outcomes: [string, MakeTokens, object][] = [
  ['no token', () => undefined, failure('missingCaptchaToken')],
  ['an empty token', () => ({ recaptchaToken: '' }), failure('missingCaptchaToken')],
  ['a token that is made up', () => ({ recaptchaToken: 'made up' }), failure('invalidCaptchaToken')],
  ['a token that was used before', () => ({ recaptchaToken: usedToken }), failure('invalidCaptchaToken')],
];

/** Registers a member while the site requires no captcha. Returns the e-mail address. */
async function registerMember(): Promise<string> {
  await site.configure();
  const email = newEmail();
  await register(email, undefined);
  return email;
}

it('login requires no captcha before a failed attempt', async () => {
  const email = await registerMember();
  await site.configure({ captcha: { mode: 'VISIBLE' } });
  expect(await login(email)).toEqual(success);
});

describe.each([
  ['VISIBLE', 'recaptchaToken'],
  ['INVISIBLE', 'invisibleRecaptchaToken'],
] as const)('with the captcha %s', (mode, name) => {
  const rows: typeof outcomes = [
    ...outcomes,
    [`a solved ${name}`, async () => ({ [name]: await solveChallenge() }), success],
  ];

  it.each(rows)('register with %s', async (_name, makeTokens, expected) => {
    await site.configure({ captcha: { mode } });
    expect(await register(newEmail(), await makeTokens())).toEqual(expected);
  });

  it.each(rows)('login after three failures with %s', async (_name, makeTokens, expected) => {
    const email = await registerMember();
    for (let attempt = 0; attempt < 3; attempt += 1) await login(email, undefined, 'wrong');
    await site.configure({ captcha: { mode } });
    expect(await login(email, await makeTokens())).toEqual(expected);
  });
});

describe('without a required captcha', () => {
  beforeAll(() => site.configure());

  it.each([
    ['no token', () => undefined],
    ['a token that is made up', () => ({ recaptchaToken: 'made up' })],
  ] as [string, MakeTokens][])('register and login accept %s', async (_name, makeTokens) => {
    const email = newEmail();
    expect(await register(email, await makeTokens())).toEqual(success);
    expect(await login(email, await makeTokens())).toEqual(success);
  });
});
