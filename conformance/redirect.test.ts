/**
 * Redirect sessions, authorize, logout and external login with the vendor's unmodified packages in Node. What needs a
 * window (getMemberTokensForDirectLogin, sessions.syncToWixPages, parseFromUrl without an argument) is driven in a real
 * browser by e2e/another-origin.test.ts.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { REDIRECT_URI } from '../server/src/testing/index.ts';
import {
  becomeMember,
  type Client,
  codeFor,
  newAdmin,
  newClient,
  newEmail,
  newMember,
  PASSWORD,
  sessionTokenOf,
} from './support/people.ts';
import { type ServedSite, serveSite, thrownBy } from './support/served-site.ts';

let site: ServedSite;
let client: Client;
beforeAll(async () => {
  site = await serveSite();
});
beforeEach(() => {
  client = newClient(site.t);
});
afterAll(() => site.stop());

const newSessionToken = async () =>
  sessionTokenOf(await client.auth.register({ email: newEmail(), password: PASSWORD }));

/** A browser that has no cookies and follows nothing. */
const visit = (url: string) => fetch(url, { redirect: 'manual' });

describe('generateOAuthData', () => {
  it.each([
    [undefined, ''],
    ['/home', '/home'],
  ])('with the page to come back to %j', (given, originalUri) => {
    const data = client.auth.generateOAuthData(REDIRECT_URI, given);
    const secret = expect.stringMatching(/^[\w.~-]{43}$/);
    expect(data).toEqual({
      redirectUri: REDIRECT_URI,
      originalUri,
      codeChallenge: secret,
      codeVerifier: secret,
      state: secret,
    });
    expect(client.auth.generateOAuthData(REDIRECT_URI, given).state).not.toBe(data.state);
  });
});

describe('getAuthUrl', () => {
  const open = async (options: object | undefined, data = client.auth.generateOAuthData(REDIRECT_URI)) => {
    const answer = (await client.auth.getAuthUrl(data, options as never)) as unknown as AuthUrl;
    return { ...answer, data, page: await visit(answer.authUrl) };
  };

  it('gives absolute addresses of the site, and the session token again', async () => {
    const sessionToken = await newSessionToken();
    const { authUrl, authorizationEndpoint, sessionToken: again } = await open({ sessionToken });
    expect(authUrl).toMatch(`${site.t.origin}/_api/oauth2/authorize?`);
    expect(authorizationEndpoint).toBe(`${site.t.origin}/_api/oauth2/authorize`);
    expect(again).toBe(sessionToken);
  });

  const signIn = 'the sign-in page';
  const required = { code: null, error: 'login_required', errorDescription: expect.any(String) };
  const code = { code: expect.any(String) };

  it.each([
    [undefined, false, signIn],
    [{}, false, signIn],
    [{ prompt: 'login' }, false, signIn],
    [{ prompt: 'login', responseMode: 'query' }, false, signIn],
    [{ prompt: 'signup' }, false, signIn],
    [{ prompt: 'none' }, false, required],
    [{ prompt: 'none', responseMode: 'fragment' }, false, required],
    [{ prompt: 'none', responseMode: 'query' }, false, required],
    [{ prompt: 'none', responseMode: 'web_message' }, false, required],
    [{ prompt: 'login' }, true, code],
    [{ prompt: 'login', responseMode: 'query' }, true, code],
    [{ prompt: 'none', responseMode: 'fragment' }, true, code],
    [{ prompt: 'none', responseMode: 'query' }, true, code],
    [{ prompt: 'none', responseMode: 'web_message' }, true, code],
  ] as const)('%j, with a session token: %s', async (options, isSignedIn, expected) => {
    const { page, data } = await open(isSignedIn ? { ...options, sessionToken: await newSessionToken() } : options);
    const mode = (options as { responseMode?: string } | undefined)?.responseMode ?? 'fragment';
    const location = page.headers.get('location') ?? '';
    if (expected === signIn) {
      expect(page.status).toBe(302);
      expect(location).toMatch(`${site.t.origin}/sign-in?`);
    } else if (mode === 'web_message') {
      expect(page.status).toBe(200);
      expect(await messageOf(page)).toMatchObject(
        expected === code ? { ...code, state: data.state } : { error: 'login_required', state: data.state },
      );
    } else {
      expect(page.status).toBe(302);
      expect(location.startsWith(`${REDIRECT_URI}${mode === 'query' ? '?' : '#'}`)).toBe(true);
      expect(client.auth.parseFromUrl(location, mode as 'query')).toEqual({ ...expected, state: data.state });
    }
  });

  it('without arguments gives an address that leads nowhere: a page of ours, never a redirect', async () => {
    // Typed with an argument; apps call it without.
    const { authUrl } = await (client.auth.getAuthUrl as () => Promise<AuthUrl>)();
    const page = await visit(authUrl);
    expect(page.status).toBe(400);
    expect(page.headers.get('location')).toBeNull();
    expect(page.headers.get('content-type')).toMatch('text/html');
  });

  it.each(['https://evil.example/', `${REDIRECT_URI}/`, `${REDIRECT_URI}?x=1`, 'http://LOCALHOST:3000/callback'])(
    'for the unlisted address %s: a page of ours',
    async (redirectUri) => {
      const sessionToken = await newSessionToken();
      const data = { ...client.auth.generateOAuthData(REDIRECT_URI), redirectUri };
      const { page } = await open({ prompt: 'none', sessionToken }, data);
      expect(page.status).toBe(400);
      expect(page.headers.get('location')).toBeNull();
    },
  );

  it.each(['google', 'facebook', { connectionId: 'another' }])('with the provider %j rejects', async (idp) => {
    expect((await thrownBy(open({ idp }))).code).toBe('UNSUPPORTED_IDP');
  });

  it('a session token works once', async () => {
    const sessionToken = await newSessionToken();
    await open({ prompt: 'none', sessionToken });
    const { page } = await open({ prompt: 'none', sessionToken });
    expect(client.auth.parseFromUrl(page.headers.get('location') as string)).toMatchObject({ error: 'login_required' });
  });
});

