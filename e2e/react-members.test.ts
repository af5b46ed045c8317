/** Tests the sign-in components of the React package on a website of another origin, in a real browser. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type {} from '../server/src/testing/global-setup.ts';
import { type TestServer, testServer } from '../server/src/testing/index.ts';
import { launchBrowser, openContext } from './support/browser.ts';
import { serveWebsite } from './support/third-party.ts';

const email = 'ada@example.org';
const password = 'correct horse battery staple 5';
const newPassword = 'quite another long password 7';

let t: TestServer;
let browser: Browser;
let website: Awaited<ReturnType<typeof serveWebsite>>;
let html: string;
/** Returns the HTML of the page for an app, by its client id. */
let pageOfApp: (clientId: string) => string;
let page: Page;
let problems: string[];
let owner: string;

beforeAll(async () => {
  [t, browser, website] = await Promise.all([testServer(), launchBrowser(), serveWebsite('react.tsx', () => html)]);
  const url = await t.listen();
  owner = await t.userToken('owner');
  const clientId = await createApp(`${website.origin}/callback`);
  await t.configure({ signIn: { requireEmailVerification: true, requiredFields: ['company'] } });
  pageOfApp = (clientId) => `<!doctype html><html lang="en"><title>Members</title><link rel="icon" href="data:,">
    <body data-url="${url}" data-client-id="${clientId}"><div id="root"></div><script type="module" src="/app.js"></script>`;
  html = pageOfApp(clientId);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await website?.close();
  await t?.stop();
});
beforeEach(async () => {
  const opened = await openContext(browser);
  problems = opened.problems;
  page = await opened.context.newPage();
  return () => opened.context.close();
});

async function createApp(redirectUri: string): Promise<string> {
  const app = { name: 'Website', redirectUris: [redirectUri] };
  return (await t.call({ method: 'POST', path: '/portico/v1/apps', body: { app }, as: owner })).body.app.clientId;
}

const open = (show: string) => page.goto(`${website.origin}/?show=${show}`);
const waitForSession = (text: string) =>
  expect.poll(() => page.getByRole('status', { name: 'session' }).textContent()).toBe(text);
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const focusedName = () => page.evaluate(() => (document.activeElement as HTMLInputElement | null)?.name);

interface Mail {
  readonly mailId: string;
  readonly kind: string;
  readonly recipient: string;
}

/** Waits for the newest mail of a kind and returns its text. */
async function readMail(kind: string, after = 0): Promise<string> {
  let matchingMails: Mail[] = [];
  await expect
    .poll(async () => {
      const { body } = await t.call({ method: 'GET', path: '/portico/v1/mail/outbox', as: owner });
      matchingMails = (body.mails as Mail[]).filter((mail) => mail.kind === kind && mail.recipient === email);
      return matchingMails.length;
    })
    .toBeGreaterThan(after);
  const path = `/portico/v1/mail/outbox/${matchingMails[0]?.mailId}`;
  return (await t.call({ method: 'GET', path, as: owner })).body.content.text;
}

async function fillIn(address: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(address);
  await page.getByLabel('Password').fill(password);
}

describe('signing up', () => {
  it('asks for the required fields and the code of the mail, and signs in', async () => {
    await open('sign-up');
    await fillIn(email, 'password123');
    await page.getByLabel('Company').fill('Analytical Engines');
    await press('Sign up');
    // A password that many people use is rejected by the server, and the input with its error has the focus.
    await expect.poll(focusedName).toBe('password');
    expect(await page.getByLabel('Password').getAttribute('aria-describedby')).toContain('-error');
    expect(await page.getByLabel('Company').inputValue()).toBe('Analytical Engines');
    problems.splice(0);
    await page.getByLabel('Password').fill(password);
    await press('Sign up');
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Check your mail');
    await page.getByText(`We have sent a code of six digits to ${email}.`).waitFor();
    await page.getByLabel('Code from the mail').fill('000000');
    await press('Continue');
    await page.getByText('The code is wrong or has expired.').waitFor();
    expect(await focusedName()).toBe('code');
    problems.splice(0);
    await press('Send a new code');
    await page.getByText('A new code is on its way.').waitFor();
    const [code = ''] = /\b\d{6}\b/.exec(await readMail('VERIFY_EMAIL', 1)) ?? [];
    await page.getByLabel('Code from the mail').fill(` ${code.slice(0, 3)} ${code.slice(3)}`);
    await press('Continue');
    await waitForSession(`signedIn ${email}`);
    await page.getByText(`You are signed in as ${email}.`).waitFor();
    await page.reload();
    await waitForSession(`signedIn ${email}`);
    expect(problems).toEqual([]);
  });

  it('does not reveal that an address already has an account', async () => {
    await open('sign-up');
    await fillIn(email, password);
    await page.getByLabel('Company').fill('Analytical Engines');
    await press('Sign up');
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    expect(problems).toEqual([]);
  });
});

