/**
 * register, login and processVerification of OAuthStrategy: call × outcome, one row each. Their captcha rows are in
 * captcha.test.ts, which needs a server that counts failures.
 */
import { LoginState } from '@wix/sdk';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeTo, mailTo } from './support/mails.ts';
import {
  becomeMember,
  type Client,
  newAdmin,
  newClient,
  newEmail,
  newMember,
  PASSWORD,
  sessionTokenOf,
} from './support/people.ts';
import { type ServedSite, type SignInSettings, serveSite, thrownBy } from './support/served-site.ts';

let site: ServedSite;
let client: Client;
beforeAll(async () => {
  site = await serveSite();
});
beforeEach(() => {
  client = newClient(site.t);
});
afterAll(() => site.stop());

const success = { loginState: LoginState.SUCCESS, data: { sessionToken: expect.any(String) } };
const approval = { loginState: LoginState.OWNER_APPROVAL_REQUIRED };
const verification = { loginState: LoginState.EMAIL_VERIFICATION_REQUIRED, data: { stateToken: expect.any(String) } };
const unknownState = { loginState: LoginState.FAILURE, error: 'Unknown _state' };
const failure = (errorCode?: string, error: unknown = expect.any(String)) => ({
  loginState: LoginState.FAILURE,
  error,
  ...(errorCode ? { errorCode } : {}),
});

/** Every state and code that a call of this file has answered. */
const seen = new Set<string>();
type Result = { loginState: string; errorCode?: string };
const noted = (result: unknown): Result => {
  const { loginState, errorCode } = result as Result;
  seen.add(loginState);
  if (errorCode) seen.add(errorCode);
  return result as Result;
};

const VERIFIES: SignInSettings = { requireEmailVerification: true };
const APPROVES: SignInSettings = { requireOwnerApproval: true };
const TELLS: SignInSettings = { protectAccountExistence: false };

const register = async (email: string, more: object = {}) =>
  noted(await client.auth.register({ email, password: PASSWORD, ...more } as never));
const login = async (email: string, password = PASSWORD) => noted(await client.auth.login({ email, password }));

/** Somebody who registered while the site was set so. */
async function registeredUnder(settings: SignInSettings, more: object = {}): Promise<string> {
  await site.configure(settings);
  const email = newEmail();
  await newClient(site.t).auth.register({ email, password: PASSWORD, ...more } as never);
  return email;
}

const taken = () => registeredUnder({});

