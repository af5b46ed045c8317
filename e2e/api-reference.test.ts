import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApi } from './support/api.ts';
import { PHONE } from './support/browser.ts';
import {
  type BrowserSession,
  OWNER_ENV,
  START_TIMEOUT_MS,
  startEnvironment,
  type TestEnvironment,
} from './support/environment.ts';
import { inspectScreen } from './support/inspect-screen.ts';

const ITEMS = '/docs/api/data/items';

let environment: TestEnvironment;
let reader: BrowserSession;
beforeAll(async () => {
  environment = await startEnvironment(OWNER_ENV);
  reader = await environment.open({ permissions: ['clipboard-read', 'clipboard-write'] });
}, START_TIMEOUT_MS);
afterAll(async () => {
  await reader?.close();
  await environment?.close();
});

describe('every width and colour scheme passes the accessibility rules', () => {
  it.each([
    ['start', '/docs/api'],
    ['resource', '/docs/api/contacts/contacts'],
    ['search', '/docs/api?q=webhook'],
  ])('%s', async (name, path) => {
    await reader.page.goto(path);
    expect(await inspectScreen(reader.page, `api-reference ${name}`, { everyVariant: true })).toEqual([]);
    expect(reader.problems.splice(0)).toEqual([]);
  });
});

it('loads nothing from other origins, and no page is larger than 150 KB', async () => {
  const { page } = reader;
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  for (const path of ['/docs/api', ITEMS, '/docs/api/forms/forms']) {
    const response = await page.goto(path);
    expect((await response?.body())?.length).toBeLessThan(150_000);
  }
  expect(requests.filter((url) => !url.startsWith(environment.product.url) && !url.startsWith('data:'))).toEqual([]);
});

describe('the start page', () => {
  it('says what to expect and what can go wrong', async () => {
    const { page } = reader;
    await page.goto('/docs/api');
    expect(await page.getByRole('main').innerText()).toMatch(/\bExpect\b/);
    await page.getByRole('heading', { name: 'What can go wrong' }).waitFor();
    expect(await page.locator('section:has(#problems) li').count()).toBeGreaterThan(2);
  });

  it('has commands that work', async () => {
    const { page, url } = { page: reader.page, url: environment.product.url };
    const api = await openApi(environment.product);
    const { app } = await api.postAsOwner('/portico/v1/apps', { app: { name: 'Reader', redirectUris: [] } });
    await page.goto('/docs/api');
    const codeOf = (caption: string) => page.locator('figure', { hasText: caption }).locator('pre').innerText();
    const [getToken, call] = await Promise.all([codeOf('Get a visitor token'), codeOf('Use it')]);
    const shell = (command: string, env = {}) =>
      promisify(execFile)('sh', ['-e', '-c', command], { env: { ...process.env, ...env } });
    const { stdout: tokens } = await shell(getToken.replace('YOUR-CLIENT-ID', app.clientId));
    const { stdout: items } = await shell(call, { TOKEN: JSON.parse(tokens).access_token });
    expect(call).toContain(url);
    expect(items).toContain('Frankenstein');
  });
});

