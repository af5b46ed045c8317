/** Tests the OAuth flow against a real server, with the redirect of the authorize endpoint instead of a browser. */
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type FailingProxy, startProxy } from '../../../server/src/testing/failing-proxy.ts';
import type {} from '../../../server/src/testing/global-setup.ts';
import { REDIRECT_URI, type TestServer, testServer } from '../../../server/src/testing/index.ts';
import {
  type AnySite,
  type Client,
  completeSignIn,
  createClient,
  keyValueStore,
  memberAuth,
  type OAuthData,
  type RedirectAuthOptions,
  redirectAuth,
  sha256,
  signInWithRedirect,
} from '../index.ts';
import { type ExternalLoginAuth, externalLoginAuth } from './external-login.ts';

const PASSWORD = 'correct horse battery staple 5';
let t: TestServer;
let proxy: FailingProxy;
let client: Client<AnySite, ExternalLoginAuth>;
beforeAll(async () => {
  t = await testServer();
  await t.listen();
});
afterAll(() => t.stop());
beforeEach(async () => {
  proxy = await startProxy(t.origin);
  client = createClient({ url: proxy.url, auth: externalLoginAuth({ clientId: t.app.clientId }) });
});
afterEach(() => proxy.close());

let count = 0;
async function newSessionToken(): Promise<string> {
  count += 1;
  const result = await client.auth.register({ email: `oauth${count}@example.org`, password: PASSWORD });
  if (result.loginState !== 'SUCCESS') throw new Error(JSON.stringify(result));
  return result.data.sessionToken;
}

/** Follows a sign-in to its callback. */
async function callbackOf(authUrl: string, sessionToken: string): Promise<string> {
  const url = new URL(authUrl);
  url.searchParams.set('prompt', 'none');
  url.searchParams.set('sessionToken', sessionToken);
  return (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? '';
}

const exchanges = () => proxy.paths.filter((path) => path === '/oauth2/token').length;

describe('PKCE', () => {
  const authOf = (verifierLength?: number) =>
    createClient({ url: proxy.url, auth: memberAuth({ clientId: t.app.clientId, verifierLength }) }).auth;

  it.each([43, 44, 100, 128])('creates verifiers of %i characters with an S256 challenge', (length) => {
    const { codeVerifier, codeChallenge } = authOf(length).generateOAuthData(REDIRECT_URI);
    expect(codeVerifier).toMatch(new RegExp(`^[A-Za-z0-9._~-]{${length}}$`));
    expect(codeChallenge).toBe(createHash('sha256').update(codeVerifier).digest('base64url'));
    expect(authOf(length).generateOAuthData(REDIRECT_URI).codeVerifier).not.toBe(codeVerifier);
  });

  it.each([0, 42, 129, 50.5, Number.NaN])('rejects a length of %d', (length) => {
    expect(() => authOf(length).generateOAuthData(REDIRECT_URI)).toThrow(
      'The verifier length must be an integer from 43 to 128',
    );
  });

  it('hashes texts of every length like Node', () => {
    for (let length = 0; length < 200; length += 1) {
      const text = 'é'.repeat(length % 3).padEnd(length, 'x');
      expect(Buffer.from(sha256(text)).toString('hex')).toBe(createHash('sha256').update(text).digest('hex'));
    }
  });

  it('accepts the challenge or the verifier of a sign-in', async () => {
    const { codeChallenge, codeVerifier, state } = client.auth.generateOAuthData(REDIRECT_URI);
    for (const source of [{ codeChallenge }, { codeVerifier }]) {
      const { authUrl } = await client.auth.getAuthUrl({ ...source, state, redirectUri: REDIRECT_URI });
      expect(new URL(authUrl).searchParams.get('codeChallenge')).toBe(codeChallenge);
    }
  });
});

describe('redirectAuth', () => {
  const signIn = async (options: Partial<RedirectAuthOptions> = {}) => {
    const redirectClient = createClient({
      url: proxy.url,
      auth: redirectAuth({ clientId: t.app.clientId, ...options }),
    });
    const store = keyValueStore();
    let authUrl = '';
    const navigate = (url: string) => {
      authUrl = url;
    };
    await signInWithRedirect(redirectClient.auth, {
      redirectUri: REDIRECT_URI,
      originalUri: '/start',
      store,
      navigate,
    });
    const url = await callbackOf(authUrl, await newSessionToken());
    expect(await completeSignIn(redirectClient.auth, { url, store })).toBe('/start');
    return redirectClient;
  };

  it('signs a member in on the hosted pages, and out', async () => {
    const redirectClient = await signIn();
    expect((await redirectClient.members.getCurrentMember())?.id).toBeTruthy();
    await redirectClient.auth.signOut();
    expect(await redirectClient.auth.isLoggedIn()).toBe(false);
  });

  it('needs the option sha256 without crypto.subtle, as on pages without HTTPS', async () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    onTestFinished(() => void vi.unstubAllGlobals());
    await expect(signIn()).rejects.toThrow('crypto.subtle is missing: pass the option sha256.');
    expect(await (await signIn({ sha256 })).auth.isLoggedIn()).toBe(true);
  });
});

