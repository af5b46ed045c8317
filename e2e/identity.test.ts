/** Members on the hosted pages, as they meet them: every way in, the ways back, and the way out. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Api, openApi } from './support/api.ts';
import { codeIn, linkIn, readMail } from './support/mail.ts';
import { OWNED, openStage, type Seat, START_MS, type Stage } from './support/stage.ts';

const PASSWORD = 'a walk in the rain';

let stage: Stage;
let api: Api;
beforeAll(async () => {
  stage = await openStage(OWNED);
  api = await openApi(stage.product);
}, START_MS);
afterAll(() => stage?.close());

const NOTHING_ASKED = {
  signUp: 'OPEN',
  requireOwnerApproval: false,
  requireEmailVerification: false,
  requiredFields: [],
  captcha: { mode: 'OFF' },
};
beforeEach(() => api.configure({ signIn: NOTHING_ASKED }));

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

/** Complaints that are not the browser's note of a refused form. */
const unexpected = ({ problems }: Seat) => problems.filter((problem) => !/status of 4\d\d/.test(problem));

/** Every journey that a browser without scripts can make, it makes as well. */
describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('%s', (_name, javaScriptEnabled) => {
  const at = (name: string) => `${name}-${javaScriptEnabled ? 'js' : 'plain'}@example.org`;
  let seat: Seat;
  let page: Page;
  beforeEach(async () => {
    seat = await stage.open({ javaScriptEnabled });
    page = seat.page;
    return () => seat.close();
  });

  it('signs up with a code from the mail; a wrong one and one sent again are no way around', async () => {
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
    // As it may be copied from a mail.
    await input.fill(`${second.slice(0, 3)} ${second.slice(3)}`);
    await press(page, 'Continue');
    await heading(page, 'Your account');
    expect(unexpected(seat)).toEqual([]);
  });

  it('waits for approval, and is let in once the owner has approved', async () => {
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
    expect(unexpected(seat)).toEqual([]);
  });

  it('is asked for the fields that the site requires, each refused at its place', async () => {
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
    expect(unexpected(seat)).toEqual([]);
    await api.configure({ signIn: { requiredFields: [] }, members: { fields: [] } });
  });

  it('finds the way back by a mailed link, which works once and leaves no trace', async () => {
    const email = at('mary');
    const { page: elsewhere } = await stage.open();
    await signUp(elsewhere, email);
    await heading(elsewhere, 'Your account');

    await page.goto('/sign-in');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('E-mail').fill(email);
    await press(page, 'Send the link');
    await page.getByText(`If there is an account with ${email}`).waitFor();
    const link = linkIn(await readMail(api, 'RECOVERY', email), '/reset-password');
    const token = new URL(link).searchParams.get('token') as string;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(`${request.url()} ${request.headers().referer ?? ''}`));
    await page.goto(link);
    await heading(page, 'Set a new password');
    // In the address for the one request that the mail opens: never in the history, a Referer or the page.
    expect(asked.filter((one) => one.includes(token))).toHaveLength(1);
    expect(page.url()).toBe(`${stage.product.url}/reset-password`);
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
    await elsewhere.goto('/account');
    await heading(elsewhere, 'Sign in');
    await signIn(elsewhere, email);
    await elsewhere.getByText('The e-mail address or the password is wrong.').waitFor();
    await signIn(elsewhere, email, 'a walk in the sun');
    await heading(elsewhere, 'Your account');
    await elsewhere.context().close();
    expect(unexpected(seat)).toEqual([]);
  });

  it('keeps the account: profile, password, sessions, a copy of the data, the end', async () => {
    const email = at('olaudah');
    await signUp(page, email);
    await heading(page, 'Your account');
    const { page: elsewhere } = await stage.open({ userAgent: FIREFOX });
    await signIn(elsewhere, email);
    await heading(elsewhere, 'Your account');

    await page.getByLabel('First name').fill('Olaudah');
    await press(page, 'Save');
    await page.getByText('Your profile has been saved.').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Olaudah');

    await page.getByText('Firefox on Windows').waitFor();
    await page.getByRole('button', { name: 'Sign out there: Firefox on Windows' }).click();
    await page.getByText('You have been signed out there.').waitFor();
    await expect.poll(async () => (await elsewhere.goto('/account'))?.url()).toContain('/sign-in');

    await signIn(elsewhere, email);
    await heading(elsewhere, 'Your account');
    await page.getByLabel('Current password').fill('not the password');
    await page.getByLabel('New password').fill('a walk in the sun');
    await press(page, 'Change the password');
    await page.getByText('This is not your current password.').waitFor();
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password').fill('a walk in the sun');
    await press(page, 'Change the password');
    await page.getByText('Your password has been changed.').waitFor();
    await expect.poll(async () => (await elsewhere.goto('/account'))?.url()).toContain('/sign-in');
    await elsewhere.context().close();

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download my data' }).click(),
    ]);
    const exported = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(exported.member.loginEmail).toBe(email);
    expect(JSON.stringify(exported)).not.toMatch(/argon2|password_?hash/i);

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
    expect(unexpected(seat)).toEqual([]);
  });

  it('speaks the language that is chosen, on every page from then on', async () => {
    await page.goto('/sign-in');
    await page.getByRole('navigation', { name: 'Language' }).getByRole('link', { name: 'עברית' }).click();
    await heading(page, 'כניסה');
    await page.goto('/sign-up');
    await heading(page, 'הרשמה');
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    await page.getByRole('navigation', { name: 'שפה' }).getByRole('link', { name: 'Deutsch' }).click();
    await heading(page, 'Registrieren');
    expect(await page.locator('html').getAttribute('dir')).toBe('ltr');
    expect(unexpected(seat)).toEqual([]);
  });
});

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0';