describe('register', () => {
  const profile = { firstName: 'Ada', company: 'Engines' };

  it.each<[string, SignInSettings, () => Promise<string> | string, object, object]>([
    ['on an open site', {}, newEmail, {}, success],
    ['with a profile', {}, newEmail, { profile }, success],
    ['with the fields that the site requires', { requiredFields: ['company'] }, newEmail, { profile }, success],
    ['without the fields that the site requires', { requiredFields: ['company'] }, newEmail, {}, unknownState],
    ['where the owner lets in', APPROVES, newEmail, {}, approval],
    ['where addresses are verified', VERIFIES, newEmail, {}, verification],
    ['where both are', { ...VERIFIES, ...APPROVES }, newEmail, {}, verification],
    ['of a taken address', {}, taken, {}, failure('emailAlreadyExists')],
    [
      'of a taken address in other letters',
      {},
      async () => (await taken()).toUpperCase(),
      {},
      failure('emailAlreadyExists'),
    ],
    ['of a taken address where existence is told', TELLS, taken, {}, failure('emailAlreadyExists')],
    ['of a taken address where addresses are verified', VERIFIES, taken, {}, verification],
    ['of a malformed address', {}, () => 'nobody', {}, failure('invalidEmail', 'must be an e-mail address')],
    ['of an empty address', {}, () => '', {}, failure('invalidEmail', 'must be an e-mail address')],
    ['of an address that is too long', {}, () => `${'a'.repeat(300)}@example.org`, {}, failure('invalidEmail')],
    [
      'with a short password',
      {},
      newEmail,
      { password: 'short' },
      failure(undefined, expect.stringContaining('at least 8')),
    ],
    ['with a password that everybody has', {}, newEmail, { password: 'password1' }, failure()],
    ['with the address as password', {}, () => 'same@example.org', { password: 'same@example.org' }, failure()],
    [
      'on a closed site',
      { signUp: 'CLOSED' },
      newEmail,
      {},
      failure(undefined, expect.stringContaining('SIGN_UP_CLOSED')),
    ],
  ])('%s', async (_name, settings, address, more, expected) => {
    const email = await address();
    await site.configure(settings);
    expect(await register(email, more)).toEqual(expected);
  });

  it('carries the profile', async () => {
    await site.configure();
    const nested = { nickname: 'ada', privacyStatus: 'PUBLIC', phonesV2: [{ phone: '030 123', countryCode: 'DE' }] };
    await becomeMember(client, sessionTokenOf(await register(newEmail(), { profile: { ...profile, ...nested } })));
    const { member } = await client.members.getCurrentMember({ fieldsets: ['FULL'] });
    expect(member).toMatchObject({
      profile: { nickname: 'ada' },
      contact: { firstName: 'Ada', company: 'Engines', phones: [expect.stringContaining('030 123')] },
      privacyStatus: 'PUBLIC',
    });
  });

  it('of a taken address where addresses are verified: the true owner is told, and the code is nobody’s', async () => {
    const email = await taken();
    await site.configure(VERIFIES);
    const result = await register(email, { password: 'the password of a thief' });
    const { link, code } = await mailTo(site, email, 'ADDRESS_TAKEN');
    expect(new URL(link).origin).toBe(site.t.origin);
    expect(code).toBe('');
    const thrown = await thrownBy(client.auth.processVerification({ verificationCode: '000000' }, result as never));
    expect(thrown.code).toBe('VERIFICATION_FAILED');
    expect(await login(email, 'the password of a thief')).toEqual(failure('invalidPassword'));
  });
});

