import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REDIRECT_URI, type TestServer, testServer } from '../../testing/index.ts';
import { createPkce, PASSWORD, requestToken, signInNewMember } from '../testing/client.ts';

let t: TestServer;
let visitor: string;
beforeAll(async () => {
  t = await testServer();
  visitor = (await requestToken(t, { clientId: t.app.clientId, grantType: 'anonymous' })).body.access_token;
});
afterAll(() => t.stop());

const create = (body: unknown, as: string | undefined = visitor, prefix = '/_api/redirects-api') =>
  t.call({ method: 'POST', path: `${prefix}/v1/redirect-session`, body, as });

/** Creates a redirect session for a message to a page of `origin`, as a browser does there. */
const createForPage = (origin: string | undefined, as = visitor) => {
  const authRequest = makeAuthRequest({ redirectUri: undefined, responseMode: 'web_message' });
  const headers = { ...(origin ? { origin } : {}) };
  const body = { auth: { authRequest, prompt: 'none' } };
  return t.call({ method: 'POST', path: '/headless/v1/redirect-session', body, as, headers });
};

const makeAuthRequest = (changes: Record<string, unknown> = {}) => ({
  redirectUri: REDIRECT_URI,
  clientId: t.app.clientId,
  codeChallenge: createPkce().challenge,
  codeChallengeMethod: 'S256',
  responseMode: 'fragment',
  responseType: 'code',
  scope: 'offline_access',
  state: 's',
  ...changes,
});

const follow = (fullUrl: string, headers: Record<string, string> = {}) => {
  const url = new URL(fullUrl);
  return t.call({ method: 'GET', path: url.pathname + url.search, headers });
};

describe('responses with status 200', () => {
  it('returns an authorize URL of the site in camelCase, with its parts', async () => {
    const { status, body } = await create({
      auth: { authRequest: makeAuthRequest({ sessionToken: 'x' }), prompt: 'none' },
    });
    expect(status).toBe(200);
    const { fullUrl, urlDetails, sessionToken, id } = body.redirectSession;
    expect(id).toBeTruthy();
    expect(sessionToken).toBe('x');
    expect(urlDetails.endpoint).toBe(`${t.origin}/_api/oauth2/authorize`);
    expect(Object.fromEntries(new URL(fullUrl).searchParams)).toEqual(urlDetails.searchParams);
    expect(urlDetails.searchParams).toMatchObject({
      clientId: t.app.clientId,
      prompt: 'none',
      responseMode: 'fragment',
    });
  });

  it.each([
    ['de', 'de'],
    ['he-IL', 'he-IL'],
    ['de&state=x', null],
    [7, null],
    [undefined, null],
  ])('leads to hosted pages in the language %j if it is valid', async (lang, expected) => {
    const preferences = { additionalQueryParameters: { lang, other: 'x' } };
    const { body } = await create({
      auth: { authRequest: makeAuthRequest({ redirectUri: REDIRECT_URI }), prompt: 'login' },
      preferences,
    });
    const url = new URL(body.redirectSession.fullUrl);
    const page = await t.call({ method: 'GET', path: url.pathname + url.search });
    const location = new URL(String(page.headers.location));
    expect(location.pathname).toBe('/sign-in');
    expect(location.searchParams.get('lang')).toBe(expected);
  });

  it.each(['/_api/redirects-api', '/headless', '/redirect-session', ''])('responds under %j', async (prefix) => {
    expect((await create({ auth: { authRequest: makeAuthRequest() } }, visitor, prefix)).status).toBe(200);
  });

  it('accepts the placeholder address of getAuthUrl without arguments, which authorize rejects', async () => {
    const created = await create({
      auth: { authRequest: makeAuthRequest({ redirectUri: 'unused://' }), prompt: 'login' },
    });
    expect(created.status).toBe(200);
    expect((await follow(created.body.redirectSession.fullUrl)).status).toBe(400);
  });

  it.each(['http://localhost:3000', undefined])('accepts a message to a page of the origin %s', async (origin) => {
    expect((await createForPage(origin)).status).toBe(200);
  });

  it('returns a pre-warm page that only the app may frame', async () => {
    const created = await create({ login: {} });
    const response = await follow(created.body.redirectSession.fullUrl);
    expect(response.status).toBe(200);
    expect(response.headers['content-security-policy']).toContain('frame-ancestors http://localhost:3000');
  });

  it('logs out: ends refresh token, access token and cookie, and redirects to the allowed address', async () => {
    const member = await signInNewMember(t);
    const signedIn = await t.call({
      method: 'POST',
      path: '/portico/v1/session/sign-in',
      body: { email: member.email, password: PASSWORD },
      headers: { origin: t.origin },
    });
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] as string;
    const postFlowUrl = 'http://localhost:3000/goodbye?x=1';
    const created = await create(
      { logout: { clientId: t.app.clientId }, callbacks: { postFlowUrl } },
      member.accessToken,
    );
    const response = await follow(created.body.redirectSession.fullUrl, { cookie });
    expect(response.status).toBe(302);
    expect(response.headers.location).toBe(postFlowUrl);
    expect(response.headers['set-cookie']).toContain('Max-Age=0');

    const request = { clientId: t.app.clientId, grantType: 'refresh_token', refreshToken: member.refreshToken };
    expect((await requestToken(t, request)).body.error).toBe('invalid_grant');
    const session = await t.call({ method: 'GET', path: '/portico/v1/session', headers: { cookie } });
    expect(session.body).toEqual({ member: null });
    await expect
      .poll(
        async () => (await t.call({ method: 'GET', path: '/members/v1/members/my', as: member.accessToken })).status,
      )
      .toBe(401);
  });

  it('does not end other sessions of the member', async () => {
    const member = await signInNewMember(t);
    const other = await signInNewMember(t);
    const created = await create({ logout: { clientId: t.app.clientId } }, member.accessToken);
    const response = await follow(created.body.redirectSession.fullUrl);
    expect(response.headers.location).toBe(`${t.origin}/`);
    const request = { clientId: t.app.clientId, grantType: 'refresh_token', refreshToken: other.refreshToken };
    expect((await requestToken(t, request)).status).toBe(200);
  });
});

