/** The redirect flow: PKCE, authorization URL, callback, code exchange, and the hidden frame. */
import type { AuthUrlOptions, OAuthData } from '../../../sdk/src/index.ts';
import type { BehaviourClient } from '../client.ts';
import { toServerUrl } from '../fixture.ts';
import { type Row, rejectionRows, type Subject, successRows } from '../row.ts';

const CALLBACK = 'https://shop.example/callback';

const oauthDataOf = ({ fixture }: Subject, { auth }: BehaviourClient): OAuthData =>
  auth.generateOAuthData(fixture.redirectUri);

/** Returns a function that returns the parameters of the authorization URL, except the random ones. */
const authUrlParams =
  (options?: AuthUrlOptions): Row['run'] =>
  async (s) => {
    const { auth } = s.visitor;
    const { authUrl, authorizationEndpoint } = await auth.getAuthUrl(oauthDataOf(s, s.visitor), options);
    const { pathname, searchParams } = new URL(authUrl);
    const { code_challenge: _, codeChallenge: __, state: ___, ...params } = Object.fromEntries(searchParams);
    return { pathname, endpoint: new URL(authorizationEndpoint).pathname, params };
  };

const parse =
  (url: string, mode?: 'fragment' | 'query'): Row['run'] =>
  async ({ visitor }) =>
    visitor.auth.parseFromUrl(url, mode);

/** Registers a member and returns the session token. */
async function newSessionToken({ visitor }: Subject): Promise<string> {
  const email = `flow-${Math.random().toString(36).slice(2)}@example.org`;
  const result = await visitor.auth.register({ email, password: 'a long enough password' });
  return (result as { data: { sessionToken: string } }).data.sessionToken;
}

/** Signs in and returns the parameters of the callback. Works only in Node, where a script can read the redirect. */
async function newCode(s: Subject, client: BehaviourClient, oauthData: OAuthData) {
  const sessionToken = await newSessionToken(s);
  const options = { prompt: 'none', responseMode: 'query', sessionToken } as const;
  const { authUrl } = await client.auth.getAuthUrl(oauthData, options);
  const redirect = await fetch(toServerUrl(s.fixture, authUrl), { redirect: 'manual' });
  return client.auth.parseFromUrl(redirect.headers.get('location') ?? '', 'query');
}

/** Waits until a child element is added, such as the hidden frame. */
const waitForChange = (parent: Element): Promise<void> =>
  new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe(parent, { childList: true });
  });

const REDIRECT_SESSION = '/v1/redirect-session';
const countPreWarms = ({ network }: Subject) => network.log().filter((line) => line.endsWith(REDIRECT_SESSION)).length;

const roleOf = (tokens: { refreshToken: { role: string } }) => tokens.refreshToken.role;

