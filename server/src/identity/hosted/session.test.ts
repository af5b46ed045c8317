import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../../testing/index.ts';
import { newEmail, PASSWORD } from '../testing/client.ts';

let t: TestServer;
beforeAll(async () => {
  t = await testServer();
});
afterAll(() => t.stop());

const post = (path: string, body: unknown, headers: Record<string, string> = { origin: t.origin }) =>
  t.call({ method: 'POST', path: `/portico/v1/session/${path}`, body, headers });
const getSession = (cookie?: string, headers: Record<string, string> = {}) =>
  t.call({ method: 'GET', path: '/portico/v1/session', headers: { ...(cookie ? { cookie } : {}), ...headers } });
const sessionCookieOf = (response: { headers: Record<string, unknown> }) =>
  [response.headers['set-cookie']].flat().find((line) => String(line).startsWith('portico-session-')) as string;
const cookieOf = (response: { headers: Record<string, unknown> }) => sessionCookieOf(response).split(';')[0] as string;

async function signUp() {
  const email = newEmail();
  const response = await post('sign-up', { email, password: PASSWORD, profile: { firstName: 'Ada' } });
  return { email, response, cookie: cookieOf(response) };
}

describe('responses with status 200', () => {
  it('signs up with an http-only cookie, and leads to the account page', async () => {
    const { response, cookie, email } = await signUp();
    expect(response).toMatchObject({ status: 200, body: { redirectTo: '/account' } });
    expect(sessionCookieOf(response)).toMatch(
      new RegExp(`^portico-session-${t.site.shortId}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Lax; Max-Age=\\d+$`),
    );
    const session = await getSession(cookie);
    expect(session.body).toMatchObject({
      member: { loginEmail: email, contact: { firstName: 'Ada' } },
      expiresInSeconds: 600,
    });
    const me = await t.call({ method: 'GET', path: '/members/v1/members/my', as: session.body.accessToken });
    expect(me.body.member.id).toBe(session.body.member.id);
  });

  it('stores the visitor of the token, if it is of this site', async () => {
    const second = await t.secondSite();
    const visitorOf = async (authorization: string) => {
      const email = newEmail();
      await post('sign-up', { email, password: PASSWORD }, { origin: t.origin, authorization });
      const query = t.db.selectFrom('members').select('visitor_id').where('login_email', '=', email);
      return (await query.executeTakeFirstOrThrow()).visitor_id;
    };
    expect(await visitorOf(t.visitor)).toBe(t.visitorId);
    expect(await visitorOf(second.visitor)).toBeNull();
  });

  it('signs in with a new secret, and ends the previous session', async () => {
    const { email, cookie } = await signUp();
    const response = await post('sign-in', { email, password: PASSWORD }, { origin: t.origin, cookie });
    expect(cookieOf(response)).not.toBe(cookie);
    expect((await getSession(cookie)).body).toEqual({ member: null });
    expect((await getSession(cookieOf(response))).body.member.loginEmail).toBe(email);
  });

  it('signs out and ends cookie and session', async () => {
    const { cookie } = await signUp();
    const response = await post('sign-out', {}, { origin: t.origin, cookie });
    expect(response).toMatchObject({ status: 200, body: { redirectTo: '/signed-out' } });
    expect(sessionCookieOf(response)).toContain('Max-Age=0');
    expect((await getSession(cookie)).body).toEqual({ member: null });
  });

  it.each([undefined, 'portico-session=x', `portico-session-x=y`])(
    'returns no member for the cookie %s',
    async (cookie) => {
      expect((await getSession(cookie)).body).toEqual({ member: null });
    },
  );

  it('ignores a cookie of another site', async () => {
    const { cookie } = await signUp();
    const second = await t.secondSite();
    const { site } = second;
    const host = new URL(site.origin).host;
    const foreignCookie = cookie.replace(t.site.shortId, site.shortId);
    expect((await getSession(foreignCookie, { host })).body).toEqual({ member: null });
  });

  it('leads to the account page for a request of another site, or one that was signed for another purpose', async () => {
    const { email } = await signUp();
    const second = await t.secondSite();
    const { tokenSigner } = t.ctx.env;
    const claims = {
      kind: 'visitor',
      subject: 'authorize',
      app: t.app.clientId,
      extra: { params: { a: 'b' } },
    } as const;
    const continueWith = async (request: string) =>
      (await post('sign-in', { email, password: PASSWORD, request })).body.redirectTo;
    const validToken = await tokenSigner.sign('redirect', { ...claims, site: t.site.id }, 60, new Date());
    expect(await continueWith(validToken)).toBe(`${t.origin}/_api/oauth2/authorize?a=b`);
    const foreign = await tokenSigner.sign('redirect', { ...claims, site: second.site.id }, 60, new Date());
    expect(await continueWith(foreign)).toBe('/account');
    expect(await continueWith(await tokenSigner.sign('state', { ...claims, site: t.site.id }, 60, new Date()))).toBe(
      '/account',
    );
  });

  it.each(['forged', 'a.b.c', 'https://evil.example/', '//evil.example'])(
    'leads to the account page for the forged request %j',
    async (request) => {
      const { email } = await signUp();
      const { body } = await post('sign-in', { email, password: PASSWORD, request });
      expect(body.redirectTo).toBe('/account');
    },
  );
});

describe('responses with status 400', () => {
  it('returns a violation for each invalid field of a new account', async () => {
    const { body } = await post('sign-up', { email: 'x', password: 'short' });
    const fields = body.details.validationError.fieldViolations.map((violation: { field: string }) => violation.field);
    expect(fields).toEqual(['email', 'password']);
  });
});

describe('responses with status 401', () => {
  it('rejects a wrong password and sets no cookie', async () => {
    const { email } = await signUp();
    const response = await post('sign-in', { email, password: 'wrong password' });
    expect(response.status).toBe(401);
    expect(response.headers['set-cookie']).toBeUndefined();
  });
});

describe('responses with status 403', () => {
  it.each([
    ['none', {}],
    ['null', { origin: 'null' }],
    ['another', { origin: 'https://evil.example' }],
    ['one with the same prefix', { origin: 'http://localhost.evil.example' }],
  ])('rejects the origin %s on every call that changes something', async (_name, headers: Record<string, string>) => {
    const { email, cookie } = await signUp();
    for (const [path, body] of [
      ['sign-in', { email, password: PASSWORD }],
      ['sign-up', { email: newEmail(), password: PASSWORD }],
      ['sign-out', {}],
    ] as const) {
      const response = await post(path, body, { ...headers, cookie });
      expect(response.status).toBe(403);
      expect(response.body.details.applicationError.code).toBe('FOREIGN_ORIGIN');
      expect(response.headers['set-cookie']).toBeUndefined();
    }
    expect((await getSession(cookie)).body.member.loginEmail).toBe(email);
  });

  it('does not return the session to a page of another origin', async () => {
    const { cookie } = await signUp();
    expect((await getSession(cookie, { origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe('responses with status 409', () => {
  it('returns -19995 for an address that is taken', async () => {
    const { email } = await signUp();
    expect((await post('sign-up', { email, password: PASSWORD })).status).toBe(409);
  });
});
