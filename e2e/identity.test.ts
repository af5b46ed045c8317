/** Members on the hosted pages: sign-up, sign-in, recovery, the account and the captcha. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Api, openApi } from './support/api.ts';
import {
  type BrowserSession,
  OWNER_ENV,
  START_TIMEOUT_MS,
  startEnvironment,
  type TestEnvironment,
} from './support/environment.ts';
import { codeIn, linkIn, readMail } from './support/mail.ts';

const PASSWORD = 'a walk in the rain';

let environment: TestEnvironment;
let api: Api;
beforeAll(async () => {
  environment = await startEnvironment(OWNER_ENV);
  api = await openApi(environment.product);
}, START_TIMEOUT_MS);
afterAll(() => environment?.close());

const MINIMAL_SIGN_IN = {
  signUp: 'OPEN',
  requireOwnerApproval: false,
  requireEmailVerification: false,
  requiredFields: [],
  captcha: { mode: 'OFF' },
};
beforeEach(() => api.configure({ signIn: MINIMAL_SIGN_IN }));

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/sign-up');
  await page.getByLabel('Name').fill(email.split('@')[0] as string);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await press(page, 'Sign up');
}

async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.goto('/sign-in');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await press(page, 'Sign in');
}

/** Returns the problems, except the errors that the browser logs for a rejected form. */
const unexpectedProblems = ({ problems }: BrowserSession) =>
  problems.filter((problem) => !/status of 4\d\d/.test(problem));

