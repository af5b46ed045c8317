/**
 * Identity with the vendor's unmodified packages in Node: every strategy that Portico serves, and what each method of
 * OAuthStrategy says when it is refused.
 */
import { members } from '@wix/members';
import { ApiKeyStrategy, AppStrategy, createClient, OAuthStrategy } from '@wix/sdk';
import { SiteSessionAuth } from '@wix/sdk/auth/site-session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pointWixSdkAt } from '../sdk/src/wix/index.js';
import { REDIRECT_URI, type TestServer, testServer } from '../server/src/testing/index.ts';

let t: TestServer;
let restore: () => void;
beforeAll(async () => {
  t = await testServer();
  restore = pointWixSdkAt(await t.listen());
});
afterAll(async () => {
  restore();
  await t.stop();
});

const password = 'a long enough password';
let made = 0;
const newEmail = () => `member-${++made}@example.org`;
const newClient = () => createClient({ modules: { members }, auth: OAuthStrategy({ clientId: t.app.clientId }) });
type Client = ReturnType<typeof newClient>;

/** Node has no frame: the authorize URL is fetched, and its redirect read. */
async function becomeMember(client: Client, sessionToken: string): Promise<void> {
  const oauth = client.auth.generateOAuthData(REDIRECT_URI);
  const options = { prompt: 'none', responseMode: 'query', sessionToken } as never;
  const { authUrl } = await client.auth.getAuthUrl(oauth, options);
  const redirect = await fetch(authUrl, { redirect: 'manual' });
  const { code, state } = client.auth.parseFromUrl(redirect.headers.get('location') as string, 'query');
  client.auth.setTokens(await client.auth.getMemberTokens(code, state, oauth));
}

async function registered(client: Client, email = newEmail()): Promise<string> {
  const answer = await client.auth.register({ email, password });
  return (answer as { data: { sessionToken: string } }).data.sessionToken;
}

const failure = (thrown: unknown) => thrown as { status: number; details: { applicationError: { code: string } } };

describe('tokens of OAuthStrategy', () => {
  it('makes a visitor, keeps valid tokens without a call, and renews old ones as the same visitor', async () => {
    const { auth } = newClient();
    const tokens = await auth.generateVisitorTokens();
    expect(tokens.refreshToken.role).toBe('visitor');
    expect(tokens.accessToken.expiresAt).toBeGreaterThan(Date.now() / 1000 + 14_000);
    expect(await auth.generateVisitorTokens(tokens)).toEqual(tokens);
    const old = { ...tokens, accessToken: { ...tokens.accessToken, expiresAt: 1 } };
    const renewed = await auth.generateVisitorTokens(old);
    expect(renewed.refreshToken).toEqual(tokens.refreshToken);
    expect(await subjectOf(renewed.accessToken.value)).toEqual(await subjectOf(tokens.accessToken.value));
  });

  it('becomes a new visitor where the refresh token is worth nothing', async () => {
    const { auth } = newClient();
    const tokens = await auth.generateVisitorTokens({
      accessToken: { value: 'x', expiresAt: 1 },
      refreshToken: { value: 'made.up', role: 'visitor' },
    } as never);
    expect((await subjectOf(tokens.accessToken.value)).subjectType).toBe('VISITOR');
  });

  it('says why there is no token for an unknown client', async () => {
    const { auth } = createClient({ auth: OAuthStrategy({ clientId: 'unknown' }) });
    await expect(auth.generateVisitorTokens()).rejects.toThrow(
      /Failed to fetch tokens from OAuth API.*invalid_client/s,
    );
  });

  it('survives a burst: parallel first calls, and parallel renewals of one refresh token', async () => {
    const client = newClient();
    const calls = Array.from({ length: 10 }, () => client.members.queryMembers().find());
    expect((await Promise.all(calls)).map((page) => page.items)).toEqual(Array(10).fill([]));
    await becomeMember(client, await registered(client));
    const { refreshToken } = client.auth.getTokens();
    const renewed = await Promise.all(Array.from({ length: 10 }, () => client.auth.renewToken(refreshToken)));
    expect(renewed.every((tokens) => tokens.refreshToken.role === 'member')).toBe(true);
  });

  it('renews a member from the refresh token alone, as apps do that keep nothing else', async () => {
    const first = newClient();
    const email = newEmail();
    await becomeMember(first, await registered(first, email));
    const second = newClient();
    const { refreshToken } = first.auth.getTokens();
    second.auth.setTokens(await second.auth.renewToken(refreshToken));
    expect(second.auth.loggedIn()).toBe(true);
    const { member } = await second.members.getCurrentMember({ fieldsets: ['EXTENDED'] });
    expect(member).toMatchObject({ loginEmail: email, status: 'APPROVED' });
    expect(member?._createdDate).toBeInstanceOf(Date);
  });
});