describe('parseFromUrl', () => {
  it.each([
    ['https://a.example/#code=c&state=s', undefined, { code: 'c', state: 's' }],
    ['https://a.example/?code=c&state=s#x', 'query', { code: 'c', state: 's' }],
    ['https://a.example/?code=c&state=s', undefined, { code: null, state: null }],
    ['app://callback#state=a%2Bb%20c+d', undefined, { code: null, state: 'a+b c d' }],
    ['app://callback#state=%', undefined, { code: null, state: '%' }],
    ['https://a.example/#error=x', undefined, { code: null, state: null, error: 'x', errorDescription: null }],
    [
      'https://a.example/#error=login_required&error_description=Sign+in&state=s',
      'fragment',
      { code: null, state: 's', error: 'login_required', errorDescription: 'Sign in' },
    ],
  ] as const)('of %s by %s', (url, mode, expected) => {
    expect(client.auth.parseFromUrl(url, mode)).toEqual(expected);
  });
});

describe('getMemberTokens', () => {
  let oauthData: OAuthData;
  let callback: string;
  beforeEach(async () => {
    oauthData = client.auth.generateOAuthData(REDIRECT_URI, '/start');
    const { authUrl, authorizationEndpoint } = await client.auth.getAuthUrl(oauthData);
    expect(authUrl.startsWith(`${authorizationEndpoint}?`)).toBe(true);
    callback = await callbackOf(authUrl, await newSessionToken());
  });

  it('exchanges a code once if it is called twice, as StrictMode does', async () => {
    const before = exchanges();
    const { code, state } = client.auth.parseFromUrl(callback);
    const exchange = () => client.auth.getMemberTokens(code, state, oauthData);
    const [one, other] = await Promise.all([exchange(), exchange()]);
    expect(one).toEqual(other);
    expect(await exchange()).toEqual(one);
    expect(exchanges()).toBe(before + 1);
    await client.auth.setTokens(one);
    expect((await client.members.getCurrentMember())?.id).toBeTruthy();
  });

  it('rejects a missing code, a missing state and another state without a request', async () => {
    const before = exchanges();
    for (const [code, state] of [
      ['', 's'],
      [null, 's'],
      ['c', ''],
      ['c', undefined],
    ] as const) {
      await expect(client.auth.getMemberTokens(code, state, oauthData)).rejects.toThrow('Missing code or _state');
    }
    await expect(client.auth.getMemberTokens('c', 'other', oauthData)).rejects.toThrow('Invalid _state');
    expect(exchanges()).toBe(before);
  });

  it('reports a code that the server rejects, and may be called again', async () => {
    const { code, state } = client.auth.parseFromUrl(callback);
    const message = /^Failed to fetch tokens from OAuth API: 400/;
    await expect(client.auth.getMemberTokens('made-up', state, oauthData)).rejects.toThrow(message);
    proxy.failWith(503);
    await expect(client.auth.getMemberTokens(code, state, oauthData)).rejects.toThrow('503');
    proxy.failWith(null);
    expect((await client.auth.getMemberTokens(code, state, oauthData)).refreshToken.role).toBe('member');
  });
});

