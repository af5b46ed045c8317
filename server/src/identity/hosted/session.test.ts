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
const sessionCookie = (answer: { headers: Record<string, unknown> }) =>
  [answer.headers['set-cookie']].flat().find((line) => String(line).startsWith('portico-session-')) as string;
const cookieOf = (answer: { headers: Record<string, unknown> }) => sessionCookie(answer).split(';')[0] as string;

async function signUp() {
  const email = newEmail();
  const answer = await post('sign-up', { email, password: PASSWORD, profile: { firstName: 'Ada' } });
  return { email, answer, cookie: cookieOf(answer) };
}

describe('200', () => {
  it('signs up with an http-only cookie, and goes to the account page', async () => {
    const { answer, cookie, email } = await signUp();
    expect(answer).toMatchObject({ status: 200, body: { redirectTo: '/account' } });
    expect(sessionCookie(answer)).toMatch(
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

  it('notes the visitor whose token comes along, of this site only', async () => {
    const second = await t.secondSite();
    const visitorOf = async (authorization: string) => {
      const email = newEmail();
      await post('sign-up', { email, password: PASSWORD }, { origin: t.origin, authorization });
      const made = t.db.selectFrom('members').select('visitor_id').where('login_email', '=', email);
      return (await made.executeTakeFirstOrThrow()).visitor_id;
    };
    expect(await visitorOf(t.visitor)).toBe(t.visitorId);
    expect(await visitorOf(second.visitor)).toBeNull();
  });

  it('signs in with a fresh secret, and ends the session that was there', async () => {
    const { email, cookie } = await signUp();
    const answer = await post('sign-in', { email, password: PASSWORD }, { origin: t.origin, cookie });
    expect(cookieOf(answer)).not.toBe(cookie);
    expect((await getSession(cookie)).body).toEqual({ member: null });
    expect((await getSession(cookieOf(answer))).body.member.loginEmail).toBe(email);
  });

  it('signs out: cookie and session end', async () => {
    const { cookie } = await signUp();
    const answer = await post('sign-out', {}, { origin: t.origin, cookie });
    expect(answer).toMatchObject({ status: 200, body: { redirectTo: '/signed-out' } });
    expect(sessionCookie(answer)).toContain('Max-Age=0');
    expect((await getSession(cookie)).body).toEqual({ member: null });
  });

  it.each([undefined, 'portico-session=x', `portico-session-x=y`])('knows nobody by the cookie %s', async (cookie) => {
    expect((await getSession(cookie)).body).toEqual({ member: null });
  });

  it("takes no cookie of another site's", async () => {
    const { cookie } = await signUp();
    const second = await t.secondSite();
    const { site } = second;
    const host = new URL(site.origin).host;
    const planted = cookie.replace(t.site.shortId, site.shortId);
    expect((await getSession(planted, { host })).body).toEqual({ member: null });
  });

  it("goes to the account page for a request of another site's, or signed for another purpose", async () => {
    const { email } = await signUp();
    const second = await t.secondSite();
    const { tokens } = t.ctx.env;
    const kept = { kind: 'visitor', subject: 'authorize', app: t.app.clientId, extra: { params: { a: 'b' } } } as const;
    const goOn = async (request: string) =>
      (await post('sign-in', { email, password: PASSWORD, request })).body.redirectTo;
    const own = await tokens.sign('redirect', { ...kept, site: t.site.id }, 60, new Date());
    expect(await goOn(own)).toBe(`${t.origin}/_api/oauth2/authorize?a=b`);
    const foreign = await tokens.sign('redirect', { ...kept, site: second.site.id }, 60, new Date());
    expect(await goOn(foreign)).toBe('/account');
    expect(await goOn(await tokens.sign('state', { ...kept, site: t.site.id }, 60, new Date()))).toBe('/account');
  });

  it.each(['forged', 'a.b.c', 'https://evil.example/', '//evil.example'])(
    'goes to the account page for the made-up request %j',
    async (request) => {
      const { email } = await signUp();
      const { body } = await post('sign-in', { email, password: PASSWORD, request });
      expect(body.redirectTo).toBe('/account');
    },
  );
});

describe('400', () => {
  it('names what is wrong with a new account', async () => {
    const { body } = await post('sign-up', { email: 'x', password: 'short' });
    const fields = body.details.validationError.fieldViolations.map((violation: { field: string }) => violation.field);
    expect(fields).toEqual(['email', 'password']);
  });
});

describe('401', () => {
  it('refuses a wrong password and sets no cookie', async () => {
    const { email } = await signUp();
    const answer = await post('sign-in', { email, password: 'wrong password' });
    expect(answer.status).toBe(401);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});

describe('403', () => {
  it.each([
    ['none', {}],
    ['null', { origin: 'null' }],
    ['another', { origin: 'https://evil.example' }],
    ['one that begins alike', { origin: 'http://localhost.evil.example' }],
  ])('refuses the origin %s on every call that changes something', async (_name, headers: Record<string, string>) => {
    const { email, cookie } = await signUp();
    for (const [path, body] of [
      ['sign-in', { email, password: PASSWORD }],
      ['sign-up', { email: newEmail(), password: PASSWORD }],
      ['sign-out', {}],
    ] as const) {
      const answer = await post(path, body, { ...headers, cookie });
      expect(answer.status).toBe(403);
      expect(answer.body.details.applicationError.code).toBe('FOREIGN_ORIGIN');
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect((await getSession(cookie)).body.member.loginEmail).toBe(email);
  });

  it('answers no session to a page of another origin', async () => {
    const { cookie } = await signUp();
    expect((await getSession(cookie, { origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe('409', () => {
  it('says that the address is taken', async () => {
    const { email } = await signUp();
    expect((await post('sign-up', { email, password: PASSWORD })).status).toBe(409);
  });
});
