/**
 * Tests register, login and processVerification of OAuthStrategy, with one row for each call and outcome. The rows
 * with a captcha are in captcha.test.ts, because they need a server that counts failed attempts.
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
const approvalRequired = { loginState: LoginState.OWNER_APPROVAL_REQUIRED };
const verificationRequired = {
  loginState: LoginState.EMAIL_VERIFICATION_REQUIRED,
  data: { stateToken: expect.any(String) },
};
const unknownState = { loginState: LoginState.FAILURE, error: 'Unknown _state' };
const failure = (errorCode?: string, error: unknown = expect.any(String)) => ({
  loginState: LoginState.FAILURE,
  error,
  ...(errorCode ? { errorCode } : {}),
});

/** Every state and error code that a call of this file has returned. */
const seen = new Set<string>();
type Result = { loginState: string; errorCode?: string };
const recordResult = (result: unknown): Result => {
  const { loginState, errorCode } = result as Result;
  seen.add(loginState);
  if (errorCode) seen.add(errorCode);
  return result as Result;
};

const VERIFICATION_REQUIRED: SignInSettings = { requireEmailVerification: true };
const APPROVAL_REQUIRED: SignInSettings = { requireOwnerApproval: true };
const EXISTENCE_REVEALED: SignInSettings = { protectAccountExistence: false };

const register = async (email: string, more: object = {}) =>
  recordResult(await client.auth.register({ email, password: PASSWORD, ...more } as never));
const login = async (email: string, password = PASSWORD) => recordResult(await client.auth.login({ email, password }));

/** Registers a member while the site has these settings. Returns the e-mail address. */
async function registerUnder(settings: SignInSettings, more: object = {}): Promise<string> {
  await site.configure(settings);
  const email = newEmail();
  await newClient(site.t).auth.register({ email, password: PASSWORD, ...more } as never);
  return email;
}

const registerTakenEmail = () => registerUnder({});