describe('a stored session that has ended', () => {
  beforeEach(async () => {
    await open('sign-in');
    await fillIn(email, password);
    await press('Sign in');
    await waitForSession(`signedIn ${email}`);
  });

  /** Ends the session on the server, as another device does, and returns the stored tokens. */
  async function revoke() {
    const tokens = JSON.parse((await page.evaluate(() => localStorage.getItem('portico-tokens'))) ?? '{}');
    const clientId = await page.evaluate(() => document.body.dataset.clientId);
    const body = { token: tokens.refreshToken.value, clientId };
    expect((await t.call({ method: 'POST', path: '/oauth2/revoke', body })).status).toBe(200);
    return tokens;
  }

  /** Loads the page again and returns the requests that fail, each of which the browser logs as an error. */
  async function failuresOfReload(): Promise<string[]> {
    const failures: string[] = [];
    const pending = new Set<unknown>();
    page.on('request', (request) => pending.add(request));
    page.on('requestfailed', (request) => pending.delete(request));
    page.on('requestfinished', (request) => pending.delete(request));
    page.on('response', (response) => {
      if (response.status() >= 400) failures.push(`${response.status()} ${new URL(response.url()).pathname}`);
    });
    await page.reload();
    await waitForSession('signedOut');
    await expect.poll(() => pending.size).toBe(0);
    expect(problems).toHaveLength(failures.length);
    return failures;
  }

  it('causes one failed request if its access token has expired', async () => {
    const tokens = await revoke();
    const expired = { ...tokens, accessToken: { ...tokens.accessToken, expiresAt: 0 } };
    await page.evaluate((json) => localStorage.setItem('portico-tokens', json), JSON.stringify(expired));
    expect(await failuresOfReload()).toEqual(['400 /oauth2/token']);
  });

  it('causes three if the server rejects an access token that has not expired', async () => {
    await revoke();
    // The call is rejected, then the refresh, and then the same call as a visitor.
    expect(await failuresOfReload()).toEqual(['401 /v1/members/my', '400 /oauth2/token', '403 /v1/members/my']);
  });
});

describe('an input that is left empty or has a wrong format', () => {
  const messageOf = async (name: string) => {
    const input = page.locator(`[name=${name}]`);
    expect(await input.getAttribute('aria-invalid')).toBe('true');
    const ids = (await input.getAttribute('aria-describedby'))?.split(' ') ?? [];
    return page.locator(`[id="${ids.at(-1)}"]`).textContent();
  };
  const empty = 'This cannot be left empty.';

  it('gets a sentence of the form instead of one of the browser, and the first has the focus', async () => {
    await open('sign-in');
    await press('Sign in');
    expect(await messageOf('email')).toBe(empty);
    expect(await messageOf('password')).toBe(empty);
    expect(await focusedName()).toBe('email');
    await page.getByLabel('E-mail').fill('ada');
    expect(await messageOf('email')).toBe('Enter an e-mail address, like name@example.org.');
    await page.getByLabel('E-mail').fill(email);
    expect(await page.getByLabel('E-mail').getAttribute('aria-invalid')).toBe(null);
    await press('Sign in');
    expect(await focusedName()).toBe('password');
    await press('Forgot your password?');
    await press('Send the link');
    expect(await messageOf('email')).toBe(empty);
    await open('sign-up');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').pressSequentially('short');
    await press('Sign up');
    expect(await messageOf('company')).toBe(empty);
    expect(await messageOf('password')).toMatch(/^Use at least \d+ characters\.$/);
    expect(await focusedName()).toBe('company');
    expect(problems).toEqual([]);
  });
});