describe('results of register and login', () => {
  it.each([
    ['a malformed address', 'nobody', password, { errorCode: 'invalidEmail' }],
    ['a short password', 'short@example.org', 'short', { error: expect.stringContaining('at least 8') }],
  ])('register with %s is a failure, not an exception', async (_name, email, secret, expected) => {
    const answer = await newClient().auth.register({ email, password: secret });
    expect(answer).toMatchObject({ loginState: 'FAILURE', ...expected });
  });

  it('register of a taken address is emailAlreadyExists', async () => {
    const client = newClient();
    const email = newEmail();
    await registered(client, email);
    const again = await client.auth.register({ email, password });
    expect(again).toMatchObject({ loginState: 'FAILURE', errorCode: 'emailAlreadyExists' });
  });

  it.each([
    ['an unknown address', 'unknown@example.org'],
    ['a malformed address', 'nobody'],
    ['an empty address', ''],
  ])('login with %s is invalidPassword, not an exception', async (_name, email) => {
    const answer = await newClient().auth.login({ email, password });
    expect(answer).toMatchObject({ loginState: 'FAILURE', errorCode: 'invalidPassword' });
  });

  it('carries the profile', async () => {
    const client = newClient();
    const answer = await client.auth.register({
      email: newEmail(),
      password,
      profile: { firstName: 'Ada', nickname: 'ada', privacyStatus: 'PUBLIC', customFields: [] } as never,
    });
    await becomeMember(client, (answer as { data: { sessionToken: string } }).data.sessionToken);
    const { member } = await client.members.getCurrentMember({ fieldsets: ['FULL'] });
    expect(member).toMatchObject({
      profile: { nickname: 'ada' },
      contact: { firstName: 'Ada' },
      privacyStatus: 'PUBLIC',
    });
  });
});

describe('authorize and logout', () => {
  it('gives an authorize URL and endpoint of the site', async () => {
    const { auth } = newClient();
    const answer = await auth.getAuthUrl(auth.generateOAuthData(REDIRECT_URI, '/home'));
    expect(answer.authUrl).toMatch(`${t.origin}/_api/oauth2/authorize?`);
    expect((answer as unknown as { authorizationEndpoint: string }).authorizationEndpoint).toBe(
      `${t.origin}/_api/oauth2/authorize`,
    );
    const page = await fetch(answer.authUrl, { redirect: 'manual' });
    expect(page.headers.get('location')).toMatch(`${t.origin}/sign-in?`);
  });

  it('refuses a used session token by login_required', async () => {
    const client = newClient();
    const sessionToken = await registered(client);
    await becomeMember(client, sessionToken);
    const oauth = client.auth.generateOAuthData(REDIRECT_URI);
    const options = { prompt: 'none', responseMode: 'fragment', sessionToken } as never;
    const redirect = await fetch((await client.auth.getAuthUrl(oauth, options)).authUrl, { redirect: 'manual' });
    const answer = client.auth.parseFromUrl(redirect.headers.get('location') as string);
    expect(answer).toMatchObject({ code: null, error: 'login_required', state: oauth.state });
  });

  it('refuses another verifier, and the code for good', async () => {
    const client = newClient();
    const oauth = client.auth.generateOAuthData(REDIRECT_URI);
    const options = { prompt: 'none', responseMode: 'query', sessionToken: await registered(client) } as never;
    const redirect = await fetch((await client.auth.getAuthUrl(oauth, options)).authUrl, { redirect: 'manual' });
    const { code, state } = client.auth.parseFromUrl(redirect.headers.get('location') as string, 'query');
    const thief = { ...client.auth.generateOAuthData(REDIRECT_URI), state };
    await expect(client.auth.getMemberTokens(code, state, thief)).rejects.toThrow('invalid_grant');
    await expect(client.auth.getMemberTokens(code, state, oauth)).rejects.toThrow('invalid_grant');
  });

  it('logs out only to an allowed address; the tokens stay where it is refused', async () => {
    const client = newClient();
    await becomeMember(client, await registered(client));
    const thrown = await client.auth.logout('https://evil.example/').catch((error: unknown) => error);
    expect(failure(thrown).details.applicationError.code).toBe('INVALID_REDIRECT_URI');
    expect(client.auth.loggedIn()).toBe(true);
    const { refreshToken } = client.auth.getTokens();
    const { logoutUrl } = await client.auth.logout('http://localhost:3000/');
    expect((await fetch(logoutUrl, { redirect: 'manual' })).headers.get('location')).toBe('http://localhost:3000/');
    await expect(client.auth.renewToken(refreshToken)).rejects.toThrow('invalid_grant');
  });
});