describe('search', () => {
  it('works with the keyboard alone', async () => {
    const { page } = reader;
    await page.goto(ITEMS);
    await page.keyboard.press('/');
    await page.keyboard.type('report spam bulk');
    await page.getByRole('link', { name: /report-spam-submission/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/docs\/api\/forms\/\w+#forms\.submissions\.bulkReportSpam$/);
    await expect.poll(() => page.locator('[id="forms.submissions.bulkReportSpam"] h2').isVisible()).toBe(true);
  });

  it('finds endpoints by method, path and summary, and closes with Escape', async () => {
    const { page } = reader;
    await page.goto('/docs/api');
    const field = page.getByRole('searchbox', { name: 'Search endpoints' });
    for (const [query, summary] of [
      ['/v2/items/query', 'Query a page of items by filter'],
      ['delete webhook', 'Delete a webhook'],
    ] as const) {
      await field.fill(query);
      await page.locator('#results').getByText(summary).first().waitFor();
    }
    await field.press('Escape');
    expect(await page.locator('#results').isVisible()).toBe(false);
  });

  it('works without scripts', async () => {
    const withoutScripts = await environment.open({ javaScriptEnabled: false });
    await withoutScripts.page.goto('/docs/api');
    await withoutScripts.page.getByRole('searchbox').fill('webhook');
    await withoutScripts.page.getByRole('searchbox').press('Enter');
    await withoutScripts.page
      .getByRole('link', { name: /\/portico\/v1\/webhooks/ })
      .first()
      .waitFor();
    await withoutScripts.close();
  });
});

describe('a deep link', () => {
  it('opens the endpoint, which the navigation marks', async () => {
    const { page } = reader;
    await page.goto(`${ITEMS}#data.items.query`);
    const title = page.getByRole('heading', { name: 'Query a page of items by filter' });
    await expect.poll(async () => (await title.boundingBox())?.y).toBeLessThan(200);
    const marked = page.getByRole('navigation').getByRole('link', { name: 'Query' });
    await expect.poll(() => marked.getAttribute('aria-current')).toBe('true');
  });

  it('of the former single page leads to the page of the resource', async () => {
    const { page } = reader;
    await page.goto('/docs/api#data.items.query');
    await page.waitForURL(`**${ITEMS}#data.items.query`);
  });
});

it('shows who may call, unfolds nested fields, and lists error codes with their status', async () => {
  const { page } = reader;
  await page.goto(`${ITEMS}#data.items.query`);
  const endpoint = page.locator('[id="data.items.query"]');
  await endpoint.getByText('Callers to whom the permissions of the collection grant the operation').waitFor();
  const nested = endpoint.locator('summary', { hasText: /^query object/ });
  const inner = nested.locator('xpath=..').getByText('cursorPaging');
  expect(await inner.isVisible()).toBe(false);
  await nested.press('Enter');
  await expect.poll(() => inner.isVisible()).toBe(true);
  expect(await endpoint.locator('dt', { hasText: 'WDE0025' }).innerText()).toMatch(/WDE0025 \d{3}/);
});

it('copies the curl example', async () => {
  const { page } = reader;
  await page.goto('/docs/api/contacts/contacts#contacts.contacts.create');
  const endpoint = page.locator('[id="contacts.contacts.create"]');
  await endpoint.getByRole('button', { name: 'Copy' }).click();
  await endpoint.getByRole('button', { name: 'Copied' }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`curl ${environment.product.url}/portico/v1/contacts`);
  expect(copied).toContain('-H "Authorization: $TOKEN"');
});

it('makes a call with the client id of an app, and shows status and body', async () => {
  const { page, problems } = reader;
  await page.goto(`${ITEMS}#data.items.query`);
  const endpoint = page.locator('[id="data.items.query"]');
  await endpoint.getByText('Try it').click();
  await endpoint.getByLabel('Body').fill('{ "dataCollectionId": "Books" }');
  await endpoint.getByRole('button', { name: 'Send POST' }).click();
  await endpoint.getByText('UNAUTHENTICATED').waitFor();
  const { clientId } = await (await fetch(`${environment.product.url}/portico/v1/site-info`)).json();
  await endpoint.getByLabel('client id').fill(clientId);
  await endpoint.getByRole('button', { name: 'Send POST' }).click();
  await endpoint.getByText('Frankenstein').waitFor();
  expect(await inspectScreen(page, 'api-reference trial')).toEqual([]);
  expect(problems.splice(0).filter((problem) => !problem.includes('status of 401'))).toEqual([]);
});

it('has a skip link, and on a phone a menu with the navigation', async () => {
  const { page } = reader;
  await page.setViewportSize(PHONE);
  await page.goto('/docs/api');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
  const navigation = page.getByRole('navigation', { name: 'Reference' });
  expect(await navigation.isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Menu' }).click();
  await navigation.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
  expect(reader.problems.splice(0)).toEqual([]);
});