describe('a website that is not set up', () => {
  const serveAppWith = (clientId: string) => {
    const original = html;
    html = pageOfApp(clientId);
    return () => {
      html = original;
    };
  };
  const sentence = 'This did not work. Please try again.';

  it('names the address that is not registered, before it registers a member and instead of signing in', async () => {
    onTestFinished(serveAppWith(await createApp('http://localhost:5173/callback')));
    const message = `The redirect address ${website.origin} is not registered for the OAuth app. Register exactly this address.`;
    await t.configure({ signIn: { requireEmailVerification: false, requiredFields: [] } });
    onTestFinished(() => t.configure({ signIn: { requireEmailVerification: true, requiredFields: ['company'] } }));
    await open('sign-up');
    await fillIn('nobody@example.org', password);
    await press('Sign up');
    await page.getByRole('alert').filter({ hasText: message }).waitFor();
    expect(problems.splice(0).join()).toContain(message);
    const login = { loginId: { email: 'nobody@example.org' }, password };
    const path = '/_api/iam/authentication/v2/login';
    const { status } = await t.call({ method: 'POST', path, body: login, as: t.visitor });
    expect(status).toBeGreaterThanOrEqual(400);
    await open('sign-in');
    await fillIn(email, password);
    await press('Sign in');
    await page.getByRole('alert').filter({ hasText: message }).waitFor();
    expect(problems.splice(0).join()).toContain(message);
  });

  it.each([
    ['sign-in', 'Sign in'],
    ['sign-up', null],
  ])('shows a sentence and logs the reason for an unknown client id: %s', async (screen, button) => {
    onTestFinished(serveAppWith('00000000-0000-4000-8000-000000000000'));
    await open(screen);
    if (button) {
      await fillIn(email, password);
      await press(button);
    }
    await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
    expect(problems.splice(0).join()).toMatch(/Failed to fetch tokens from OAuth API: 401 The client/);
  });
});