describe('the captcha', () => {
  it.each(['VISIBLE', 'INVISIBLE'])('%s: the browser proves its work, and no other origin is asked', async (mode) => {
    await api.configure({ signIn: { captcha: { mode, provider: 'ALTCHA' } } });
    const seat = await stage.open();
    const origins = new Set<string>();
    seat.page.on('request', (request) => origins.add(new URL(request.url()).origin));
    await seat.page.goto('/sign-up');
    await seat.page.locator('altcha-widget input').first().waitFor({ state: 'attached' });
    await seat.page.getByLabel('E-mail').fill(`captcha-${mode.toLowerCase()}@example.org`);
    await seat.page.getByLabel('Password').fill(PASSWORD);
    if (mode === 'VISIBLE') {
      await seat.page.getByRole('checkbox').click();
      await seat.page.locator('altcha-widget [data-state=verified]').waitFor();
    }
    await press(seat.page, 'Sign up');
    await heading(seat.page, 'Your account');
    expect([...origins]).toEqual([stage.product.url]);
    expect(unexpected(seat)).toEqual([]);
    await seat.close();
  });

  it('says what is missing where there are no scripts', async () => {
    await api.configure({ signIn: { captcha: { mode: 'VISIBLE', provider: 'ALTCHA' } } });
    const seat = await stage.open({ javaScriptEnabled: false });
    await seat.page.goto('/sign-up');
    // The browser's emulation switches scripts off, but does not show what stands there for that case.
    expect(await seat.page.locator('.captcha noscript').textContent()).toContain('The check needs JavaScript');
    await signUp(seat.page, 'no-script@example.org');
    await seat.page.getByText('Please show that you are a person').waitFor();
    await seat.close();
  });

  it.each([
    ['RECAPTCHA', 'https://www.google.com', 'grecaptcha', false],
    ['HCAPTCHA', 'https://js.hcaptcha.com', 'hcaptcha', false],
    ['TURNSTILE', 'https://challenges.cloudflare.com', 'turnstile', true],
  ])(
    'of %s is loaded from there, where the site asks for it and nowhere else',
    async (provider, origin, global, invisible) => {
      const mode = invisible ? 'INVISIBLE' : 'VISIBLE';
      await api.configure({ signIn: { captcha: { mode, provider, siteKey: 'a-site-key', secret: 'a secret' } } });
      const seat = await stage.open();
      const asked: string[] = [];
      // Stands in for the provider's script: it answers with what it was given, at once or when asked to run.
      await seat.page.route(`${origin}/**`, (route) => {
        asked.push(route.request().url());
        return route.fulfill({
          contentType: 'text/javascript',
          body: `let given; window.${global} = {
          render(box, options) { given = options; if (!${invisible}) options.callback('answer of ' + options.sitekey); return 0; },
          execute() { given.callback('answer of ' + given.sitekey); },
        }; window[new URL(document.currentScript.src).searchParams.get('onload')]();`,
        });
      });
      await seat.page.goto('/');
      await heading(seat.page, 'Welcome to My site');
      await seat.page.getByRole('link', { name: 'Become a member' }).click();
      await heading(seat.page, 'Sign up');
      await expect.poll(() => asked.length).toBe(1);
      await seat.page.getByLabel('E-mail').fill('outside@example.org');
      await seat.page.getByLabel('Password').fill(PASSWORD);
      const [post] = await Promise.all([
        seat.page.waitForRequest((request) => request.method() === 'POST'),
        press(seat.page, 'Sign up'),
      ]);
      expect(new URLSearchParams(post.postData() ?? '').getAll('captcha')).toEqual(['answer of a-site-key']);
      expect(unexpected(seat)).toEqual([]);
      await seat.close();
    },
  );
});