describe('parseFromUrl', () => {
  const at = 'https://app.example/callback';
  const none = { code: null, state: null };
  const both = { code: 'c', state: 's' };
  const refused = { code: null, state: 's', error: 'login_required', errorDescription: 'Nobody.' };
  it.each([
    [`${at}#code=c&state=s`, undefined, both],
    [`${at}#code=c&state=s`, 'fragment', both],
    [`${at}?code=c&state=s`, 'query', both],
    [`${at}?code=c&state=s`, 'fragment', none],
    [`${at}#code=c&state=s`, 'query', none],
    [`${at}#error=login_required&error_description=Nobody.&state=s`, undefined, refused],
    [at, undefined, none],
  ] as const)('%s as %s', (url, mode, expected) => {
    expect(client.auth.parseFromUrl(url, mode)).toEqual(expected);
  });
});

describe('getMemberTokens', () => {
  it('gives tokens of the member', async () => {
    const email = newEmail();
    await becomeMember(client, sessionTokenOf(await client.auth.register({ email, password: PASSWORD })));
    expect(client.auth.loggedIn()).toBe(true);
    expect((await client.members.getCurrentMember({ fieldsets: ['EXTENDED'] })).member?.loginEmail).toBe(email);
  });

  it.each([
    ['no code', ['', 's'], 'Missing code or _state'],
    ['no state', ['c', ''], 'Missing code or _state'],
    ['another state', ['c', 's'], 'Invalid _state'],
  ] as const)('with %s rejects, and sends nothing', async (_name, [code, state], message) => {
    const data = client.auth.generateOAuthData(REDIRECT_URI);
    await expect(client.auth.getMemberTokens(code, state, data)).rejects.toThrow(message);
  });

  it.each([
    ['another verifier', (data: object) => ({ ...data, codeVerifier: 'x'.repeat(43) })],
    ['a short verifier', (data: object) => ({ ...data, codeVerifier: 'x' })],
    ['another address', (data: object) => ({ ...data, redirectUri: 'http://localhost:3000/other' })],
    ['no address', (data: object) => ({ ...data, redirectUri: '' })],
  ])('with %s rejects, and the code is used up', async (_name, changed) => {
    const data = client.auth.generateOAuthData(REDIRECT_URI);
    const { code, state } = await codeFor(client, data, await newSessionToken());
    await expect(client.auth.getMemberTokens(code, state, changed(data) as never)).rejects.toThrow('invalid_grant');
    await expect(client.auth.getMemberTokens(code, state, data)).rejects.toThrow('invalid_grant');
  });

  it('a second time rejects, as on a callback page that runs twice, and the member stays signed in', async () => {
    const data = client.auth.generateOAuthData(REDIRECT_URI);
    const { code, state } = await codeFor(client, data, await newSessionToken());
    const tokens = await client.auth.getMemberTokens(code, state, data);
    await expect(client.auth.getMemberTokens(code, state, data)).rejects.toThrow('invalid_grant');
    expect((await client.auth.renewToken(tokens.refreshToken)).accessToken.value).toBeTruthy();
  });

  it('a second time with another verifier rejects, and ends the session of the first', async () => {
    const data = client.auth.generateOAuthData(REDIRECT_URI);
    const { code, state } = await codeFor(client, data, await newSessionToken());
    const tokens = await client.auth.getMemberTokens(code, state, data);
    const stolen = { ...data, codeVerifier: 'x'.repeat(43) };
    await expect(client.auth.getMemberTokens(code, state, stolen)).rejects.toThrow('invalid_grant');
    await expect(client.auth.renewToken(tokens.refreshToken)).rejects.toThrow('invalid_grant');
  });
});