describe('getMemberTokensForDirectLogin without a page', () => {
  it('returns tokens of the member through the redirect URI', async () => {
    const options = { redirectUri: REDIRECT_URI };
    const sessionToken = await newSessionToken();
    await client.auth.setTokens(await client.auth.getMemberTokensForDirectLogin(sessionToken, options));
    expect(await client.auth.isLoggedIn()).toBe(true);
    await expect(client.auth.getMemberTokensForDirectLogin(sessionToken, options)).rejects.toThrow(
      'Missing code or _state',
    );
  });

  it('requires the redirect URI', async () => {
    await expect(client.auth.getMemberTokensForDirectLogin('x')).rejects.toThrow('redirectUri');
  });
});

describe('signInWithRedirect and completeSignIn', () => {
  const start = async (store = keyValueStore(), originalUri = '/start') => {
    let locationAfter = '';
    const navigate = (url: string) => {
      locationAfter = url;
    };
    await signInWithRedirect(client.auth, { redirectUri: REDIRECT_URI, originalUri, store, navigate });
    return locationAfter;
  };

  it('sign a member in once although the callback runs twice, as StrictMode does', async () => {
    const store = keyValueStore();
    const url = await callbackOf(await start(store), await newSessionToken());
    const before = exchanges();
    const complete = () => completeSignIn(client.auth, { url, store });
    expect(await Promise.all([complete(), complete()])).toEqual(['/start', '/start']);
    expect(await complete()).toBe('/start');
    expect(exchanges()).toBe(before + 1);
    expect(await client.auth.isLoggedIn()).toBe(true);
  });

  it('keep overlapping sign-ins apart', async () => {
    const store = keyValueStore();
    const [one, other] = [await start(store, '/one'), await start(store, '/other')];
    const urls = [await callbackOf(other, await newSessionToken()), await callbackOf(one, await newSessionToken())];
    for (const [index, url] of urls.entries()) {
      expect(await completeSignIn(client.auth, { url, store })).toBe(['/other', '/one'][index]);
    }
  });

  it('reject a callback that this browser did not start, and an error of the server', async () => {
    const url = await callbackOf(await start(), await newSessionToken());
    await expect(completeSignIn(client.auth, { url, store: keyValueStore(() => undefined) })).rejects.toThrow(
      'Invalid _state',
    );
    const callbackUrl = `${REDIRECT_URI}#error=login_required&error_description=No&state=s`;
    await expect(completeSignIn(client.auth, { url: callbackUrl })).rejects.toMatchObject({
      message: 'Missing code or _state',
      cause: { error: 'login_required', errorDescription: 'No' },
    });
  });
});

describe('logout', () => {
  it('returns the URL that signs out and removes the tokens', async () => {
    await client.auth.setTokens(await client.auth.getMemberTokensForExternalLogin(t.memberId, t.key));
    const { logoutUrl } = await client.auth.logout('http://localhost:3000/bye');
    expect(await client.auth.isLoggedIn()).toBe(false);
    const response = await fetch(logoutUrl, { redirect: 'manual' });
    expect(response.headers.get('location')).toBe('http://localhost:3000/bye');
  });

  it('keeps the member if the address is not allowed', async () => {
    await client.auth.setTokens(await client.auth.getMemberTokensForExternalLogin(t.memberId, t.key));
    await expect(client.auth.logout('https://evil.example/')).rejects.toMatchObject({ code: 'INVALID_REDIRECT_URI' });
    expect(await client.auth.isLoggedIn()).toBe(true);
  });
});

describe('external login', () => {
  it('signs a member in by id and by e-mail', async () => {
    await client.auth.setTokens(await client.auth.getMemberTokensForExternalLogin(t.memberId, t.key));
    expect((await client.members.getCurrentMember())?.id).toBe(t.memberId);
    const tokens = await client.auth.getMemberTokensForExternalLoginWithSession('external@example.org', t.key, {
      profile: { firstName: 'Grace' },
    });
    await client.auth.setTokens(tokens);
    expect((await client.members.getCurrentMember())?.contact?.firstName).toBe('Grace');
  });

  it('is rejected without the scope members:impersonate', async () => {
    const key = await t.keyWith(['members:read']);
    await expect(client.auth.getMemberTokensForExternalLogin(t.memberId, key)).rejects.toThrow(
      'Failed to fetch tokens from OAuth API',
    );
    await expect(
      client.auth.getMemberTokensForExternalLoginWithSession('external@example.org', key),
    ).rejects.toMatchObject({ status: 403 });
  });
});
