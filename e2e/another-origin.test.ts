/**
 * A website of another origin, and to the browser of another site, with the vendor's unmodified SDK: that it works
 * shows that cross-origin calls, the hidden frame and the cookies do.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, openApi } from './support/api.ts';
import { codeIn, linkIn, readMail } from './support/mail.ts';
import { OWNED, openStage, PASSWORD, type Seat, START_MS, type Stage } from './support/stage.ts';
import { serveThirdParty, type ThirdParty } from './support/third-party.ts';

const email = 'ada@example.org';
const password = 'a long enough password';
const newPassword = 'a still longer password';

let stage: Stage;
let website: ThirdParty;
let visitor: Seat;
let api: Api;
beforeAll(async () => {
  [stage, website] = await Promise.all([openStage(OWNED), serveThirdParty()]);
  api = await openApi(stage.product);
  const body = { app: { name: 'Website', redirectUris: [`${website.origin}/callback`] } };
  const { app } = await api.postAsOwner('/portico/v1/apps', body);
  website.connect(stage.product.url, app.clientId);
  visitor = await stage.open({ baseURL: website.origin });
}, START_MS);
afterAll(async () => {
  await website?.close();
  await stage?.close();
});

const said = (text: string) => visitor.page.locator('#said', { hasText: text }).waitFor();
const click = (name: string) => visitor.page.getByRole('button', { name, exact: true }).click();

describe('a visitor of the website', () => {
  it('reads a public collection with an anonymous token', async () => {
    const { page, problems } = visitor;
    await page.goto('/');
    await said('Nobody is signed in.');
    await click('List books');
    await page.getByRole('listitem').first().waitFor();
    expect(await page.getByRole('listitem').allInnerTexts()).toEqual([
      'A Vindication of the Rights of Woman',
      'Around the World in Eighty Days',
      'Frankenstein',
    ]);
    expect(problems).toEqual([]);
  });

  it('is refused to write, and the website can read why', async () => {
    await click('Write a book');
    await said('WDE0027');
    expect(visitor.problems.splice(0)).toEqual([expect.stringContaining('403')]);
  });
});

describe('signing in by redirect', () => {
  it('goes to the hosted page, signs up there and comes back as a member', async () => {
    const { page, problems } = visitor;
    await click('Sign in at the portal');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).origin).toBe(stage.product.url);
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
    await page.getByRole('heading', { name: 'Sign up' }).waitFor();
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel(PASSWORD).fill(password);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await said(`Signed in: ${email}`);
    expect(page.url()).toBe(`${website.origin}/`);
    await page.reload();
    await said(`Signed in: ${email}`);
    expect(problems).toEqual([]);
  });

  it('signs out by redirect: here and at the hosted pages', async () => {
    const { page, problems } = visitor;
    await click('Sign out');
    await said('Nobody is signed in.');
    expect(page.url()).toBe(`${website.origin}/`);
    await page.goto(`${stage.product.url}/account`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('asks for the password again, says when it is wrong, and comes back', async () => {
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
    await said(`Signed in: ${email}`);
    await click('Sign out');
    await said('Nobody is signed in.');
    expect(problems).toEqual([]);
  });
});

describe('the ways by the hosted pages and back', () => {
  const fillIn = async (heading: string, someone: string, secret: string) => {
    const { page } = visitor;
    await page.getByRole('heading', { name: heading }).waitFor();
    await page.getByLabel('E-mail').fill(someone);
    await page.getByLabel(PASSWORD).fill(secret);
    await page.getByRole('button', { name: heading }).click();
  };

  it('by the query as well as by the fragment; a second time without being asked anything', async () => {
    const { page, problems } = visitor;
    await click('Sign in at the portal, by query');
    await fillIn('Sign in', email, password);
    await said(`Signed in: ${email}`);
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await said('Nobody is signed in.');
    await click('Sign in silently');
    await said(`Signed in: ${email}`);
    await click('Sign out');
    await said('Nobody is signed in.');
    await click('Sign in silently');
    await said('Refused: login_required');
    expect(problems).toEqual([]);
  });

  it('with a code from the mail, where the site verifies addresses', async () => {
    const { page, problems } = visitor;
    const someone = 'grace@example.org';
    await api.configure({ signIn: { requireEmailVerification: true } });
    await click('Sign in at the portal');
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
    await fillIn('Sign up', someone, password);
    await page.getByLabel('Code from the mail').fill(codeIn(await readMail(api, 'VERIFY_EMAIL', someone)));
    await page.getByRole('button', { name: 'Continue' }).click();
    await said(`Signed in: ${someone}`);
    expect(page.url()).toBe(`${website.origin}/`);
    await api.configure({ signIn: { requireEmailVerification: false } });
    await click('Sign out');
    await said('Nobody is signed in.');
    expect(problems).toEqual([]);
  });

  it('after a new password by the link of a mail that the website asked for', async () => {
    const { page, problems } = visitor;
    await page.getByLabel('E-mail').fill(email);
    await click('Forgot the password');
    await said('Look into your mailbox.');
    await page.goto(linkIn(await readMail(api, 'RECOVERY', email), '/reset-password'));
    await page.getByLabel('New password').fill(newPassword);
    await page.getByRole('button', { name: 'Save and sign in' }).click();
    await said('Welcome back.');
    expect(page.url()).toBe(`${website.origin}/`);
    await click('Sign in silently');
    await said(`Signed in: ${email}`);
    await click('Sign out');
    await said('Nobody is signed in.');
    expect(problems).toEqual([]);
  });

  it('never to an address that the app does not name', async () => {
    const { page } = visitor;
    await page.evaluate(async () => {
      const { client } = globalThis as unknown as { client: VendorClient };
      const oauth = client.auth.generateOAuthData('https://evil.example/callback');
      window.location.assign((await client.auth.getAuthUrl(oauth)).authUrl);
    });
    await page.waitForURL(`${stage.product.url}/**`);
    expect(await page.locator('body').innerText()).toMatch(/redirect address/);
    expect(visitor.problems.splice(0)).toEqual([expect.stringContaining('400')]);
    await page.goto('/');
    await said('Nobody is signed in.');
  });
});

describe('signing in on the website itself', () => {
  it('gets the member’s tokens through a hidden frame, with no cookie of the product', async () => {
    const { page, problems } = visitor;
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill('not the password');
    await click('Sign in here');
    await said('Refused: invalidPassword');
    expect(problems.splice(0)).toEqual([expect.stringMatching(/40\d/)]);
    await page.getByLabel('Password').fill(newPassword);
    await click('Sign in here');
    await said(`Signed in: ${email}`);
    expect(await page.locator('iframe').count()).toBe(0);
    expect(problems).toEqual([]);
  });
});

/** What the journeys use of the vendor's client in the page. */
interface VendorClient {
  readonly auth: {
    generateOAuthData(redirectUri: string): object;
    getAuthUrl(data: object): Promise<{ authUrl: string }>;
  };
}