describe('register', () => {
  const profile = { firstName: 'Ada', company: 'Engines' };

  it.each<[string, SignInSettings, () => Promise<string> | string, object, object]>([
    ['on an open site', {}, newEmail, {}, success],
    ['with a profile', {}, newEmail, { profile }, success],
    ['with the fields that the site requires', { requiredFields: ['company'] }, newEmail, { profile }, success],
    ['without the fields that the site requires', { requiredFields: ['company'] }, newEmail, {}, unknownState],
    ['where the owner approves members', APPROVAL_REQUIRED, newEmail, {}, approvalRequired],
    ['where addresses are verified', VERIFICATION_REQUIRED, newEmail, {}, verificationRequired],
    [
      'with e-mail verification and owner approval',
      { ...VERIFICATION_REQUIRED, ...APPROVAL_REQUIRED },
      newEmail,
      {},
      verificationRequired,
    ],
    ['of a taken address', {}, registerTakenEmail, {}, failure('emailAlreadyExists')],
    [
      'of a taken address in different case',
      {},
      async () => (await registerTakenEmail()).toUpperCase(),
      {},
      failure('emailAlreadyExists'),
    ],
    [
      'of a taken address on a site that reveals whether an account exists',
      EXISTENCE_REVEALED,
      registerTakenEmail,
      {},
      failure('emailAlreadyExists'),
    ],
    [
      'of a taken address where addresses are verified',
      VERIFICATION_REQUIRED,
      registerTakenEmail,
      {},
      verificationRequired,
    ],
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
    ['with a common password', {}, newEmail, { password: 'password1' }, failure()],
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

  it('stores the profile', async () => {
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

  it('of a taken address on a site that verifies addresses mails its owner, and no code is accepted', async () => {
    const email = await registerTakenEmail();
    await site.configure(VERIFICATION_REQUIRED);
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
  const wrongPassword = 'not the password';
  const registerBlockedMember = async () => {
    const { email, id } = await newMember(site.t);
    await newAdmin(site.t).members.blockMember(id);
    return email;
  };
  const registerDisconnectedMember = async () => {
    const { email, id } = await newMember(site.t);
    await newAdmin(site.t).members.disconnectMember(id);
    return email;
  };
  const createMemberWithoutPassword = async () => {
    const email = newEmail();
    await newAdmin(site.t).members.createMember({ member: { loginEmail: email } });
    return email;
  };

  it.each<[string, SignInSettings, () => Promise<string> | string, string, object]>([
    ['with the right password', {}, registerTakenEmail, PASSWORD, success],
    [
      'with the address in different case',
      {},
      async () => (await registerTakenEmail()).toUpperCase(),
      PASSWORD,
      success,
    ],
    ['on a site that was closed later', { signUp: 'CLOSED' }, registerTakenEmail, PASSWORD, success],
    ['of a member who waits for approval', {}, () => registerUnder(APPROVAL_REQUIRED), PASSWORD, approvalRequired],
    [
      'of a member with an unverified address',
      {},
      () => registerUnder(VERIFICATION_REQUIRED),
      PASSWORD,
      verificationRequired,
    ],
    [
      'of a member without required profile fields',
      {},
      () => registerUnder({ requiredFields: ['company'] }),
      PASSWORD,
      unknownState,
    ],
    ['with a wrong password', {}, registerTakenEmail, wrongPassword, failure('invalidPassword')],
    ['with no password', {}, registerTakenEmail, '', failure('invalidPassword')],
    ['of an unknown address', {}, newEmail, PASSWORD, failure('invalidPassword')],
    ['of a malformed address', {}, () => 'nobody', PASSWORD, failure('invalidEmail')],
    ['of an empty address', {}, () => '', PASSWORD, failure('invalidEmail')],
    [
      'with a wrong password, on a site that reveals whether an account exists',
      EXISTENCE_REVEALED,
      registerTakenEmail,
      wrongPassword,
      failure('invalidPassword'),
    ],
    [
      'of an unknown address, on a site that reveals whether an account exists',
      EXISTENCE_REVEALED,
      newEmail,
      PASSWORD,
      failure('invalidEmail'),
    ],
    [
      'of a malformed address, on a site that reveals whether an account exists',
      EXISTENCE_REVEALED,
      () => 'nobody',
      PASSWORD,
      failure('invalidEmail'),
    ],
    ['of a member without a password', {}, createMemberWithoutPassword, PASSWORD, failure('resetPassword')],
    [
      'of a blocked member',
      {},
      registerBlockedMember,
      PASSWORD,
      failure('invalidEmail', expect.stringContaining('MEMBER_BLOCKED')),
    ],
    ['of a blocked member with a wrong password', {}, registerBlockedMember, wrongPassword, failure('invalidPassword')],
    ['of a disconnected member', {}, registerDisconnectedMember, PASSWORD, failure('invalidEmail')],
  ])('%s', async (_name, settings, address, password, expected) => {
    await site.configure();
    const email = await address();
    await site.configure(settings);
    expect(await login(email, password)).toEqual(expected);
  });

  it('returns identical responses for an unknown address and a wrong password', async () => {
    await site.configure();
    const [known, unknown] = [await registerTakenEmail(), newEmail()];
    const results = [await login(known, wrongPassword), await login(unknown, wrongPassword)] as unknown as {
      error: string;
    }[];
    const [first, second] = results.map(({ error }) => error.replace(/"requestId": "[^"]*"/, ''));
    expect(first).toBe(second);
  });
});

describe('processVerification', () => {
  const verify = async (code: string, state?: unknown) =>
    recordResult(await client.auth.processVerification({ verificationCode: code }, state as never));

  it.each<[string, SignInSettings, object]>([
    ['without further requirements', VERIFICATION_REQUIRED, success],
    ['on a site with owner approval', { ...VERIFICATION_REQUIRED, ...APPROVAL_REQUIRED }, approvalRequired],
    ['with missing required fields', { ...VERIFICATION_REQUIRED, requiredFields: ['company'] }, unknownState],
  ])('with the right code %s', async (_name, settings, expected) => {
    await site.configure(settings);
    const email = newEmail();
    await register(email);
    expect(await verify(await codeTo(site, email))).toEqual(expected);
  });

  it('without a state uses the state of the last login', async () => {
    const email = await registerUnder(VERIFICATION_REQUIRED);
    await login(email);
    const result = await verify(await codeTo(site, email));
    await becomeMember(client, sessionTokenOf(result));
    const { member } = await client.members.getCurrentMember({ fieldsets: ['FULL'] });
    expect(member).toMatchObject({ loginEmail: email, loginEmailVerified: true, status: 'APPROVED' });
  });

  it('with a state continues the sign-in of another client', async () => {
    await site.configure(VERIFICATION_REQUIRED);
    const email = newEmail();
    const state = await register(email);
    client = newClient(site.t);
    expect(await verify(await codeTo(site, email), state)).toEqual(success);
  });

  it('accepts the code under its older name', async () => {
    await site.configure(VERIFICATION_REQUIRED);
    const email = newEmail();
    await register(email);
    const code = await codeTo(site, email);
    expect(recordResult(await client.auth.processVerification({ code } as never))).toEqual(success);
  });

  it('fails without a request before any other call', async () => {
    expect(await verify('123456')).toEqual(unknownState);
    expect(client.auth.getTokens().accessToken.value).toBe('');
  });

  it.each(['000000', '', 'abcdef', '12345678'])('with the wrong code %j rejects', async (code) => {
    await site.configure(VERIFICATION_REQUIRED);
    await register(newEmail());
    expect((await thrownBy(verify(code))).code).toBe('VERIFICATION_FAILED');
  });

  it('a second time with the same code rejects', async () => {
    await site.configure(VERIFICATION_REQUIRED);
    const email = newEmail();
    await register(email);
    const code = await codeTo(site, email);
    await verify(code);
    expect((await thrownBy(verify(code))).code).toBe('VERIFICATION_FAILED');
  });

  it('rejects the right code after five wrong ones', async () => {
    await site.configure(VERIFICATION_REQUIRED);
    const email = newEmail();
    await register(email);
    const code = await codeTo(site, email);
    const other = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    for (let attempt = 0; attempt < 5; attempt += 1) await thrownBy(verify(other));
    expect((await thrownBy(verify(code))).code).toBe('VERIFICATION_FAILED');
  });
});

it('these tests cover every state of the client except INITIAL and the captcha states', () => {
  const states = Object.values(LoginState).filter((state) => seen.has(state));
  expect(states.sort()).toEqual(['EMAIL_VERIFICATION_REQUIRED', 'FAILURE', 'OWNER_APPROVAL_REQUIRED', 'SUCCESS']);
  const codes = [...seen].filter((name) => !(name in LoginState));
  expect(codes.sort()).toEqual(['emailAlreadyExists', 'invalidEmail', 'invalidPassword', 'resetPassword']);
});
