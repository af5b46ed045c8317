/**
 * A website of another origin, and to the browser of another site, with the vendor's unmodified SDK: that it works
 * shows that cross-origin calls, the hidden frame and the cookies do.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, PASSWORD, type Seat, START_MS, type Stage } from './support/stage.ts';
import { serveThirdParty, type ThirdParty } from './support/third-party.ts';

const email = 'ada@example.org';
const password = 'a long enough password';

let stage: Stage;
let website: ThirdParty;
let visitor: Seat;
beforeAll(async () => {
  [stage, website] = await Promise.all([openStage(), serveThirdParty()]);
  const [site] = await stage.product.portico('site', 'list');
  const redirect = ['--redirect-uri', `${website.origin}/callback`];
  const app = await stage.product.portico('app', 'create', '--site', site.siteId, '--name', 'Website', ...redirect);
  website.connect(stage.product.url, app.clientId);
  visitor = await stage.open({ baseURL: website.origin });
}, START_MS);
afterAll(async () => {
  await website?.close();
  await stage?.close();
});

const said = (text: string) => visitor.page.locator('#said', { hasText: text }).waitFor();
const click = (name: string) => visitor.page.getByRole('button', { name }).click();

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

describe('signing in on the website itself', () => {
  it('gets the member’s tokens through a hidden frame, with no cookie of the product', async () => {
    const { page, problems } = visitor;
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill('not the password');
    await click('Sign in here');
    await said('Refused: invalidPassword');
    expect(problems.splice(0)).toEqual([expect.stringMatching(/40\d/)]);
    await page.getByLabel('Password').fill(password);
    await click('Sign in here');
    await said(`Signed in: ${email}`);
    expect(await page.locator('iframe').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('is not possible for a page that the app does not name', async () => {
    const foreign = await serveThirdParty();
    const [site] = await stage.product.portico('site', 'list');
    const redirect = ['--redirect-uri', `${website.origin}/callback`];
    const app = await stage.product.portico('app', 'create', '--site', site.siteId, '--name', 'Other', ...redirect);
    foreign.connect(stage.product.url, app.clientId);
    const { page, problems, close } = await stage.open({ baseURL: foreign.origin });
    await page.goto('/');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in here' }).click();
    // The browser refuses to show the frame to it, and the token never reaches the page.
    await expect.poll(() => problems, { timeout: 15_000 }).toEqual([expect.stringContaining('frame-ancestors')]);
    expect(await page.locator('#said').innerText()).toBe('Nobody is signed in.');
    expect(await page.evaluate(() => localStorage.getItem('tokens'))).toBeNull();
    await close();
    await foreign.close();
  });
});