/** The tests run with and without scripts. */
describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('%s', (_name, javaScriptEnabled) => {
  const at = (name: string) => `${name}-${javaScriptEnabled ? 'js' : 'plain'}@example.org`;
  let session: BrowserSession;
  let page: Page;
  beforeEach(async () => {
    session = await environment.open({ javaScriptEnabled });
    page = session.page;
    return () => session.close();
  });

  it('signs up with a code from a mail, and rejects a wrong code', async () => {
    await api.configure({ signIn: { requireEmailVerification: true } });
    await signUp(page, at('ada'));
    await heading(page, 'Check your mail');
    const first = codeIn(await readMail(api, 'VERIFY_EMAIL', at('ada')));
    const input = page.getByLabel('Code from the mail');
    expect(await input.getAttribute('autocomplete')).toBe('one-time-code');
    await input.fill(first === '123456' ? '654321' : '123456');
    await press(page, 'Continue');
    await page.getByText('The code is wrong or has expired.').waitFor();
    await press(page, 'Send a new code');
    await page.getByText('A new code is on its way.').waitFor();
    const second = codeIn(await readMail(api, 'VERIFY_EMAIL', at('ada'), 1));
    // A code copied from a mail may contain a space.
    await input.fill(`${second.slice(0, 3)} ${second.slice(3)}`);
    await press(page, 'Continue');
    await heading(page, 'Your account');
    expect(unexpectedProblems(session)).toEqual([]);
  });

  it('waits for approval, and can sign in after it', async () => {
    await api.configure({ signIn: { requireOwnerApproval: true } });
    await signUp(page, at('grace'));
    await heading(page, 'Waiting for approval');
    await page.getByRole('link', { name: 'Sign in again' }).click();
    await page.getByLabel('E-mail').fill(at('grace'));
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Sign in');
    await heading(page, 'Waiting for approval');
    const { members } = await api.post('/v1/members/query', {
      query: { filter: { loginEmail: at('grace') } },
      fieldsets: ['FULL'],
    });
    await api.post(`/v1/members/${members[0].id}/approve`, {});
    await readMail(api, 'APPROVED', at('grace'));
    await signIn(page, at('grace'));
    await heading(page, 'Your account');
    expect(unexpectedProblems(session)).toEqual([]);
  });

  it('must fill in the fields that the site requires, and sees each error at its field', async () => {
    const fields = [
      { key: 'branch', name: 'Branch', type: 'CHOICE', choices: ['City', 'Harbour'], editableByMember: true },
      { key: 'web', name: 'Your own pages', type: 'URL', editableByMember: true },
    ];
    await api.configure({ members: { fields }, signIn: { requiredFields: ['firstName', 'branch', 'web'] } });
    await page.goto('/sign-up');
    await page.getByLabel('First name').fill('Rosalind');
    await page.getByLabel('Branch').selectOption('Harbour');
    await page.getByLabel('Your own pages').fill('ftp://example.org');
    await page.getByLabel('E-mail').fill(at('rosalind'));
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Sign up');
    await page.getByText('Enter a web address, like https://example.org.').waitFor();
    expect(await page.getByLabel('Branch').inputValue()).toBe('Harbour');
    expect(await page.getByLabel('Password').inputValue()).toBe('');
    await page.getByLabel('Your own pages').fill('https://example.org');
    await page.getByLabel('Password').fill(PASSWORD);
    await press(page, 'Sign up');
    await heading(page, 'Your account');
    expect(await page.getByLabel('Branch').inputValue()).toBe('Harbour');
    expect(unexpectedProblems(session)).toEqual([]);
    await api.configure({ signIn: { requiredFields: [] }, members: { fields: [] } });
  });

  it('resets the password with a link that works once and does not leak', async () => {
    const email = at('mary');
    const { page: otherPage } = await environment.open();
    await signUp(otherPage, email);
    await heading(otherPage, 'Your account');

    await page.goto('/sign-in');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('E-mail').fill(email);
    await press(page, 'Send the link');
    await page.getByText(`If there is an account with ${email}`).waitFor();
    const link = linkIn(await readMail(api, 'RECOVERY', email), '/reset-password');
    const token = new URL(link).searchParams.get('token') as string;
    const requests: string[] = [];
    page.on('request', (request) => requests.push(`${request.url()} ${request.headers().referer ?? ''}`));
    await page.goto(link);
    await heading(page, 'Set a new password');
    // The token is only in the URL of the first request, never in the history, a Referer header or the page.
    expect(requests.filter((request) => request.includes(token))).toHaveLength(1);
    expect(page.url()).toBe(`${environment.product.url}/reset-password`);
    expect(await page.content()).not.toContain(token);
    expect(await page.locator('[autocomplete=username]').inputValue()).toBe(email);
    await page.getByLabel('New password').fill('password1');
    await press(page, 'Save and sign in');
    await page.getByText('Many people use this password').waitFor();
    await page.getByLabel('New password').fill('a walk in the sun');
    await press(page, 'Save and sign in');
    await heading(page, 'Your account');

    await page.goto(link);
    await heading(page, 'This link no longer works');
    await otherPage.goto('/account');
    await heading(otherPage, 'Sign in');
    await signIn(otherPage, email);
    await otherPage.getByText('The e-mail address or the password is wrong.').waitFor();
    await signIn(otherPage, email, 'a walk in the sun');
    await heading(otherPage, 'Your account');
    await otherPage.context().close();
    expect(unexpectedProblems(session)).toEqual([]);
  });

  it('manages the account: profile, password, sessions, data export and deletion', async () => {
    const email = at('olaudah');
    await signUp(page, email);
    await heading(page, 'Your account');
    const { page: otherPage } = await environment.open({ userAgent: FIREFOX });
    await signIn(otherPage, email);
    await heading(otherPage, 'Your account');

    await page.getByLabel('First name').fill('Olaudah');
    await press(page, 'Save');
    await page.getByText('Your profile has been saved.').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Olaudah');

    await page.getByText('Firefox on Windows').waitFor();
    await page.getByRole('button', { name: 'Sign out there: Firefox on Windows' }).click();
    await page.getByText('You have been signed out there.').waitFor();
    await expect.poll(async () => (await otherPage.goto('/account'))?.url()).toContain('/sign-in');

    await signIn(otherPage, email);
    await heading(otherPage, 'Your account');
    await page.getByLabel('Current password').fill('not the password');
    await page.getByLabel('New password').fill('a walk in the sun');
    await press(page, 'Change the password');
    await page.getByText('This is not your current password.').waitFor();
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password').fill('a walk in the sun');
    await press(page, 'Change the password');
    await page.getByText('Your password has been changed.').waitFor();
    await expect.poll(async () => (await otherPage.goto('/account'))?.url()).toContain('/sign-in');
    await otherPage.context().close();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download my data' }).click(),
    ]);
    const exportedData = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(exportedData.member.loginEmail).toBe(email);
    expect(JSON.stringify(exportedData)).not.toMatch(/argon2|password_?hash/i);

    await page.getByLabel('To confirm, enter your e-mail address').fill('somebody@example.org');
    await press(page, 'Delete my account permanently');
    await page.getByText('This is not the address of your account.').waitFor();
    await page.getByLabel('To confirm, enter your e-mail address').fill(email);
    await press(page, 'Delete my account permanently');
    await heading(page, 'Your account is deleted');
    await page.goto('/account');
    await heading(page, 'Sign in');
    await signIn(page, email, 'a walk in the sun');
    await page.getByText('The e-mail address or the password is wrong.').waitFor();
    expect(unexpectedProblems(session)).toEqual([]);
  });

  it('shows all pages in the selected language', async () => {
    await page.goto('/sign-in');
    await page.getByRole('navigation', { name: 'Language' }).getByRole('link', { name: 'עברית' }).click();
    await heading(page, 'כניסה');
    await page.goto('/sign-up');
    await heading(page, 'הרשמה');
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    await page.getByRole('navigation', { name: 'שפה' }).getByRole('link', { name: 'Deutsch' }).click();
    await heading(page, 'Registrieren');
    expect(await page.locator('html').getAttribute('dir')).toBe('ltr');
    expect(unexpectedProblems(session)).toEqual([]);
  });
});

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0';

