import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../sites/apps/apps.ts';
import { REDIRECT_URI, type TestServer, testServer } from '../../testing/index.ts';
import {
  authorize,
  authorizeQuery,
  createPkce,
  exchange,
  login,
  newEmail,
  PASSWORD,
  register,
} from '../testing/client.ts';
import { postedMessagesOf } from '../testing/frame.ts';

let t: TestServer;
const email = newEmail();
beforeAll(async () => {
  t = await testServer();
  await register(t, email);
});
afterAll(() => t.stop());

const getSessionToken = async () => (await login(t, email)).body.sessionToken as string;
const locationOf = (response: { headers: Record<string, unknown> }) => new URL(String(response.headers.location));

const cookiesOf = (response: { headers: Record<string, unknown> }): string =>
  [response.headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';')[0])
    .join('; ');

async function signInForCookie(): Promise<string> {
  const response = await t.call({
    method: 'POST',
    path: '/portico/v1/session/sign-in',
    body: { email, password: PASSWORD },
    headers: { origin: t.origin },
  });
  return cookiesOf(response);
}

describe('responses with status 302', () => {
  it('redirects with code and state in the query', async () => {
    const proof = createPkce();
    const response = await authorize(
      t,
      authorizeQuery(t, proof, { sessionToken: await getSessionToken(), state: 'a&b=c#d' }),
    );
    expect(response.status).toBe(302);
    const url = locationOf(response);
    expect(url.origin + url.pathname).toBe(REDIRECT_URI);
    expect(url.searchParams.get('state')).toBe('a&b=c#d');
    expect((await exchange(t, url.searchParams.get('code') as string, proof.verifier)).status).toBe(200);
  });

  it('redirects with code and state in the fragment', async () => {
    const query = authorizeQuery(t, createPkce(), { sessionToken: await getSessionToken(), responseMode: 'fragment' });
    const url = locationOf(await authorize(t, query));
    expect(url.search).toBe('');
    expect(new URLSearchParams(url.hash.slice(1)).get('code')).toBeTruthy();
  });

  it('accepts parameters in snake_case', async () => {
    const proof = createPkce();
    const query = new URLSearchParams({
      client_id: t.app.clientId,
      response_type: 'code',
      redirect_uri: REDIRECT_URI,
      state: 's',
      code_challenge: proof.challenge,
      code_challenge_method: 'S256',
      session_token: await getSessionToken(),
    });
    expect(locationOf(await authorize(t, query)).searchParams.get('code')).toBeTruthy();
  });

  it('accepts the cookie of the hosted pages', async () => {
    const response = await authorize(t, authorizeQuery(t, createPkce()), { cookie: await signInForCookie() });
    expect(locationOf(response).searchParams.get('code')).toBeTruthy();
  });

  it('returns login_required if nobody is signed in and the client allows no page', async () => {
    const url = locationOf(await authorize(t, authorizeQuery(t, createPkce())));
    expect(url.origin + url.pathname).toBe(REDIRECT_URI);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      error: 'login_required',
      error_description: expect.any(String),
      state: 'a-state',
    });
  });

  it('accepts a session token once', async () => {
    const used = await getSessionToken();
    await authorize(t, authorizeQuery(t, createPkce(), { sessionToken: used }));
    const again = locationOf(await authorize(t, authorizeQuery(t, createPkce(), { sessionToken: used })));
    expect(again.searchParams.get('error')).toBe('login_required');
    expect(again.searchParams.get('code')).toBeNull();
  });

  it('ignores the cookie of another member if the session token is invalid', async () => {
    const query = authorizeQuery(t, createPkce(), { sessionToken: 'used' });
    const url = locationOf(await authorize(t, query, { cookie: await signInForCookie() }));
    expect(url.searchParams.get('error')).toBe('login_required');
  });

  it('does not start a browser session for a session token', async () => {
    const response = await authorize(t, authorizeQuery(t, createPkce(), { sessionToken: await getSessionToken() }));
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['login', '/sign-in'],
    ['signup', '/sign-up'],
    [undefined, '/sign-in'],
  ])('redirects to the hosted page for prompt %s, which then continues', async (prompt, page) => {
    const proof = createPkce();
    const url = locationOf(await authorize(t, authorizeQuery(t, proof, { prompt })));
    expect(url.origin).toBe(t.origin);
    expect(url.pathname).toBe(page);
    const signedIn = await t.call({
      method: 'POST',
      path: '/portico/v1/session/sign-in',
      body: { email, password: PASSWORD, request: url.searchParams.get('state') },
      headers: { origin: t.origin },
    });
    const authorizeUrl = new URL(signedIn.body.redirectTo);
    expect(authorizeUrl.origin).toBe(t.origin);
    const session = cookiesOf(signedIn);
    const back = await t.call({
      method: 'GET',
      path: authorizeUrl.pathname + authorizeUrl.search,
      headers: { cookie: session },
    });
    const code = locationOf(back).searchParams.get('code') as string;
    expect((await exchange(t, code, proof.verifier)).status).toBe(200);
  });
});