export const oauthRows = [
  ...successRows('oauth', {
    'generateOAuthData creates a verifier, challenge and state of 43 characters': async ({ visitor }) => {
      const data = visitor.auth.generateOAuthData(CALLBACK, '/home');
      const { codeVerifier, codeChallenge, state, ...rest } = data;
      return { ...rest, secrets: [codeVerifier, codeChallenge, state].map((text) => /^[\w.~-]{43}$/.test(text)) };
    },
    'generateOAuthData without an original URI': async ({ visitor }) =>
      visitor.auth.generateOAuthData(CALLBACK).originalUri,
    'generateOAuthData creates other secrets each time': async ({ visitor }) => {
      const [a, b] = [visitor.auth.generateOAuthData(CALLBACK), visitor.auth.generateOAuthData(CALLBACK)];
      return [a.state === b.state, a.codeVerifier === b.codeVerifier];
    },
    'the challenge is the SHA-256 hash of the verifier': async ({ visitor }) => {
      const { codeVerifier, codeChallenge } = visitor.auth.generateOAuthData(CALLBACK);
      const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier));
      const text = btoa(String.fromCharCode(...new Uint8Array(hash)));
      return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === codeChallenge;
    },
    'getAuthUrl asks for a sign-in by default': authUrlParams(),
    'getAuthUrl with the response mode query': authUrlParams({ responseMode: 'query' }),
    'getAuthUrl with the prompt none': authUrlParams({ prompt: 'none' }),
    'getAuthUrl sends a redirect session': async (s) => {
      await s.visitor.auth.getAuthUrl(oauthDataOf(s, s.visitor), { prompt: 'none' });
      const { authRequest, prompt } = s.network.last().body.auth;
      return [s.network.log().at(-1), prompt, Object.keys(authRequest).sort(), authRequest.scope];
    },
    'getAuthUrl returns the session token': async (s) => {
      const sessionToken = await newSessionToken(s);
      const url = await s.visitor.auth.getAuthUrl(oauthDataOf(s, s.visitor), { prompt: 'none', sessionToken });
      return url.sessionToken === sessionToken;
    },
    'parseFromUrl reads the fragment': parse(`${CALLBACK}#code=c&state=s`),
    'parseFromUrl reads the query': parse(`${CALLBACK}?code=c&state=s`, 'query'),
    'parseFromUrl ignores the query by default': parse(`${CALLBACK}?code=c&state=s`),
    'parseFromUrl reads an error': parse(`${CALLBACK}#error=login_required&error_description=Sign+in%21&state=s`),
    'parseFromUrl reads an error without a description': parse(`${CALLBACK}#error=login_required`),
    'parseFromUrl decodes values': parse(`${CALLBACK}#code=a%2Bb%20c&state=%C3%A4`),
    'parseFromUrl takes the first of two values': parse(`${CALLBACK}#code=a&code=b&state=s`),
    'parseFromUrl of a URL without parameters': parse(CALLBACK),
  }),
  ...successRows(
    'oauth',
    {
      'a code is exchanged for tokens of a member': async (s) => {
        const client = s.newVisitor();
        const data = oauthDataOf(s, client);
        const { code, state } = await newCode(s, client, data);
        const tokens = await client.auth.getMemberTokens(code, state, data);
        const before = await client.auth.isLoggedIn();
        await client.auth.setTokens(tokens);
        return [roleOf(tokens), before, await client.auth.isLoggedIn(), typeof (await client.currentMemberId())];
      },
      'the same code is exchanged twice': async (s) => {
        const data = oauthDataOf(s, s.visitor);
        const { code, state } = await newCode(s, s.visitor, data);
        const exchange = () => s.visitor.auth.getMemberTokens(code, state, data);
        await exchange();
        return exchange().then(roleOf, () => 'rejected');
      },
      'the prompt none without a session returns login_required': async (s) => {
        const data = oauthDataOf(s, s.visitor);
        const { authUrl } = await s.visitor.auth.getAuthUrl(data, { prompt: 'none', responseMode: 'query' });
        const redirect = await fetch(toServerUrl(s.fixture, authUrl), { redirect: 'manual' });
        const { code, error } = s.visitor.auth.parseFromUrl(redirect.headers.get('location') ?? '', 'query');
        return { code, error };
      },
    },
    'Node',
  ),
  ...rejectionRows(
    'oauth',
    {
      'a code with another verifier': async (s) => {
        const data = oauthDataOf(s, s.visitor);
        const { code, state } = await newCode(s, s.visitor, data);
        return s.visitor.auth.getMemberTokens(code, state, { ...data, codeVerifier: 'x'.repeat(43) });
      },
      'a code with another redirect URI': async (s) => {
        const data = oauthDataOf(s, s.visitor);
        const { code, state } = await newCode(s, s.visitor, data);
        return s.visitor.auth.getMemberTokens(code, state, { ...data, redirectUri: CALLBACK });
      },
    },
    'Node',
  ),
  ...rejectionRows('oauth', {
    'a missing code': async (s) => s.visitor.auth.getMemberTokens('', 's', oauthDataOf(s, s.visitor)),
    'a missing state': async (s) => s.visitor.auth.getMemberTokens('c', null, oauthDataOf(s, s.visitor)),
    'a missing code and a wrong state': async (s) =>
      s.visitor.auth.getMemberTokens(null, 'wrong', oauthDataOf(s, s.visitor)),
    'a state that does not match': async (s) => s.visitor.auth.getMemberTokens('c', 's', oauthDataOf(s, s.visitor)),
    'an unknown code': async (s) => {
      const data = oauthDataOf(s, s.visitor);
      return s.visitor.auth.getMemberTokens('made.up', data.state, data);
    },
  }),
  ...successRows(
    'oauth',
    {
      'the hidden frame signs a member in': async (s) => {
        const client = s.newVisitor();
        const tokens = await client.auth.getMemberTokensForDirectLogin(await newSessionToken(s));
        await client.auth.setTokens(tokens);
        return [roleOf(tokens), await client.auth.isLoggedIn(), document.querySelectorAll('iframe').length];
      },
      'parseFromUrl reads the URL of the page': async ({ visitor }) => {
        history.replaceState(null, '', '#code=c&state=s');
        return visitor.auth.parseFromUrl();
      },
      "the hidden frame's sign-in gets a message with the right state from another window": async (s) => {
        const sessionToken = await newSessionToken(s);
        const login = s.visitor.auth.getMemberTokensForDirectLogin(sessionToken).then(roleOf, () => 'rejected');
        await waitForChange(document.body);
        const { state } = s.network.last().body.auth.authRequest;
        window.postMessage({ code: 'made.up', state }, '*');
        return login;
      },
      'preWarm loads the hosted pages once a week': async (s) => {
        localStorage.clear();
        await s.visitor.auth.preWarm();
        await s.visitor.auth.preWarm();
        return countPreWarms(s);
      },
      'preWarm repeats it with force': async (s) => {
        await s.visitor.auth.preWarm();
        await s.visitor.auth.preWarm({ force: true });
        return countPreWarms(s);
      },
      'preWarm repeats it after seven days': async (s) => {
        await s.visitor.auth.preWarm();
        for (const key of Object.keys(localStorage)) localStorage.setItem(key, String(Date.now() - 604_800_001));
        await s.visitor.auth.preWarm();
        return countPreWarms(s);
      },
      'preWarm tries again after a failure': async (s) => {
        localStorage.clear();
        s.network.fail(REDIRECT_SESSION, 404, 1);
        await s.visitor.auth.preWarm().catch(() => undefined);
        await s.visitor.auth.preWarm();
        return countPreWarms(s);
      },
    },
    'Chromium',
  ),
  ...rejectionRows(
    'oauth',
    {
      'the hidden frame with an unknown session token': async (s) =>
        s.visitor.auth.getMemberTokensForDirectLogin('made.up'),
    },
    'Chromium',
  ),
];