describe('logout', () => {
  it('of a member empties the tokens, ends the session and goes back to the app', async () => {
    const { client } = await newMember(site.t);
    const before = client.auth.getTokens();
    const { logoutUrl } = await client.auth.logout('http://localhost:3000/bye?x=1');
    expect(client.auth.getTokens()).toEqual({
      accessToken: { value: '', expiresAt: 0 },
      refreshToken: { value: '', role: 'none' },
    });
    const page = await visit(logoutUrl);
    expect(page.status).toBe(302);
    expect(page.headers.get('location')).toBe('http://localhost:3000/bye?x=1');
    await expect(client.auth.renewToken(before.refreshToken)).rejects.toThrow('invalid_grant');
    client.auth.setTokens(before);
    await expect
      .poll(async () => (await thrownBy(client.members.getCurrentMember()).catch(() => ({ status: 200 }))).status)
      .toBe(401);
  });

  it('of a visitor goes back to the app', async () => {
    const { logoutUrl } = await client.auth.logout('http://localhost:3000/');
    expect((await visit(logoutUrl)).headers.get('location')).toBe('http://localhost:3000/');
  });

  it.each(['https://evil.example/', 'http://localhost:3000@evil.example/', 'javascript:alert(1)', '//evil.example'])(
    'to %s rejects; the tokens stay',
    async (url) => {
      const { client } = await newMember(site.t);
      expect((await thrownBy(client.auth.logout(url))).code).toBe('INVALID_REDIRECT_URI');
      expect(client.auth.loggedIn()).toBe(true);
    },
  );
});

describe('getMemberTokensForExternalLogin', () => {
  const rejected = (call: Promise<unknown>) =>
    call.then(
      () => 'tokens',
      (error: Error) => error.message,
    );

  it('by a key with every right: tokens of the member', async () => {
    const { id } = await newMember(site.t);
    client.auth.setTokens(await client.auth.generateVisitorTokens());
    client.auth.setTokens(await client.auth.getMemberTokensForExternalLogin(id, site.t.key));
    expect(client.auth.loggedIn()).toBe(true);
    expect((await client.members.getCurrentMember()).member?._id).toBe(id);
    expect((await client.auth.renewToken(client.auth.getTokens().refreshToken)).refreshToken.role).toBe('member');
  });

  it('before there is a token: the pair has an empty half, and works', async () => {
    const { id } = await newMember(site.t);
    const tokens = await client.auth.getMemberTokensForExternalLogin(id, site.t.key);
    client.auth.setTokens(tokens);
    expect((await client.members.getCurrentMember()).member?._id).toBe(id);
  });

  it.each([
    [
      'a key without that right',
      async () => [(await newMember(site.t)).id, await site.t.keyWith(['items:read'])],
      'unauthorized_client',
    ],
    ['a key that is made up', async () => [(await newMember(site.t)).id, 'made up'], 'invalid_client'],
    [
      'a key of another site',
      async () => [(await newMember(site.t)).id, (await site.t.secondSite()).key],
      'invalid_client',
    ],
    ['a member that there is not', async () => [crypto.randomUUID(), site.t.key], 'invalid_grant'],
    ['an id that is none', async () => ['nobody', site.t.key], 'invalid_grant'],
    [
      'a blocked member',
      async () => {
        const { id } = await newMember(site.t);
        await newAdmin(site.t).members.blockMember(id);
        return [id, site.t.key];
      },
      'invalid_grant',
    ],
  ] as const)('by %s rejects', async (_name, given, error) => {
    const [memberId, key] = (await given()) as [string, string];
    client.auth.setTokens(await client.auth.generateVisitorTokens());
    expect(await rejected(client.auth.getMemberTokensForExternalLogin(memberId, key))).toMatch(error);
  });
});

