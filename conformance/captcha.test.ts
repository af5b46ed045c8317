/** register and login of OAuthStrategy on a site with a captcha: ALTCHA, solved as its widget does. */
import { LoginState } from '@wix/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { solveCaptcha } from '../server/src/testing/solve-captcha.ts';
import { newClient, newEmail, PASSWORD } from './support/people.ts';
import { type ServedSite, serveSite } from './support/served-site.ts';

let site: ServedSite;
let used: string;
beforeAll(async () => {
  // Failures are counted with the limits, and a captcha at sign-in comes after failures only.
  site = await serveSite({ limits: true });
  used = await solved();
  await site.configure({ captcha: { mode: 'VISIBLE' } });
  await register(newEmail(), { recaptchaToken: used });
});
afterAll(() => site.stop());

type Tokens = { recaptchaToken?: string; invisibleRecaptchaToken?: string } | undefined;
type Given = () => Promise<Tokens> | Tokens;

const register = (email: string, captchaTokens: Tokens) =>
  newClient(site.t).auth.register({ email, password: PASSWORD, captchaTokens } as never);
const login = (email: string, captchaTokens?: Tokens, password = PASSWORD) =>
  newClient(site.t).auth.login({ email, password, captchaTokens } as never);

async function solved(): Promise<string> {
  const answer = await fetch(`${site.t.origin}/portico/v1/captcha/challenge`);
  return solveCaptcha(await answer.json());
}

const success = { loginState: LoginState.SUCCESS, data: { sessionToken: expect.any(String) } };
const failure = (errorCode: string) => ({ loginState: LoginState.FAILURE, errorCode, error: expect.any(String) });

const outcomes: [string, Given, object][] = [
  ['no token', () => undefined, failure('missingCaptchaToken')],
  ['an empty token', () => ({ recaptchaToken: '' }), failure('missingCaptchaToken')],
  ['a token that is made up', () => ({ recaptchaToken: 'made up' }), failure('invalidCaptchaToken')],
  ['a token that was used before', () => ({ recaptchaToken: used }), failure('invalidCaptchaToken')],
];

/** Somebody who registered while no captcha was asked for. */
async function registered(): Promise<string> {
  await site.configure();
  const email = newEmail();
  await register(email, undefined);
  return email;
}

it('login asks for none before there were failures', async () => {
  const email = await registered();
  await site.configure({ captcha: { mode: 'VISIBLE' } });
  expect(await login(email)).toEqual(success);
});

describe.each([
  ['VISIBLE', 'recaptchaToken'],
  ['INVISIBLE', 'invisibleRecaptchaToken'],
] as const)('with the captcha %s', (mode, name) => {
  const rows: typeof outcomes = [...outcomes, [`a solved ${name}`, async () => ({ [name]: await solved() }), success]];

  it.each(rows)('register with %s', async (_name, given, expected) => {
    await site.configure({ captcha: { mode } });
    expect(await register(newEmail(), await given())).toEqual(expected);
  });

  it.each(rows)('login after three failures with %s', async (_name, given, expected) => {
    const email = await registered();
    for (let tries = 0; tries < 3; tries += 1) await login(email, undefined, 'wrong');
    await site.configure({ captcha: { mode } });
    expect(await login(email, await given())).toEqual(expected);
  });
});

describe('with the captcha off', () => {
  beforeAll(() => site.configure());

  it.each([
    ['no token', () => undefined],
    ['a token that is made up', () => ({ recaptchaToken: 'made up' })],
  ] as [string, Given][])('register and login take %s', async (_name, given) => {
    const email = newEmail();
    expect(await register(email, await given())).toEqual(success);
    expect(await login(email, await given())).toEqual(success);
  });
});
