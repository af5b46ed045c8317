/**
 * Runs the vendor's client in a real browser on a website that the browser treats as another site. Covers cross-origin
 * calls with every outcome, and the session pre-warm. The hidden frame is tested in frame.test.ts, and sign-in on the
 * hosted pages in e2e/.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../e2e/support/browser.ts';
import { call } from './support/in-page.ts';
import { codeTo } from './support/mails.ts';
import { newEmail, PASSWORD } from './support/people.ts';
import { type ServedSite, serveSite } from './support/served-site.ts';
import { openWebsite, type Visit, type Website } from './support/website.ts';

let site: ServedSite;
let website: Website;
let browser: Browser;
let visit: Visit;
beforeAll(async () => {
  [site, browser] = await Promise.all([serveSite(), launchBrowser()]);
  website = await openWebsite(site);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await website?.close();
  await site?.stop();
});

describe('calls from another origin', () => {
  beforeAll(async () => {
    visit = await website.visit(browser);
  });
  afterAll(() => visit.context.close());

  const success = { loginState: 'SUCCESS', data: { sessionToken: expect.any(String) } };
  const failure = (errorCode: string) => ({ loginState: 'FAILURE', errorCode });
  const waitsForVerification = { loginState: 'EMAIL_VERIFICATION_REQUIRED', data: { stateToken: expect.any(String) } };
  const signUp = { email: 'first@example.org', password: PASSWORD };

  it.each([
    ['register', {}, () => signUp, success],
    ['register', {}, () => signUp, failure('emailAlreadyExists')],
    ['register', {}, () => ({ ...signUp, email: 'nobody' }), failure('invalidEmail')],
    [
      'register',
      { requireOwnerApproval: true },
      () => ({ ...signUp, email: newEmail() }),
      { loginState: 'OWNER_APPROVAL_REQUIRED' },
    ],
    ['register', { requireEmailVerification: true }, () => ({ ...signUp, email: newEmail() }), waitsForVerification],
    [
      'register',
      { captcha: { mode: 'VISIBLE' } },
      () => ({ ...signUp, email: newEmail() }),
      failure('missingCaptchaToken'),
    ],
    [
      'register',
      { captcha: { mode: 'VISIBLE' } },
      () => ({ ...signUp, email: newEmail(), captchaTokens: { recaptchaToken: 'made up' } }),
      failure('invalidCaptchaToken'),
    ],
    ['login', {}, () => signUp, success],
    ['login', {}, () => ({ ...signUp, password: 'wrong' }), failure('invalidPassword')],
    ['login', { protectAccountExistence: false }, () => ({ ...signUp, email: newEmail() }), failure('invalidEmail')],
  ] as const)('%s under %j', async (name, settings, args, expected) => {
    await site.configure(settings);
    expect((await call(visit, name, args())).value).toMatchObject(expected);
  });

  it('processVerification accepts the code of the mail', async () => {
    await site.configure({ requireEmailVerification: true });
    const email = newEmail();
    await call(visit, 'register', { email, password: PASSWORD });
    expect((await call(visit, 'processVerification', { verificationCode: 'xxxxxx' })).error).toContain(
      'VERIFICATION_FAILED',
    );
    const code = await codeTo(site, email);
    expect((await call(visit, 'processVerification', { verificationCode: code })).value).toMatchObject(success);
    await site.configure();
  });

  it('issues and renews tokens of a visitor, and reports why a renewal fails', async () => {
    const { value } = await call(visit, 'generateVisitorTokens');
    const { refreshToken } = value as { refreshToken: object };
    expect((await call(visit, 'renewToken', refreshToken)).value).toMatchObject({ refreshToken });
    const rejected = await call(visit, 'renewToken', { value: 'made.up', role: 'visitor' });
    expect(rejected.error).toMatch(/request id: (?!null).+invalid_grant/);
  });

  it('sendPasswordResetEmail, getAuthUrl and logout return results and errors', async () => {
    expect(await call(visit, 'sendPasswordResetEmail', signUp.email, `${website.origin}/callback`)).toEqual({});
    expect((await call(visit, 'sendPasswordResetEmail', signUp.email, 'https://evil.example/')).error).toContain(
      'INVALID_REDIRECT_URI',
    );
    expect((await call(visit, 'getAuthUrl')).value).toMatchObject({ authUrl: expect.stringContaining(site.t.origin) });
    expect((await call(visit, 'logout', 'https://evil.example/')).error).toContain('INVALID_REDIRECT_URI');
    expect((await call(visit, 'logout', `${website.origin}/bye`)).value).toMatchObject({
      logoutUrl: expect.stringContaining(site.t.origin),
    });
  });

  it('getMemberTokensForExternalLogin and getMemberTokensForExternalLoginWithSession return tokens', async () => {
    const { value } = await call(visit, 'getMemberTokensForExternalLoginWithSession', newEmail(), site.t.key, {});
    expect(value).toMatchObject({ refreshToken: { role: 'member' } });
    const { id } = await visit.page.evaluate(async (tokens) => {
      // biome-ignore lint/suspicious/noExplicitAny: the types of the page's client are not available here
      const { client } = globalThis as any;
      client.auth.setTokens(tokens);
      const { member } = await client.members.getCurrentMember();
      return { id: member._id };
    }, value);
    const secondLogin = await call(visit, 'getMemberTokensForExternalLogin', id, site.t.key);
    expect(secondLogin.value).toMatchObject({ refreshToken: { role: 'member' } });
  });

  it.each([
    ['#code=c&state=s', undefined, { code: 'c', state: 's' }],
    ['?code=c&state=s', 'query', { code: 'c', state: 's' }],
    ['#error=login_required&state=s', 'fragment', { code: null, state: 's', error: 'login_required' }],
    ['', undefined, { code: null, state: null }],
  ])('parseFromUrl reads the URL of the page: %j', async (rest, mode, expected) => {
    await visit.page.goto(`${website.origin}/${rest}`);
    await visit.page.waitForFunction(() => 'client' in globalThis);
    expect((await call(visit, 'parseFromUrl', null, ...(mode ? [mode] : []))).value).toMatchObject(expected);
  });
});

describe('the session pre-warm', () => {
  beforeEach(async () => {
    visit = await website.visit(browser);
    return () => visit.context.close();
  });

  const sync = (isGlobal: boolean, options: object = {}) =>
    visit.page.evaluate(
      async ([isGlobal, options]) => {
        // biome-ignore lint/suspicious/noExplicitAny: the types of the page's client are not available here
        const { client } = globalThis as any;
        if (isGlobal) client.enableContext('global');
        await client.auth.sessions.syncToWixPages(options);
        return client.auth.sessions.isSessionSynced();
      },
      [isGlobal, options] as const,
    );
  const frames = () => visit.page.locator('iframe').count();

  it('loads a page of the site in a hidden frame, once a week', async () => {
    expect(await sync(true)).toBe(true);
    expect(await frames()).toBe(1);
    expect(await sync(true)).toBe(true);
    expect(await frames()).toBe(1);
    expect(await sync(true, { force: true })).toBe(true);
    expect(await frames()).toBe(2);
    expect(visit.problems).toEqual([]);
  });

  it('sends nothing without a context and logs the reason', async () => {
    expect(await sync(false)).toBe(false);
    expect(await frames()).toBe(0);
    expect(visit.problems.length).toBeGreaterThan(0);
  });
});