describe('getMemberTokensForExternalLoginWithSession', () => {
  const signOn = (email: string, key = site.t.key, options: object = {}) =>
    client.auth.getMemberTokensForExternalLoginWithSession(email, key, options as never);

  it('of an unknown address: a member is made, without a password', async () => {
    const email = newEmail();
    client.auth.setTokens(await signOn(email, site.t.key, { profile: { firstName: 'Grace' }, verifyEmail: true }));
    const { member } = await client.members.getCurrentMember({ fieldsets: ['FULL'] });
    expect(member).toMatchObject({ loginEmail: email, loginEmailVerified: true, contact: { firstName: 'Grace' } });
    expect(await client.auth.login({ email, password: PASSWORD })).toMatchObject({ errorCode: 'resetPassword' });
  });

  it('of a member: that one', async () => {
    const { email, id } = await newMember(site.t);
    client.auth.setTokens(await signOn(email));
    expect((await client.members.getCurrentMember()).member?._id).toBe(id);
  });

  it.each([
    ['a malformed address', async () => ['nobody', site.t.key], 400, ''],
    [
      'a key without that right',
      async () => [newEmail(), await site.t.keyWith(['items:read'])],
      403,
      'PERMISSION_DENIED',
    ],
    [
      'a blocked member',
      async () => {
        const { email, id } = await newMember(site.t);
        await newAdmin(site.t).members.blockMember(id);
        return [email, site.t.key];
      },
      403,
      'MEMBER_BLOCKED',
    ],
    [
      'a member who has not been let in',
      async () => {
        await site.configure({ requireOwnerApproval: true });
        const email = newEmail();
        await newClient(site.t).auth.register({ email, password: PASSWORD });
        await site.configure();
        return [email, site.t.key];
      },
      403,
      'MEMBER_PENDING',
    ],
  ] as const)('of %s rejects', async (_name, given, status, code) => {
    const [email, key] = (await given()) as [string, string];
    expect(await thrownBy(signOn(email, key))).toMatchObject({ status, code });
  });
});

describe('what needs a window', () => {
  it.each([
    ['parseFromUrl without an address', () => client.auth.parseFromUrl()],
    [
      'sessions.isSessionSynced',
      () => (client.auth as never as { sessions: { isSessionSynced(): boolean } }).sessions.isSessionSynced(),
    ],
  ])('%s throws in Node', (_name, call) => {
    expect(call).toThrow(ReferenceError);
  });

  it('sessions.syncToWixPages rejects in Node', async () => {
    const { sessions } = client.auth as never as { sessions: { syncToWixPages(): Promise<void> } };
    await expect(sessions.syncToWixPages()).rejects.toThrow(ReferenceError);
  });
});

/** All that getAuthUrl answers; its type names the first alone. */
interface AuthUrl {
  readonly authUrl: string;
  readonly authorizationEndpoint: string;
  readonly sessionToken: string | undefined;
}

/** What the page of the hidden frame would post, by running its script on a window that notes it. */
async function messageOf(page: Response): Promise<unknown> {
  const script = (await page.text()).match(/<script[^>]*>(.*)<\/script>/s)?.[1] ?? '';
  const posted: unknown[] = [];
  const window = { parent: { postMessage: (message: unknown) => posted.push(message) } };
  new Function('window', script)(window);
  return posted[0];
}