describe('the captcha', () => {
  it.each(['VISIBLE', 'INVISIBLE'])('solves the %s captcha without requests to other origins', async (mode) => {
    await api.configure({ signIn: { captcha: { mode, provider: 'ALTCHA' } } });
    const session = await environment.open();
    const origins = new Set<string>();
    session.page.on('request', (request) => origins.add(new URL(request.url()).origin));
    await session.page.goto('/sign-up');
    await session.page.locator('altcha-widget input').first().waitFor({ state: 'attached' });
    await session.page.getByLabel('E-mail').fill(`captcha-${mode.toLowerCase()}@example.org`);
    await session.page.getByLabel('Password').fill(PASSWORD);
    if (mode === 'VISIBLE') {
      await session.page.getByRole('checkbox').click();
      await session.page.locator('altcha-widget [data-state=verified]').waitFor();
    }
    await press(session.page, 'Sign up');
    await heading(session.page, 'Your account');
    expect([...origins]).toEqual([environment.product.url]);
    expect(unexpectedProblems(session)).toEqual([]);
    await session.close();
  });

  it('explains without scripts that the captcha needs them', async () => {
    await api.configure({ signIn: { captcha: { mode: 'VISIBLE', provider: 'ALTCHA' } } });
    const session = await environment.open({ javaScriptEnabled: false });
    await session.page.goto('/sign-up');
    // With scripts disabled by emulation, the browser does not render <noscript>.
    expect(await session.page.locator('.captcha noscript').textContent()).toContain('The check needs JavaScript');
    await signUp(session.page, 'no-script@example.org');
    await session.page.getByText('Please confirm that you are human').waitFor();
    await session.close();
  });

  it.each([
    ['RECAPTCHA', 'https://www.google.com', 'grecaptcha', false],
    ['HCAPTCHA', 'https://js.hcaptcha.com', 'hcaptcha', false],
    ['TURNSTILE', 'https://challenges.cloudflare.com', 'turnstile', true],
  ])(
    'of %s is loaded from there, where the site asks for it and nowhere else',
    async (provider, origin, globalName, isInvisible) => {
      const mode = isInvisible ? 'INVISIBLE' : 'VISIBLE';
      await api.configure({ signIn: { captcha: { mode, provider, siteKey: 'a-site-key', secret: 'a secret' } } });
      const session = await environment.open();
      const requests: string[] = [];
      // Replaces the provider's script. The replacement returns a token at once, or when `execute` is called.
      await session.page.route(`${origin}/**`, (route) => {
        requests.push(route.request().url());
        return route.fulfill({
          contentType: 'text/javascript',
          body: `let renderOptions; window.${globalName} = {
          render(box, options) { renderOptions = options; if (!${isInvisible}) options.callback('answer of ' + options.sitekey); return 0; },
          execute() { renderOptions.callback('answer of ' + renderOptions.sitekey); },
        }; window[new URL(document.currentScript.src).searchParams.get('onload')]();`,
        });
      });
      await session.page.goto('/');
      await heading(session.page, 'Welcome to My site');
      await session.page.getByRole('link', { name: 'Become a member' }).click();
      await heading(session.page, 'Sign up');
      await expect.poll(() => requests.length).toBe(1);
      await session.page.getByLabel('E-mail').fill('outside@example.org');
      await session.page.getByLabel('Password').fill(PASSWORD);
      const [postRequest] = await Promise.all([
        session.page.waitForRequest((request) => request.method() === 'POST'),
        press(session.page, 'Sign up'),
      ]);
      expect(new URLSearchParams(postRequest.postData() ?? '').getAll('captcha')).toEqual(['answer of a-site-key']);
      expect(unexpectedProblems(session)).toEqual([]);
      await session.close();
    },
  );
});
