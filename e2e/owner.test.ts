/** The first steps of an owner: set-up link, session, home screen, an app, an API key and the audit log. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BrowserSession,
  OWNER,
  openScreen,
  PASSWORD,
  START_TIMEOUT_MS,
  signInAsOwner,
  startEnvironment,
  type TestEnvironment,
} from './support/environment.ts';

let environment: TestEnvironment;
let owner: BrowserSession;
beforeAll(async () => {
  environment = await startEnvironment();
  owner = await environment.open();
}, START_TIMEOUT_MS);
afterAll(() => environment?.close());

describe('set-up', () => {
  it('shows visitors that the installation has no owner yet', async () => {
    const { page, problems, close } = await environment.open();
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: 'Waiting for its owner' }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('creates the owner with the link that the server prints', async () => {
    const { page, problems } = owner;
    const link = /http\S+#token=\S+/.exec(environment.product.output())?.[0] as string;
    await page.goto(link);
    await page.getByLabel('E-mail').fill(OWNER.email);
    expect(page.url()).not.toContain('token');
    await page.getByLabel('Name of the site').fill('The Reading Room');
    await page.getByLabel(PASSWORD).fill(OWNER.password);
    await page.getByLabel('Password again').fill('something else');
    await page.getByRole('button', { name: 'Make me the owner' }).click();
    await page.getByText('The two passwords differ.').waitFor();
    await page.getByLabel('Password again').fill(OWNER.password);
    await page.getByRole('button', { name: 'Make me the owner' }).click();
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    await page.getByText('Recent activity on The Reading Room.').waitFor();
    expect(problems).toEqual([]);

    const second = await environment.open();
    await second.page.goto(link);
    await second.page.getByLabel(PASSWORD).fill('another password');
    await second.page.getByLabel('Password again').fill('another password');
    await second.page.getByRole('button', { name: 'Save and sign in' }).click();
    await second.page.getByRole('alert').getByText(/link/i).first().waitFor();
    await second.close();
  });
});

describe('the session', () => {
  it('ends with signing out, and other tabs show the sign-in', async () => {
    const { page, problems } = owner;
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto('/dashboard/members');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('does not start with a wrong password', async () => {
    const { page, problems } = owner;
    await page.getByLabel('E-mail').fill(OWNER.email);
    await page.getByLabel(PASSWORD).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toMatch(/password/i);
    expect(await page.getByLabel(PASSWORD).inputValue()).toBe('');
    // The browser logs every rejected request.
    expect(problems.splice(0)).toEqual([expect.stringContaining('401')]);
  });

  it('starts with the right password, opens the requested page and survives a reload', async () => {
    const { page, problems } = owner;
    await page.getByLabel(PASSWORD).fill(OWNER.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
    expect(problems).toEqual([]);
  });
});

describe('the home', () => {
  it('shows the number of members, collections, forms and submissions', async () => {
    const { page, problems } = owner;
    await openScreen(page, 'Home');
    const main = page.getByRole('main');
    for (const [label, number] of Object.entries({ Members: 0, Collections: 1, Forms: 1, Submissions: 0 })) {
      await main.getByRole('link', { name: new RegExp(`^${label}\\s*${number}$`) }).waitFor();
    }
    expect(problems).toEqual([]);
  });
});

describe('settings', () => {
  it('creates an app and shows its secret once', async () => {
    const { page, problems } = owner;
    await page.goto('/dashboard/settings/apps');
    await page.getByRole('button', { name: 'New app' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New OAuth app' });
    await dialog.getByLabel('Name').fill('Shop front');
    await dialog.getByLabel('Redirect addresses').fill('not an address');
    await dialog.getByRole('button', { name: 'Create app' }).click();
    await dialog.getByText('Enter complete addresses').waitFor();
    for (let presses = 0; presses < 3; presses++) await dialog.getByLabel('Redirect addresses').press('Backspace');
    await dialog.getByLabel('Redirect addresses').fill('http://localhost:3000/callback');
    await dialog.getByLabel('Redirect addresses').press('Enter');
    await dialog.getByRole('button', { name: 'Create app' }).click();
    await dialog.getByText('Client secret', { exact: true }).waitFor();
    const [clientId, secret] = await dialog.locator('code').allInnerTexts();
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('cell', { name: 'Shop front', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('cell', { name: 'Shop front', exact: true }).waitFor();
    const shown = await page.locator('body').innerText();
    expect(shown).toContain(clientId);
    expect(shown).not.toContain(secret);
    expect(problems).toEqual([]);

    const token = await fetch(`${environment.product.url}/oauth2/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_id: clientId, client_secret: secret, grant_type: 'client_credentials' }),
    });
    expect(token.status).toBe(200);
  });

  it('creates a key, shows it once, and the key gives access to the API', async () => {
    const { page, problems } = owner;
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'New key' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New API key' });
    await dialog.getByLabel('Name').fill('Nightly import');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('shown only now').waitFor();
    const key = await dialog.locator('code').innerText();
    await dialog.getByRole('button', { name: 'I have copied it' }).click();
    await page.reload();
    await page.getByRole('cell', { name: 'Nightly import', exact: true }).waitFor();
    expect(await page.locator('body').innerText()).not.toContain(key);

    await page.getByRole('link', { name: 'General', exact: true }).click();
    await page.getByText('Site id').waitFor();
    const siteId = /[0-9a-f-]{36}/.exec(await page.getByRole('main').innerText())?.[0] as string;
    const query = (authorization: string) =>
      fetch(`${environment.product.url}/v2/items/query`, {
        method: 'POST',
        headers: { authorization, 'wix-site-id': siteId, 'content-type': 'application/json' },
        body: JSON.stringify({ dataCollectionId: 'Books', query: { paging: { limit: 1 } } }),
      });
    const response = await query(key);
    expect(response.status).toBe(200);
    expect((await response.json()).dataItems).toHaveLength(1);
    expect((await query(`${key}x`)).status).toBe(401);

    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'Delete the key Nightly import' }).click();
    await page.getByRole('button', { name: 'Delete key' }).click();
    await page.getByText('The key “Nightly import” is deleted.').waitFor();
    expect((await query(key)).status).toBe(401);
    expect(problems).toEqual([]);
  });

  it('lists the actions in the audit log', async () => {
    const { page, problems } = owner;
    await page.getByRole('link', { name: 'Audit log' }).click();
    const table = page.getByRole('region', { name: 'Audit' });
    await table.getByText(OWNER.email).first().waitFor();
    expect(problems).toEqual([]);
  });

  it('signs in again after the session of another browser', async () => {
    const { page, close } = await environment.open();
    await signInAsOwner(page);
    await close();
  });
});
