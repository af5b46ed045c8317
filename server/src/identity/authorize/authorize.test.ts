import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../sites/apps/apps.ts';
import { REDIRECT_URI, type TestServer, testServer } from '../../testing/index.ts';
import { authorize, authorizeQuery, exchange, login, newEmail, PASSWORD, pkce, register } from '../testing/client.ts';
import { postsOf } from '../testing/frame.ts';

let t: TestServer;
const email = newEmail();
beforeAll(async () => {
  t = await testServer();
  await register(t, email);
});
afterAll(() => t.stop());

const sessionToken = async () => (await login(t, email)).body.sessionToken as string;
const locationOf = (answer: { headers: Record<string, unknown> }) => new URL(String(answer.headers.location));

const cookiesOf = (answer: { headers: Record<string, unknown> }): string =>
  [answer.headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';')[0])
    .join('; ');

async function cookie(): Promise<string> {
  const answer = await t.call({
    method: 'POST',
    path: '/portico/v1/session/sign-in',
    body: { email, password: PASSWORD },
    headers: { origin: t.origin },
  });
  return cookiesOf(answer);
}

describe('302', () => {
  it('brings code and state to the address, in the query', async () => {
    const made = pkce();
    const answer = await authorize(
      t,
      authorizeQuery(t, made, { sessionToken: await sessionToken(), state: 'a&b=c#d' }),
    );
    expect(answer.status).toBe(302);
    const url = locationOf(answer);
    expect(url.origin + url.pathname).toBe(REDIRECT_URI);
    expect(url.searchParams.get('state')).toBe('a&b=c#d');
    expect((await exchange(t, url.searchParams.get('code') as string, made.verifier)).status).toBe(200);
  });

  it('brings them in the fragment', async () => {
    const query = authorizeQuery(t, pkce(), { sessionToken: await sessionToken(), responseMode: 'fragment' });
    const url = locationOf(await authorize(t, query));
    expect(url.search).toBe('');
    expect(new URLSearchParams(url.hash.slice(1)).get('code')).toBeTruthy();
  });

  it('reads snake_case', async () => {
    const made = pkce();
    const query = new URLSearchParams({
      client_id: t.app.clientId,
      response_type: 'code',
      redirect_uri: REDIRECT_URI,
      state: 's',
      code_challenge: made.challenge,
      code_challenge_method: 'S256',
      session_token: await sessionToken(),
    });
    expect(locationOf(await authorize(t, query)).searchParams.get('code')).toBeTruthy();
  });

  it('takes the cookie of the hosted pages', async () => {
    const answer = await authorize(t, authorizeQuery(t, pkce()), { cookie: await cookie() });
    expect(locationOf(answer).searchParams.get('code')).toBeTruthy();
  });

  it('says login_required where nobody is signed in and no page may be shown', async () => {
    const url = locationOf(await authorize(t, authorizeQuery(t, pkce())));
    expect(url.origin + url.pathname).toBe(REDIRECT_URI);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      error: 'login_required',
      error_description: expect.any(String),
      state: 'a-state',
    });
  });

  it('takes a session token once', async () => {
    const used = await sessionToken();
    await authorize(t, authorizeQuery(t, pkce(), { sessionToken: used }));
    const again = locationOf(await authorize(t, authorizeQuery(t, pkce(), { sessionToken: used })));
    expect(again.searchParams.get('error')).toBe('login_required');
    expect(again.searchParams.get('code')).toBeNull();
  });

  it('does not take another member for a session token that is worth nothing', async () => {
    const query = authorizeQuery(t, pkce(), { sessionToken: 'used' });
    const url = locationOf(await authorize(t, query, { cookie: await cookie() }));
    expect(url.searchParams.get('error')).toBe('login_required');
  });

  it('does not sign the browser in by a session token', async () => {
    const answer = await authorize(t, authorizeQuery(t, pkce(), { sessionToken: await sessionToken() }));
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['login', '/sign-in'],
    ['signup', '/sign-up'],
    [undefined, '/sign-in'],
  ])('shows the hosted page for prompt %s, and goes on from there', async (prompt, page) => {
    const made = pkce();
    const url = locationOf(await authorize(t, authorizeQuery(t, made, { prompt })));
    expect(url.origin).toBe(t.origin);
    expect(url.pathname).toBe(page);
    const signedIn = await t.call({
      method: 'POST',
      path: '/portico/v1/session/sign-in',
      body: { email, password: PASSWORD, request: url.searchParams.get('state') },
      headers: { origin: t.origin },
    });
    const goOn = new URL(signedIn.body.redirectTo);
    expect(goOn.origin).toBe(t.origin);
    const session = cookiesOf(signedIn);
    const back = await t.call({ method: 'GET', path: goOn.pathname + goOn.search, headers: { cookie: session } });
    const code = locationOf(back).searchParams.get('code') as string;
    expect((await exchange(t, code, made.verifier)).status).toBe(200);
  });
});

