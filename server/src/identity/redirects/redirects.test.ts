import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REDIRECT_URI, type TestServer, testServer } from '../../testing/index.ts';
import { PASSWORD, pkce, signedInMember, token } from '../testing/client.ts';

let t: TestServer;
let visitor: string;
beforeAll(async () => {
  t = await testServer();
  visitor = (await token(t, { clientId: t.app.clientId, grantType: 'anonymous' })).body.access_token;
});
afterAll(() => t.stop());

const create = (body: unknown, as: string | undefined = visitor, prefix = '/_api/redirects-api') =>
  t.call({ method: 'POST', path: `${prefix}/v1/redirect-session`, body, as });

const authRequest = (changes: Record<string, unknown> = {}) => ({
  redirectUri: REDIRECT_URI,
  clientId: t.app.clientId,
  codeChallenge: pkce().challenge,
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

describe('200', () => {
  it('answers an authorize URL of the site in camelCase, with its parts', async () => {
    const { status, body } = await create({
      auth: { authRequest: authRequest({ sessionToken: 'x' }), prompt: 'none' },
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
  ])('leads to hosted pages in the language %j where it is one', async (lang, shown) => {
    const preferences = { additionalQueryParameters: { lang, other: 'x' } };
    const { body } = await create({
      auth: { authRequest: authRequest({ redirectUri: REDIRECT_URI }), prompt: 'login' },
      preferences,
    });
    const url = new URL(body.redirectSession.fullUrl);
    const page = await t.call({ method: 'GET', path: url.pathname + url.search });
    const location = new URL(String(page.headers.location));
    expect(location.pathname).toBe('/sign-in');
    expect(location.searchParams.get('lang')).toBe(shown);
  });

  it.each(['/_api/redirects-api', '/headless', '/redirect-session', ''])('answers under %j', async (prefix) => {
    expect((await create({ auth: { authRequest: authRequest() } }, visitor, prefix)).status).toBe(200);
  });

  it('does not fail for the made-up address of getAuthUrl without arguments; authorize refuses it', async () => {
    const made = await create({ auth: { authRequest: authRequest({ redirectUri: 'unused://' }), prompt: 'login' } });
    expect(made.status).toBe(200);
    expect((await follow(made.body.redirectSession.fullUrl)).status).toBe(400);
  });

  it('warms up with a page that the app alone may frame', async () => {
    const made = await create({ login: {} });
    const answer = await follow(made.body.redirectSession.fullUrl);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-security-policy']).toContain('frame-ancestors http://localhost:3000');
  });

  it('logs out: refresh token, access token and cookie end, and the browser goes to the allowed address', async () => {
    const member = await signedInMember(t);
    const signedIn = await t.call({
      method: 'POST',
      path: '/portico/v1/session/sign-in',
      body: { email: member.email, password: PASSWORD },
      headers: { origin: t.origin },
    });
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] as string;
    const postFlowUrl = 'http://localhost:3000/goodbye?x=1';
    const made = await create({ logout: { clientId: t.app.clientId }, callbacks: { postFlowUrl } }, member.accessToken);
    const answer = await follow(made.body.redirectSession.fullUrl, { cookie });
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toBe(postFlowUrl);
    expect(answer.headers['set-cookie']).toContain('Max-Age=0');

    const ask = { clientId: t.app.clientId, grantType: 'refresh_token', refreshToken: member.refreshToken };
    expect((await token(t, ask)).body.error).toBe('invalid_grant');
    const session = await t.call({ method: 'GET', path: '/portico/v1/session', headers: { cookie } });
    expect(session.body).toEqual({ member: null });
    await expect
      .poll(
        async () => (await t.call({ method: 'GET', path: '/members/v1/members/my', as: member.accessToken })).status,
      )
      .toBe(401);
  });

  it('leaves the other sessions of the member alone', async () => {
    const member = await signedInMember(t);
    const other = await signedInMember(t);
    const made = await create({ logout: { clientId: t.app.clientId } }, member.accessToken);
    const answer = await follow(made.body.redirectSession.fullUrl);
    expect(answer.headers.location).toBe(`${t.origin}/`);
    const ask = { clientId: t.app.clientId, grantType: 'refresh_token', refreshToken: other.refreshToken };
    expect((await token(t, ask)).status).toBe(200);
  });
});

describe('400', () => {
  it.each([
    'ecomCheckout',
    'eventsCheckout',
    'paidPlansCheckout',
    'bookingsCheckout',
    'bookingsBook',
    'storesProduct',
    'ecomOrderPaymentRequest',
    'memberAccountPage',
  ])('says that the intent %s is not served', async (intent) => {
    const { status, body } = await create({ [intent]: {}, callbacks: { postFlowUrl: 'http://localhost:3000/' } });
    expect(status).toBe(400);
    expect(body.details.applicationError).toMatchObject({ code: 'UNSUPPORTED_INTENT', data: { intent } });
  });

  it.each([
    ['nothing', {}, 'UNSUPPORTED_INTENT'],
    ['two intents at once', { login: {}, logout: {} }, 'UNSUPPORTED_INTENT'],
    ['an intent nobody knows', { teleport: {} }, 'UNSUPPORTED_INTENT'],
    [
      'an unknown client',
      { auth: { authRequest: { clientId: '00000000-0000-4000-8000-000000000000' } } },
      'INVALID_CLIENT',
    ],
    ['no client', { auth: { authRequest: {} } }, 'INVALID_CLIENT'],
  ])('refuses %s', async (_name, body, code) => {
    expect((await create(body)).body.details.applicationError.code).toBe(code);
  });

  it('refuses an outside provider by name', async () => {
    const answer = await create({ auth: { authRequest: authRequest({ idp: { connectionId: 'x' } }) } });
    expect(answer.body.details.applicationError.code).toBe('UNSUPPORTED_IDP');
  });

  it("refuses another site's client", async () => {
    const second = await t.secondSite();
    const answer = await create({ auth: { authRequest: authRequest() } }, second.visitor);
    expect(answer.body.details.applicationError.code).toBe('INVALID_CLIENT');
  });

  const leaks = [
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

  it.each(leaks)('returns from a logout not to %j, and ends nothing for it', async (postFlowUrl) => {
    const made = await create({ logout: { clientId: t.app.clientId }, callbacks: { postFlowUrl } });
    const { code, description } = made.body.details.applicationError;
    expect(code).toBe('INVALID_REDIRECT_URI');
    expect(description).toMatch(/address \S+ is not registered for the OAuth app/);
    const query = new URLSearchParams({ clientId: t.app.clientId, postLogoutRedirectUri: postFlowUrl });
    const page = await t.call({ method: 'GET', path: `/_api/iam/authentication/v1/logout?${query}` });
    expect(page.status).toBe(400);
    expect(page.headers.location).toBeUndefined();
    expect(page.headers['set-cookie']).toBeUndefined();
  });

  it('ends nobody for a session parameter that we did not sign for this', async () => {
    const member = await signedInMember(t);
    const query = new URLSearchParams({ clientId: t.app.clientId, session: member.accessToken });
    expect((await t.call({ method: 'GET', path: `/iam/authentication/v1/logout?${query}` })).status).toBe(302);
    const ask = { clientId: t.app.clientId, grantType: 'refresh_token', refreshToken: member.refreshToken };
    expect((await token(t, ask)).status).toBe(200);
  });
});

describe('401', () => {
  it('needs a token', async () => {
    const answer = await t.call({ method: 'POST', path: '/headless/v1/redirect-session', body: { login: {} } });
    expect(answer.status).toBe(401);
  });
});