describe('signing in', () => {
  it('announces a wrong password, keeps the address, and signs in with the right one', async () => {
    await open('sign-in');
    await fillIn(email, 'not the password');
    await press('Sign in');
    await page.getByRole('alert').filter({ hasText: 'The e-mail address or the password is wrong.' }).waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
    await expect.poll(focusedName).toBe('password');
    expect(problems.splice(0)).toHaveLength(1);
    await page.getByLabel('Password').fill(password);
    await press('Sign in');
    await waitForSession(`signedIn ${email}`);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('shows the captcha of the site to those who register, and after a failed attempt to sign in', async () => {
    await t.configure({ signIn: { captcha: { mode: 'VISIBLE', provider: 'ALTCHA' } } });
    const solveCaptcha = async () => {
      await page.getByLabel('I am human').check();
      await page.getByText('Checked. You can send the form.').waitFor();
    };
    await open('sign-up');
    await fillIn('checked@example.org', password);
    await page.getByLabel('Company').fill('Analytical Engines');
    await press('Sign up');
    await page.getByRole('alert').filter({ hasText: 'that you are human' }).waitFor();
    await page.getByLabel('Password').fill(password);
    await solveCaptcha();
    await press('Sign up');
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    await open('sign-in');
    await fillIn(email, 'not the password');
    expect(await page.getByLabel('I am human').count()).toBe(0);
    await press('Sign in');
    await page.getByLabel('I am human').waitFor();
    await page.getByLabel('Password').fill(password);
    await solveCaptcha();
    await press('Sign in');
    await waitForSession(`signedIn ${email}`);
    await t.configure({ signIn: { captcha: { mode: 'OFF', provider: 'ALTCHA' } } });
  });

  it('shows the captcha of the site to those who request a link for a new password', async () => {
    await t.configure({ signIn: { captcha: { mode: 'VISIBLE', provider: 'ALTCHA' } } });
    onTestFinished(() => t.configure({ signIn: { captcha: { mode: 'OFF', provider: 'ALTCHA' } } }));
    await open('sign-in');
    await press('Forgot your password?');
    await page.getByLabel('E-mail').fill('nobody@example.org');
    await page.getByLabel('I am human').waitFor();
    await press('Send the link');
    await page.getByRole('alert').filter({ hasText: 'Please confirm that you are human' }).waitFor();
    await page.getByLabel('I am human').check();
    await page.getByText('Checked. You can send the form.').waitFor();
    await press('Send the link');
    await page.getByText('If there is an account with nobody@example.org').waitFor();
  });

  it('sets a new password with a mailed link', async () => {
    await open('sign-in');
    await press('Forgot your password?');
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
    await page.getByLabel('E-mail').fill(email);
    await press('Send the link');
    await page.getByText(`If there is an account with ${email}`).waitFor();
    const [, token = ''] = /[?#&](?:token=)?([\w.-]{20,})\s/.exec(`${await readMail('RECOVERY')} `) ?? [];
    await page.goto(`${website.origin}/?show=reset-password#${token}`);
    await page.getByLabel('New password', { exact: true }).fill('password123');
    await press('Save and sign in');
    await expect.poll(focusedName).toBe('newPassword');
    problems.splice(0);
    await page.getByLabel('New password', { exact: true }).fill(newPassword);
    await press('Save and sign in');
    await waitForSession(`signedIn ${email}`);
    expect(problems).toEqual([]);
  });
});

describe('a member', () => {
  beforeEach(async () => {
    await open('sign-in');
    await fillIn(email, newPassword);
    await press('Sign in');
    await waitForSession(`signedIn ${email}`);
  });

  it('changes profile and password, ends other sessions and signs out', async () => {
    await open('account');
    await page.getByLabel('Name', { exact: true }).fill('Ada');
    await press('Save');
    await page.getByText('Your profile has been saved.').waitFor();
    await page.getByLabel('Current password').fill('not the password');
    await page.getByLabel('New password', { exact: true }).fill(password);
    await press('Change the password');
    await page.getByText('This is not your current password.').waitFor();
    expect(await focusedName()).toBe('currentPassword');
    problems.splice(0);
    await page.getByLabel('Current password').fill(newPassword);
    await page.getByLabel('New password', { exact: true }).fill(password);
    await press('Change the password');
    await page.getByText('Your password has been changed.').waitFor();
    expect(await page.getByLabel('Current password').inputValue()).toBe('');
    expect(await page.getByText('This device').count()).toBe(1);
    const download = page.waitForEvent('download');
    await press('Download my data');
    expect((await download).suggestedFilename()).toBe('my-data.json');
    await page.getByLabel('To confirm, enter your e-mail address').fill('somebody@example.org');
    await press('Delete my account permanently');
    await page.getByText('This is not the address of your account.').waitFor();
    await press('Sign out');
    await page.getByText('Please sign in to see this.').waitFor();
    await page.waitForSelector('body[data-left]');
    expect(problems).toEqual([]);
    await open('sign-in');
    await fillIn(email, password);
    await press('Sign in');
    await waitForSession(`signedIn ${email}`);
    await t.call({ method: 'POST', path: '/v2/change-password', body: { newPassword }, as: await tokenOfPage() });
  });

  it('sees what is for members, and with a role what is for editors', async () => {
    await open('protected');
    await page.getByText('For members').waitFor();
    await page.getByText('Your account does not have access to this.').waitFor();
    const memberId = await page.evaluate(async () => {
      // biome-ignore lint/suspicious/noExplicitAny: the page defines this client, and the test has no type for it
      const { id } = await (globalThis as any).client.members.getCurrentMember();
      return id as string;
    });
    const path = `/v1/roles/members/${memberId}`;
    await t.call({ method: 'POST', path, body: { roleKey: 'editors' }, as: t.key });
    await page.reload();
    await page.getByText('For editors').waitFor();
    await press('Account of Ada');
    expect(await page.getByRole('link', { name: 'Your account' }).getAttribute('href')).toBe('?show=account');
    await page.keyboard.press('Escape');
    expect(await page.getByRole('link', { name: 'Your account' }).isVisible()).toBe(false);
    await press('Account of Ada');
    await press('Sign out');
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
    expect(await page.getByText('For members').count()).toBe(0);
    expect(await page.getByText('Please sign in to see this. Sign in').getByRole('link').getAttribute('href')).toBe(
      '?show=sign-in',
    );
    expect(problems).toEqual([]);
  });

  it('deletes the account', async () => {
    await open('account');
    await page.getByLabel('To confirm, enter your e-mail address').fill(email);
    await press('Delete my account permanently');
    await page.getByText('Your account is deleted').waitFor();
    await waitForSession('signedOut');
    expect(problems).toEqual([]);
  });
});

/** Returns the access token of the page's member. */
const tokenOfPage = () =>
  page.evaluate(async () => {
    // biome-ignore lint/suspicious/noExplicitAny: the page defines this client, and the test has no type for it
    return (await (globalThis as any).client.auth.tokens()).accessToken.value as string;
  });