describe('responses with status 200', () => {
  it('posts code and state to each origin of the app, and allows only those as frame ancestors', async () => {
    const proof = createPkce();
    const query = authorizeQuery(t, proof, {
      redirectUri: undefined,
      responseMode: 'web_message',
      sessionToken: await getSessionToken(),
      state: '</script><script>alert(1)</script>',
    });
    const response = await authorize(t, query);
    expect(response.status).toBe(200);
    expect(response.headers['x-frame-options']).toBeUndefined();
    const policy = String(response.headers['content-security-policy']);
    expect(policy).toContain('frame-ancestors http://localhost:3000 https://localhost:3000');
    expect(response.text.match(/<script/g)).toHaveLength(1);
    expect(response.text.match(/<\/script>/g)).toHaveLength(1);
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1];
    expect(response.text).toContain(`<script nonce="${nonce}">`);

    const posted = postedMessagesOf(response.text);
    expect(posted.map(({ target }) => target)).toEqual(['http://localhost:3000', 'https://localhost:3000']);
    const message = posted[0]?.message as { code: string; state: string };
    expect(message.state).toBe('</script><script>alert(1)</script>');
    expect((await exchange(t, message.code, proof.verifier, { redirectUri: undefined })).status).toBe(200);
  });

  it('posts only to the origin of the redirect URI, if there is one', async () => {
    const query = authorizeQuery(t, createPkce(), {
      responseMode: 'web_message',
      sessionToken: await getSessionToken(),
    });
    expect(postedMessagesOf((await authorize(t, query)).text).map(({ target }) => target)).toEqual([
      'http://localhost:3000',
    ]);
  });

  it('posts login_required', async () => {
    const query = authorizeQuery(t, createPkce(), { redirectUri: undefined, responseMode: 'web_message' });
    const posted = postedMessagesOf((await authorize(t, query)).text);
    expect(posted[0]?.message).toMatchObject({ error: 'login_required', state: 'a-state' });
  });
});

describe('400, as a page without a redirect', () => {
  it.each([
    ['no client', { clientId: undefined }],
    ['an unknown client', { clientId: '00000000-0000-4000-8000-000000000000' }],
    ['no redirect URI outside a frame', { redirectUri: undefined }],
    ['another response type', { responseType: 'token' }],
    ['no response type', { responseType: undefined }],
    ['another response mode', { responseMode: 'form_post' }],
    ['no state', { state: undefined }],
    ['another scope', { scope: 'admin' }],
    ['an external identity provider', { idp: '0e6a50f5-b523-4e29-990d-f37fa2ffdd69' }],
  ])('rejects %s', async (_name, changes) => {
    expectPage(await authorize(t, authorizeQuery(t, createPkce(), changes)));
  });

  it('rejects a frame for an app without origins', async () => {
    const { app } = await createApp(t.ctx, { body: { app: { name: 'Bare' } } });
    const changes = { clientId: app.clientId, redirectUri: undefined, responseMode: 'web_message' };
    expectPage(await authorize(t, authorizeQuery(t, createPkce(), changes)));
  });

  it('does not consume a session token in an invalid request', async () => {
    const unusedToken = await getSessionToken();
    expectPage(await authorize(t, authorizeQuery(t, createPkce(), { sessionToken: unusedToken, state: undefined })));
    const right = await authorize(t, authorizeQuery(t, createPkce(), { sessionToken: unusedToken }));
    expect(locationOf(right).searchParams.get('code')).toBeTruthy();
  });

  function expectPage(response: Awaited<ReturnType<typeof authorize>>): void {
    expect(response.status).toBe(400);
    expect(response.headers.location).toBeUndefined();
    expect(response.headers['content-type']).toContain('text/html');
    expect(response.text).not.toContain('<script');
  }
});