describe('the current member', () => {
  it('is nobody for a visitor', async () => {
    const thrown = await newClient()
      .members.getCurrentMember()
      .catch((error: unknown) => error);
    expect(failure(thrown).details.applicationError.code).toBe('PERMISSION_DENIED');
  });

  it('updates the own record, and no other', async () => {
    const [ada, bob] = [newClient(), newClient()];
    await becomeMember(ada, await registered(ada));
    await becomeMember(bob, await registered(bob));
    const own = (await ada.members.getCurrentMember()).member?._id as string;
    const changed = await ada.members.updateMember(own, { contact: { company: 'Engines' } } as never);
    expect(changed).toMatchObject({ _id: own, contact: { company: 'Engines' } });
    const thrown = await bob.members.updateMember(own, {} as never).catch((error: unknown) => error);
    expect(failure(thrown).details.applicationError.code).toBe('PERMISSION_DENIED');
  });
});

describe('other strategies', () => {
  it('ApiKeyStrategy lists and finds members', async () => {
    const client = newClient();
    const email = newEmail();
    await registered(client, email);
    const admin = createClient({ modules: { members }, auth: ApiKeyStrategy({ apiKey: t.key, siteId: t.site.id }) });
    const { members: listed, metadata } = await admin.members.listMembers({
      paging: { limit: 1 },
      fieldsets: ['FULL'],
    });
    expect(listed).toHaveLength(1);
    expect(metadata?.total).toBeGreaterThan(1);
    const found = await admin.members
      .queryMembers({ fieldsets: ['FULL'] })
      .eq('loginEmail', email)
      .find();
    expect(found.items).toMatchObject([{ loginEmail: email, status: 'APPROVED' }]);
    const one = await admin.members.getMember(found.items[0]?._id as string, { fieldsets: ['FULL'] });
    expect(one.loginEmail).toBe(email);
  });

  it('a key beside the token signs a member in without a password', async () => {
    const client = newClient();
    const email = newEmail();
    await registered(client, email);
    const tokens = await client.auth.getMemberTokensForExternalLoginWithSession(email, t.key, {} as never);
    client.auth.setTokens(tokens);
    expect(client.auth.loggedIn()).toBe(true);
    const member = (await client.members.getCurrentMember({ fieldsets: ['FULL'] })).member;
    expect(member?.loginEmail).toBe(email);
    const again = await client.auth.getMemberTokensForExternalLogin(member?._id as string, t.key);
    expect(again.refreshToken.role).toBe('member');
  });

  it('SiteSessionAuth makes and renews visitors without a client id', async () => {
    const { auth } = createClient({ auth: SiteSessionAuth({ clientId: t.app.clientId }) });
    const tokens = await auth.generateVisitorTokens();
    const old = { ...tokens, accessToken: { ...tokens.accessToken, expiresAt: 1 } };
    const renewed = await auth.generateVisitorTokens(old);
    expect(await subjectOf(renewed.accessToken.value)).toEqual(await subjectOf(tokens.accessToken.value));
  });

  it('AppStrategy works for the app by its secret', async () => {
    const client = createClient({
      modules: { members },
      auth: AppStrategy({ appId: t.app.clientId, appSecret: t.app.clientSecret, instanceId: t.site.id }),
    });
    const { items } = await client.members.queryMembers({ fieldsets: ['FULL'] }).find();
    expect(items.length).toBeGreaterThan(0);
    expect(items.every((member) => member.loginEmail)).toBe(true);
  });
});

/** Who a token speaks for. */
async function subjectOf(token: string): Promise<{ subjectType: string; subjectId: string }> {
  const answer = await fetch('https://www.wixapis.com/oauth2/token-info', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const { subjectType, subjectId } = await answer.json();
  return { subjectType, subjectId };
}
