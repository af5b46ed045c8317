/**
 * Tests redirect sessions, authorize, logout and external login with the vendor's unmodified packages in Node. Calls
 * that need a window (getMemberTokensForDirectLogin, sessions.syncToWixPages, parseFromUrl without an argument) are
 * tested in a real browser by browser.test.ts and frame.test.ts.
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

/** Requests a URL as a browser without cookies would. Does not follow redirects. */
const visit = (url: string) => fetch(url, { redirect: 'manual' });

describe('generateOAuthData', () => {
  it.each([
    [undefined, ''],
    ['/home', '/home'],
  ])('with the original URI %j', (input, originalUri) => {
    const data = client.auth.generateOAuthData(REDIRECT_URI, input);
    const secret = expect.stringMatching(/^[\w.~-]{43}$/);
    expect(data).toEqual({
      redirectUri: REDIRECT_URI,
      originalUri,
      codeChallenge: secret,
      codeVerifier: secret,
      state: secret,
    });
    expect(client.auth.generateOAuthData(REDIRECT_URI, input).state).not.toBe(data.state);
  });
});

describe('getAuthUrl', () => {
  const open = async (options: object | undefined, data = client.auth.generateOAuthData(REDIRECT_URI)) => {
    const authUrl = (await client.auth.getAuthUrl(data, options as never)) as unknown as AuthUrl;
    return { ...authUrl, data, page: await visit(authUrl.authUrl) };
  };

  it('returns absolute URLs of the site with the session token', async () => {
    const sessionToken = await newSessionToken();
    const { authUrl, authorizationEndpoint, sessionToken: returnedSessionToken } = await open({ sessionToken });
    expect(authUrl).toMatch(`${site.t.origin}/_api/oauth2/authorize?`);
    expect(authorizationEndpoint).toBe(`${site.t.origin}/_api/oauth2/authorize`);
    expect(returnedSessionToken).toBe(sessionToken);
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

  it('without arguments returns a URL that shows an error page instead of a redirect', async () => {
    // The argument is required by the type, but apps omit it.
    const { authUrl } = await (client.auth.getAuthUrl as () => Promise<AuthUrl>)();
    const page = await visit(authUrl);
    expect(page.status).toBe(400);
    expect(page.headers.get('location')).toBeNull();
    expect(page.headers.get('content-type')).toMatch('text/html');
  });

  it.each(['https://evil.example/', `${REDIRECT_URI}/`, `${REDIRECT_URI}?x=1`, 'http://LOCALHOST:3000/callback'])(
    'shows an error page of Portico for the unlisted address %s',
    async (redirectUri) => {
      const sessionToken = await newSessionToken();
      const data = { ...client.auth.generateOAuthData(REDIRECT_URI), redirectUri };
      const { page } = await open({ prompt: 'none', sessionToken }, data);
      expect(page.status).toBe(400);
      expect(page.headers.get('location')).toBeNull();
    },
  );

  it.each(['google', 'facebook', { connectionId: 'another' }])('rejects the provider %j', async (idp) => {
    expect((await thrownBy(open({ idp }))).code).toBe('UNSUPPORTED_IDP');
  });

  it('accepts a session token once', async () => {
    const sessionToken = await newSessionToken();
    await open({ prompt: 'none', sessionToken });
    const { page } = await open({ prompt: 'none', sessionToken });
    expect(client.auth.parseFromUrl(page.headers.get('location') as string)).toMatchObject({ error: 'login_required' });
  });
});

describe('parseFromUrl', () => {
  const callbackUrl = 'https://app.example/callback';
  const noParams = { code: null, state: null };
  const codeAndState = { code: 'c', state: 's' };
  const rejected = { code: null, state: 's', error: 'login_required', errorDescription: 'Nobody.' };
  it.each([
    [`${callbackUrl}#code=c&state=s`, undefined, codeAndState],
    [`${callbackUrl}#code=c&state=s`, 'fragment', codeAndState],
    [`${callbackUrl}?code=c&state=s`, 'query', codeAndState],
    [`${callbackUrl}?code=c&state=s`, 'fragment', noParams],
    [`${callbackUrl}#code=c&state=s`, 'query', noParams],
    [`${callbackUrl}#error=login_required&error_description=Nobody.&state=s`, undefined, rejected],
    [callbackUrl, undefined, noParams],
  ] as const)('%s as %s', (url, mode, expected) => {
    expect(client.auth.parseFromUrl(url, mode)).toEqual(expected);
  });
});

describe('getMemberTokens', () => {
  it('returns tokens of the member', async () => {
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
    ['another redirect URI', (data: object) => ({ ...data, redirectUri: 'http://localhost:3000/other' })],
    ['no redirect URI', (data: object) => ({ ...data, redirectUri: '' })],
  ])('with %s rejects and invalidates the code', async (_name, changed) => {
    const data = client.auth.generateOAuthData(REDIRECT_URI);
    const { code, state } = await codeFor(client, data, await newSessionToken());
    await expect(client.auth.getMemberTokens(code, state, changed(data) as never)).rejects.toThrow('invalid_grant');
    await expect(client.auth.getMemberTokens(code, state, data)).rejects.toThrow('invalid_grant');
  });

  it('rejects a second exchange, as on a callback page that runs twice, and keeps the member signed in', async () => {
    const data = client.auth.generateOAuthData(REDIRECT_URI);
    const { code, state } = await codeFor(client, data, await newSessionToken());
    const tokens = await client.auth.getMemberTokens(code, state, data);
    await expect(client.auth.getMemberTokens(code, state, data)).rejects.toThrow('invalid_grant');
    expect((await client.auth.renewToken(tokens.refreshToken)).accessToken.value).toBeTruthy();
  });

  it('rejects a second exchange with another verifier and ends the session of the first', async () => {
    const data = client.auth.generateOAuthData(REDIRECT_URI);
    const { code, state } = await codeFor(client, data, await newSessionToken());
    const tokens = await client.auth.getMemberTokens(code, state, data);
    const otherVerifier = { ...data, codeVerifier: 'x'.repeat(43) };
    await expect(client.auth.getMemberTokens(code, state, otherVerifier)).rejects.toThrow('invalid_grant');
    await expect(client.auth.renewToken(tokens.refreshToken)).rejects.toThrow('invalid_grant');
  });
});

describe('logout', () => {
  it('of a member clears the tokens, ends the session and returns to the app', async () => {
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

  it('of a visitor returns to the app', async () => {
    const { logoutUrl } = await client.auth.logout('http://localhost:3000/');
    expect((await visit(logoutUrl)).headers.get('location')).toBe('http://localhost:3000/');
  });

  it.each(['https://evil.example/', 'http://localhost:3000@evil.example/', 'javascript:alert(1)', '//evil.example'])(
    'to %s rejects and keeps the tokens',
    async (url) => {
      const { client } = await newMember(site.t);
      expect((await thrownBy(client.auth.logout(url))).code).toBe('INVALID_REDIRECT_URI');
      expect(client.auth.loggedIn()).toBe(true);
    },
  );
});

describe('getMemberTokensForExternalLogin', () => {
  const rejectionOf = (call: Promise<unknown>) =>
    call.then(
      () => 'tokens',
      (error: Error) => error.message,
    );

  it('returns tokens of the member to a key with all rights', async () => {
    const { id } = await newMember(site.t);
    client.auth.setTokens(await client.auth.generateVisitorTokens());
    client.auth.setTokens(await client.auth.getMemberTokensForExternalLogin(id, site.t.key));
    expect(client.auth.loggedIn()).toBe(true);
    expect((await client.members.getCurrentMember()).member?._id).toBe(id);
    expect((await client.auth.renewToken(client.auth.getTokens().refreshToken)).refreshToken.role).toBe('member');
  });

  it('works before the client has a token, although half of the pair is empty', async () => {
    const { id } = await newMember(site.t);
    const tokens = await client.auth.getMemberTokensForExternalLogin(id, site.t.key);
    client.auth.setTokens(tokens);
    expect((await client.members.getCurrentMember()).member?._id).toBe(id);
  });

  it.each([
    [
      'a key without the scope',
      async () => [(await newMember(site.t)).id, await site.t.keyWith(['items:read'])],
      'unauthorized_client',
    ],
    ['an invalid key', async () => [(await newMember(site.t)).id, 'made up'], 'invalid_client'],
    [
      'a key of another site',
      async () => [(await newMember(site.t)).id, (await site.t.secondSite()).key],
      'invalid_client',
    ],
    ['an unknown member', async () => [crypto.randomUUID(), site.t.key], 'invalid_grant'],
    ['a malformed id', async () => ['nobody', site.t.key], 'invalid_grant'],
    [
      'a blocked member',
      async () => {
        const { id } = await newMember(site.t);
        await newAdmin(site.t).members.blockMember(id);
        return [id, site.t.key];
      },
      'invalid_grant',
    ],
  ] as const)('by %s rejects', async (_name, input, error) => {
    const [memberId, key] = (await input()) as [string, string];
    client.auth.setTokens(await client.auth.generateVisitorTokens());
    expect(await rejectionOf(client.auth.getMemberTokensForExternalLogin(memberId, key))).toMatch(error);
  });
});

describe('getMemberTokensForExternalLoginWithSession', () => {
  const signOn = (email: string, key = site.t.key, options: object = {}) =>
    client.auth.getMemberTokensForExternalLoginWithSession(email, key, options as never);

  it('creates a member without a password for an unknown address', async () => {
    const email = newEmail();
    client.auth.setTokens(await signOn(email, site.t.key, { profile: { firstName: 'Grace' }, verifyEmail: true }));
    const { member } = await client.members.getCurrentMember({ fieldsets: ['FULL'] });
    expect(member).toMatchObject({ loginEmail: email, loginEmailVerified: true, contact: { firstName: 'Grace' } });
    expect(await client.auth.login({ email, password: PASSWORD })).toMatchObject({ errorCode: 'resetPassword' });
  });

  it('returns tokens of an existing member', async () => {
    const { email, id } = await newMember(site.t);
    client.auth.setTokens(await signOn(email));
    expect((await client.members.getCurrentMember()).member?._id).toBe(id);
  });

  it.each([
    ['a malformed address', async () => ['nobody', site.t.key], 400, ''],
    [
      'a key without the scope',
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
      'a member who waits for approval',
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
  ] as const)('of %s rejects', async (_name, input, status, code) => {
    const [email, key] = (await input()) as [string, string];
    expect(await thrownBy(signOn(email, key))).toMatchObject({ status, code });
  });
});

describe('calls that need a window', () => {
  it.each([
    ['parseFromUrl without an argument', () => client.auth.parseFromUrl()],
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

/** The complete result of getAuthUrl. Its type in the SDK declares only the first property. */
interface AuthUrl {
  readonly authUrl: string;
  readonly authorizationEndpoint: string;
  readonly sessionToken: string | undefined;
}

/**
 * Returns the message that the page of the hidden frame would post. Runs the page's script with a stub of `window` that
 * records the message.
 */
async function messageOf(page: Response): Promise<unknown> {
  const script = (await page.text()).match(/<script[^>]*>(.*)<\/script>/s)?.[1] ?? '';
  const messages: unknown[] = [];
  const window = { parent: { postMessage: (message: unknown) => messages.push(message) } };
  new Function('window', script)(window);
  return messages[0];
}