describe('200', () => {
  it('posts code and state to each origin of the app from a page that only those may frame', async () => {
    const made = pkce();
    const query = authorizeQuery(t, made, {
      redirectUri: undefined,
      responseMode: 'web_message',
      sessionToken: await sessionToken(),
      state: '</script><script>alert(1)</script>',
    });
    const answer = await authorize(t, query);
    expect(answer.status).toBe(200);
    expect(answer.headers['x-frame-options']).toBeUndefined();
    const policy = String(answer.headers['content-security-policy']);
    expect(policy).toContain('frame-ancestors http://localhost:3000 https://localhost:3000');
    expect(answer.text.match(/<script/g)).toHaveLength(1);
    expect(answer.text.match(/<\/script>/g)).toHaveLength(1);
    const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1];
    expect(answer.text).toContain(`<script nonce="${nonce}">`);

    const posted = postsOf(answer.text);
    expect(posted.map(({ target }) => target)).toEqual(['http://localhost:3000', 'https://localhost:3000']);
    const message = posted[0]?.message as { code: string; state: string };
    expect(message.state).toBe('</script><script>alert(1)</script>');
    expect((await exchange(t, message.code, made.verifier, { redirectUri: undefined })).status).toBe(200);
  });

  it('posts to the origin of the redirect address alone where one is given', async () => {
    const query = authorizeQuery(t, pkce(), { responseMode: 'web_message', sessionToken: await sessionToken() });
    expect(postsOf((await authorize(t, query)).text).map(({ target }) => target)).toEqual(['http://localhost:3000']);
  });

  it('posts login_required', async () => {
    const query = authorizeQuery(t, pkce(), { redirectUri: undefined, responseMode: 'web_message' });
    const posted = postsOf((await authorize(t, query)).text);
    expect(posted[0]?.message).toMatchObject({ error: 'login_required', state: 'a-state' });
  });
});

describe('400, a page that leads nowhere', () => {
  it.each([
    ['no client', { clientId: undefined }],
    ['an unknown client', { clientId: '00000000-0000-4000-8000-000000000000' }],
    ['no redirect address outside a frame', { redirectUri: undefined }],
    ['another response type', { responseType: 'token' }],
    ['no response type', { responseType: undefined }],
    ['another response mode', { responseMode: 'form_post' }],
    ['no state', { state: undefined }],
    ['another scope', { scope: 'admin' }],
    ['an outside provider', { idp: '0e6a50f5-b523-4e29-990d-f37fa2ffdd69' }],
  ])('refuses %s', async (_name, changes) => {
    expectPage(await authorize(t, authorizeQuery(t, pkce(), changes)));
  });

  it('refuses a frame for an app without any address', async () => {
    const { app } = await createApp(t.ctx, { body: { app: { name: 'Bare' } } });
    const changes = { clientId: app.clientId, redirectUri: undefined, responseMode: 'web_message' };
    expectPage(await authorize(t, authorizeQuery(t, pkce(), changes)));
  });

  it('keeps a session token for the right request after a wrong one', async () => {
    const kept = await sessionToken();
    expectPage(await authorize(t, authorizeQuery(t, pkce(), { sessionToken: kept, state: undefined })));
    const right = await authorize(t, authorizeQuery(t, pkce(), { sessionToken: kept }));
    expect(locationOf(right).searchParams.get('code')).toBeTruthy();
  });

  function expectPage(answer: Awaited<ReturnType<typeof authorize>>): void {
    expect(answer.status).toBe(400);
    expect(answer.headers.location).toBeUndefined();
    expect(answer.headers['content-type']).toContain('text/html');
    expect(answer.text).not.toContain('<script');
  }
});