describe('login', () => {
  const wrong = 'not the password';
  const blocked = async () => {
    const { email, id } = await newMember(site.t);
    await newAdmin(site.t).members.blockMember(id);
    return email;
  };
  const disconnected = async () => {
    const { email, id } = await newMember(site.t);
    await newAdmin(site.t).members.disconnectMember(id);
    return email;
  };
  const withoutPassword = async () => {
    const email = newEmail();
    await newAdmin(site.t).members.createMember({ member: { loginEmail: email } });
    return email;
  };

  it.each<[string, SignInSettings, () => Promise<string> | string, string, object]>([
    ['with the right password', {}, taken, PASSWORD, success],
    ['in other letters', {}, async () => (await taken()).toUpperCase(), PASSWORD, success],
    ['on a site that is closed by now', { signUp: 'CLOSED' }, taken, PASSWORD, success],
    ['of who has not been let in', {}, () => registeredUnder(APPROVES), PASSWORD, approval],
    ['of who has not proved the address', {}, () => registeredUnder(VERIFIES), PASSWORD, verification],
    ['of who owes profile fields', {}, () => registeredUnder({ requiredFields: ['company'] }), PASSWORD, unknownState],
    ['with a wrong password', {}, taken, wrong, failure('invalidPassword')],
    ['with no password', {}, taken, '', failure('invalidPassword')],
    ['of an unknown address', {}, newEmail, PASSWORD, failure('invalidPassword')],
    ['of a malformed address', {}, () => 'nobody', PASSWORD, failure('invalidEmail')],
    ['of an empty address', {}, () => '', PASSWORD, failure('invalidEmail')],
    ['with a wrong password, where existence is told', TELLS, taken, wrong, failure('invalidPassword')],
    ['of an unknown address, where existence is told', TELLS, newEmail, PASSWORD, failure('invalidEmail')],
    ['of a malformed address, where existence is told', TELLS, () => 'nobody', PASSWORD, failure('invalidEmail')],
    ['of a member without a password', {}, withoutPassword, PASSWORD, failure('resetPassword')],
    ['of a blocked member', {}, blocked, PASSWORD, failure('invalidEmail', expect.stringContaining('MEMBER_BLOCKED'))],
    ['of a blocked member with a wrong password', {}, blocked, wrong, failure('invalidPassword')],
    ['of a disconnected member', {}, disconnected, PASSWORD, failure('invalidEmail')],
  ])('%s', async (_name, settings, address, password, expected) => {
    await site.configure();
    const email = await address();
    await site.configure(settings);
    expect(await login(email, password)).toEqual(expected);
  });

  it('answers an unknown address and a wrong password alike, to the letter', async () => {
    await site.configure();
    const [known, unknown] = [await taken(), newEmail()];
    const results = [await login(known, wrong), await login(unknown, wrong)] as unknown as { error: string }[];
    const [first, second] = results.map(({ error }) => error.replace(/"requestId": "[^"]*"/, ''));
    expect(first).toBe(second);
  });
});

describe('processVerification', () => {
  const verify = async (code: string, state?: unknown) =>
    noted(await client.auth.processVerification({ verificationCode: code }, state as never));

  it.each<[string, SignInSettings, object]>([
    ['and nothing more is due', VERIFIES, success],
    ['and the owner lets in', { ...VERIFIES, ...APPROVES }, approval],
    ['and fields are missing', { ...VERIFIES, requiredFields: ['company'] }, unknownState],
  ])('with the right code, %s', async (_name, settings, expected) => {
    await site.configure(settings);
    const email = newEmail();
    await register(email);
    expect(await verify(await codeTo(site, email))).toEqual(expected);
  });

  it('without a state remembers the one of login too', async () => {
    const email = await registeredUnder(VERIFIES);
    await login(email);
    const result = await verify(await codeTo(site, email));
    await becomeMember(client, sessionTokenOf(result));
    const { member } = await client.members.getCurrentMember({ fieldsets: ['FULL'] });
    expect(member).toMatchObject({ loginEmail: email, loginEmailVerified: true, status: 'APPROVED' });
  });

  it('with a state goes on with the sign-in of another client', async () => {
    await site.configure(VERIFIES);
    const email = newEmail();
    const state = await register(email);
    client = newClient(site.t);
    expect(await verify(await codeTo(site, email), state)).toEqual(success);
  });

  it('takes the code under its older name', async () => {
    await site.configure(VERIFIES);
    const email = newEmail();
    await register(email);
    const code = await codeTo(site, email);
    expect(noted(await client.auth.processVerification({ code } as never))).toEqual(success);
  });

  it('before any other call is a failure, and sends nothing', async () => {
    expect(await verify('123456')).toEqual(unknownState);
    expect(client.auth.getTokens().accessToken.value).toBe('');
  });

  it.each(['000000', '', 'abcdef', '12345678'])('with the wrong code %j rejects', async (code) => {
    await site.configure(VERIFIES);
    await register(newEmail());
    expect((await thrownBy(verify(code))).code).toBe('VERIFICATION_FAILED');
  });

  it('a second time with the same code rejects', async () => {
    await site.configure(VERIFIES);
    const email = newEmail();
    await register(email);
    const code = await codeTo(site, email);
    await verify(code);
    expect((await thrownBy(verify(code))).code).toBe('VERIFICATION_FAILED');
  });

  it('after five wrong codes rejects the right one', async () => {
    await site.configure(VERIFIES);
    const email = newEmail();
    await register(email);
    const code = await codeTo(site, email);
    const other = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    for (let tries = 0; tries < 5; tries += 1) await thrownBy(verify(other));
    expect((await thrownBy(verify(code))).code).toBe('VERIFICATION_FAILED');
  });
});

it('what was answered is every state that the client can produce; INITIAL and the captcha states are never', () => {
  const states = Object.values(LoginState).filter((state) => seen.has(state));
  expect(states.sort()).toEqual(['EMAIL_VERIFICATION_REQUIRED', 'FAILURE', 'OWNER_APPROVAL_REQUIRED', 'SUCCESS']);
  const codes = [...seen].filter((name) => !(name in LoginState));
  expect(codes.sort()).toEqual(['emailAlreadyExists', 'invalidEmail', 'invalidPassword', 'resetPassword']);
});
