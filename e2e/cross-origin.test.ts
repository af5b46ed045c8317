/**
 * A website that uses the vendor's unmodified SDK on another origin, which browsers also treat as another site. The
 * tests cover cross-origin calls, the hidden frame and cookies.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, openApi } from './support/api.ts';
import {
  type BrowserSession,
  OWNER_ENV,
  PASSWORD,
  START_TIMEOUT_MS,
  startEnvironment,
  type TestEnvironment,
} from './support/environment.ts';
import { codeIn, linkIn, readMail } from './support/mail.ts';
import { serveThirdParty, type ThirdParty } from './support/third-party.ts';

const email = 'ada@example.org';
const password = 'a long enough password';
const newPassword = 'a still longer password';

let environment: TestEnvironment;
let website: ThirdParty;
let visitor: BrowserSession;
let api: Api;
beforeAll(async () => {
  [environment, website] = await Promise.all([startEnvironment(OWNER_ENV), serveThirdParty()]);
  api = await openApi(environment.product);
  const body = { app: { name: 'Website', redirectUris: [`${website.origin}/callback`] } };
  const { app } = await api.postAsOwner('/portico/v1/apps', body);
  website.connect(environment.product.url, app.clientId);
  visitor = await environment.open({ baseURL: website.origin });
}, START_TIMEOUT_MS);
afterAll(async () => {
  await website?.close();
  await environment?.close();
});

const waitForStatus = (text: string) => visitor.page.locator('#status', { hasText: text }).waitFor();
const click = (name: string) => visitor.page.getByRole('button', { name, exact: true }).click();

describe('a visitor of the website', () => {
  it('reads a public collection with an anonymous token', async () => {
    const { page, problems } = visitor;
    await page.goto('/');
    await waitForStatus('Nobody is signed in.');
    await click('List books');
    await page.getByRole('listitem').first().waitFor();
    expect(await page.getByRole('listitem').allInnerTexts()).toEqual([
      'A Vindication of the Rights of Woman',
      'Around the World in Eighty Days',
      'Frankenstein',
    ]);
    expect(problems).toEqual([]);
  });

  it('may not write, and the website can read the error', async () => {
    await click('Write a book');
    await waitForStatus('WDE0027');
    expect(visitor.problems.splice(0)).toEqual([expect.stringContaining('403')]);
  });
});

describe('signing in by redirect', () => {
  it('signs up on the hosted page and returns as a member', async () => {
    const { page, problems } = visitor;
    await click('Sign in at the portal');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).origin).toBe(environment.product.url);
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
    await page.getByRole('heading', { name: 'Sign up' }).waitFor();
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel(PASSWORD).fill(password);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await waitForStatus(`Signed in: ${email}`);
    expect(page.url()).toBe(`${website.origin}/`);
    await page.reload();
    await waitForStatus(`Signed in: ${email}`);
    expect(problems).toEqual([]);
  });

  it('signs out on the website and on the hosted pages', async () => {
    const { page, problems } = visitor;
    await click('Sign out');
    await waitForStatus('Nobody is signed in.');
    expect(page.url()).toBe(`${website.origin}/`);
    await page.goto(`${environment.product.url}/account`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('asks for the password after signing out, and reports a wrong one', async () => {
    const { page, problems } = visitor;
    await page.goto('/');
    await click('Sign in at the portal');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel(PASSWORD).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    expect(problems.splice(0)).toEqual([expect.stringMatching(/40\d/)]);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel(PASSWORD).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await waitForStatus(`Signed in: ${email}`);
    await click('Sign out');
    await waitForStatus('Nobody is signed in.');
    expect(problems).toEqual([]);
  });
});

describe('return from the hosted pages', () => {
  const fillIn = async (heading: string, email: string, password: string) => {
    const { page } = visitor;
    await page.getByRole('heading', { name: heading }).waitFor();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel(PASSWORD).fill(password);
    await page.getByRole('button', { name: heading }).click();
  };

  it('returns the code in the query, and signs in silently if the member has a session', async () => {
    const { page, problems } = visitor;
    await click('Sign in at the portal, by query');
    await fillIn('Sign in', email, password);
    await waitForStatus(`Signed in: ${email}`);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await waitForStatus('Nobody is signed in.');
    await click('Sign in silently');
    await waitForStatus(`Signed in: ${email}`);
    await click('Sign out');
    await waitForStatus('Nobody is signed in.');
    await click('Sign in silently');
    await waitForStatus('Rejected: login_required');
    expect(problems).toEqual([]);
  });

  it('verifies the e-mail address with a code if the site requires it', async () => {
    const { page, problems } = visitor;
    const otherEmail = 'grace@example.org';
    await api.configure({ signIn: { requireEmailVerification: true } });
    await click('Sign in at the portal');
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
    await fillIn('Sign up', otherEmail, password);
    await page.getByLabel('Code from the mail').fill(codeIn(await readMail(api, 'VERIFY_EMAIL', otherEmail)));
    await page.getByRole('button', { name: 'Continue' }).click();
    await waitForStatus(`Signed in: ${otherEmail}`);
    expect(page.url()).toBe(`${website.origin}/`);
    await api.configure({ signIn: { requireEmailVerification: false } });
    await click('Sign out');
    await waitForStatus('Nobody is signed in.');
    expect(problems).toEqual([]);
  });

  it('returns after a password reset that the website has requested', async () => {
    const { page, problems } = visitor;
    await page.getByLabel('E-mail').fill(email);
    await click('Forgot the password');
    await waitForStatus('Look into your mailbox.');
    await page.goto(linkIn(await readMail(api, 'RECOVERY', email), '/reset-password'));
    await page.getByLabel('New password').fill(newPassword);
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await waitForStatus('Welcome back.');
    expect(page.url()).toBe(`${website.origin}/`);
    await click('Sign in silently');
    await waitForStatus(`Signed in: ${email}`);
    await click('Sign out');
    await waitForStatus('Nobody is signed in.');
    expect(problems).toEqual([]);
  });

  it('rejects a redirect address that the app does not list', async () => {
    const { page } = visitor;
    await page.evaluate(async () => {
      const { client } = globalThis as unknown as { client: VendorClient };
      const oauth = client.auth.generateOAuthData('https://evil.example/callback');
      window.location.assign((await client.auth.getAuthUrl(oauth)).authUrl);
    });
    await page.waitForURL(`${environment.product.url}/**`);
    expect(await page.locator('body').innerText()).toMatch(/redirect address/);
    expect(visitor.problems.splice(0)).toEqual([expect.stringContaining('400')]);
    await page.goto('/');
    await waitForStatus('Nobody is signed in.');
  });
});

describe('signing in on the website itself', () => {
  it('gets tokens through a hidden frame without cookies of the product', async () => {
    const { page, problems } = visitor;
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill('not the password');
    await click('Sign in here');
    await waitForStatus('Rejected: invalidPassword');
    expect(problems.splice(0)).toEqual([expect.stringMatching(/40\d/)]);
    await page.getByLabel('Password').fill(newPassword);
    await click('Sign in here');
    await waitForStatus(`Signed in: ${email}`);
    expect(await page.locator('iframe').count()).toBe(0);
    expect(problems).toEqual([]);
  });
});

/** The methods of the vendor's client that these tests call in the page. */
interface VendorClient {
  readonly auth: {
    generateOAuthData(redirectUri: string): object;
    getAuthUrl(data: object): Promise<{ authUrl: string }>;
  };
}