describe('responses with status 400', () => {
  it.each([
    'ecomCheckout',
    'eventsCheckout',
    'paidPlansCheckout',
    'bookingsCheckout',
    'bookingsBook',
    'storesProduct',
    'ecomOrderPaymentRequest',
    'memberAccountPage',
  ])('returns UNSUPPORTED_INTENT for %s', async (intent) => {
    const { status, body } = await create({ [intent]: {}, callbacks: { postFlowUrl: 'http://localhost:3000/' } });
    expect(status).toBe(400);
    expect(body.details.applicationError).toMatchObject({ code: 'UNSUPPORTED_INTENT', data: { intent } });
  });

  it.each([
    ['nothing', {}, 'UNSUPPORTED_INTENT'],
    ['two intents at once', { login: {}, logout: {} }, 'UNSUPPORTED_INTENT'],
    ['an unknown intent', { teleport: {} }, 'UNSUPPORTED_INTENT'],
    [
      'an unknown client',
      { auth: { authRequest: { clientId: '00000000-0000-4000-8000-000000000000' } } },
      'INVALID_CLIENT',
    ],
    ['no client', { auth: { authRequest: {} } }, 'INVALID_CLIENT'],
  ])('rejects %s', async (_name, body, code) => {
    expect((await create(body)).body.details.applicationError.code).toBe(code);
  });

  it('rejects an external identity provider', async () => {
    const response = await create({ auth: { authRequest: makeAuthRequest({ idp: { connectionId: 'x' } }) } });
    expect(response.body.details.applicationError.code).toBe('UNSUPPORTED_IDP');
  });

  it.each(['http://localhost:5174', 'https://localhost:3001', 'http://localhost:3000.evil.example', 'null'])(
    'rejects a message to a page of the unregistered origin %s, and names it',
    async (origin) => {
      const { status, body } = await createForPage(origin);
      expect(status).toBe(400);
      const { code, description } = body.details.applicationError;
      expect(code).toBe('INVALID_REDIRECT_URI');
      expect(description).toBe(
        `The redirect address ${origin} is not registered for the OAuth app. Register exactly this address.`,
      );
    },
  );

  it("rejects another site's client", async () => {
    const second = await t.secondSite();
    const response = await create({ auth: { authRequest: makeAuthRequest() } }, second.visitor);
    expect(response.body.details.applicationError.code).toBe('INVALID_CLIENT');
  });

  const disallowedUrls = [
    'https://evil.example/',
    '//evil.example/',
    '/relative',
    'http://localhost:3000@evil.example/',
    'http://localhost:3000.evil.example/',
    'http://localhost:3001/',
    'http://localhost/',
    'http://user:pw@localhost:3000/',
    'http:\\\\localhost:3000/',
    'http://evil.example\\@localhost:3000/',
    'http://localhost:3000\t.evil.example/',
    'ftp://localhost:3000/',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://localhost:3000%2eevil.example/',
  ];

  it.each(disallowedUrls)('rejects the logout address %j, and ends no session', async (postFlowUrl) => {
    const created = await create({ logout: { clientId: t.app.clientId }, callbacks: { postFlowUrl } });
    const { code, description } = created.body.details.applicationError;
    expect(code).toBe('INVALID_REDIRECT_URI');
    expect(description).toMatch(/address \S+ is not registered for the OAuth app/);
    const query = new URLSearchParams({ clientId: t.app.clientId, postLogoutRedirectUri: postFlowUrl });
    const page = await t.call({ method: 'GET', path: `/_api/iam/authentication/v1/logout?${query}` });
    expect(page.status).toBe(400);
    expect(page.headers.location).toBeUndefined();
    expect(page.headers['set-cookie']).toBeUndefined();
  });

  it('ends no session for a session parameter that was not signed for this purpose', async () => {
    const member = await signInNewMember(t);
    const query = new URLSearchParams({ clientId: t.app.clientId, session: member.accessToken });
    expect((await t.call({ method: 'GET', path: `/iam/authentication/v1/logout?${query}` })).status).toBe(302);
    const request = { clientId: t.app.clientId, grantType: 'refresh_token', refreshToken: member.refreshToken };
    expect((await requestToken(t, request)).status).toBe(200);
  });
});

describe('responses with status 401', () => {
  it('needs a token', async () => {
    const response = await t.call({ method: 'POST', path: '/headless/v1/redirect-session', body: { login: {} } });
    expect(response.status).toBe(401);
  });
});
