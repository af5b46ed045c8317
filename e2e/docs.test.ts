/** The documentation at /docs in a browser. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPages } from '../docs/src/pages.ts';
import { oneIn } from '../server/src/testing/runs.ts';
import { PHONE } from './support/browser.ts';
import {
  type BrowserSession,
  START_TIMEOUT_MS,
  startEnvironment,
  type TestEnvironment,
} from './support/environment.ts';
import { inspectScreen } from './support/inspect-screen.ts';

const pages = readPages();
const isSelected = oneIn(3);
const selectedPages = pages.map(({ path }) => path).filter(() => isSelected());

let environment: TestEnvironment;
let reader: BrowserSession;
beforeAll(async () => {
  environment = await startEnvironment();
  reader = await environment.open({ permissions: ['clipboard-read', 'clipboard-write'] });
}, START_TIMEOUT_MS);
afterAll(async () => {
  await reader?.close();
  await environment?.close();
});

describe('every page passes the accessibility rules and logs no error', () => {
  it.each(selectedPages)('%s', async (path) => {
    const response = await reader.page.goto(path);
    expect(response?.status()).toBe(200);
    expect(await inspectScreen(reader.page, `docs ${path.slice(1).replaceAll('/', '-')}`)).toEqual([]);
    expect(reader.problems.splice(0)).toEqual([]);
  });
});

it('links to no missing page, and to no missing anchor of the API reference', async () => {
  const { url } = environment.product;
  const links = new Set(pages.flatMap((page) => page.links).filter((link) => link.startsWith('/')));
  for (const link of links) {
    const [path, anchor] = link.split('#') as [string, string?];
    const response = await fetch(url + path, { headers: { accept: 'text/html' } });
    expect([link, response.status]).toEqual([link, 200]);
    if (anchor !== undefined) expect(await response.text(), link).toContain(`id="${anchor}"`);
  }
});

describe('search', () => {
  it('works with the keyboard alone', async () => {
    const { page } = reader;
    await page.goto('/docs');
    await page.keyboard.press('/');
    await page.keyboard.type('pending files');
    await page.locator('#results').getByRole('link', { name: 'Pending files' }).first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/files#pending-files');
  });

  it('finds error codes and endpoints, tolerates a typing mistake, and closes with Escape', async () => {
    const { page } = reader;
    await page.goto('/docs/forms');
    const field = page.getByRole('searchbox', { name: 'Search the documentation' });
    const results = page.locator('#results');
    for (const [query, address] of [
      ['WEBHOOK_COUNT_OVER_MAX', '/docs/errors#events'],
      ['webhoks', '/docs/webhooks'],
      ['Query a page of items', '/docs/api/data/items#data.items.query'],
    ] as const) {
      await field.fill(query);
      await results.locator(`a[href^="${address}"]`).first().waitFor();
    }
    await field.press('Escape');
    expect(await results.isVisible()).toBe(false);
  });

  it('shows all results on a separate page', async () => {
    const { page } = reader;
    await page.goto('/docs');
    const field = page.getByRole('searchbox');
    await field.fill('quota');
    await field.press('Enter');
    await page.waitForURL('**/docs/search?q=quota');
    await page.locator('#search-page a').first().waitFor();
    expect(await inspectScreen(page, 'docs search')).toEqual([]);
    expect(reader.problems.splice(0)).toEqual([]);
  });
});

it('copies code', async () => {
  const { page } = reader;
  await page.goto('/docs/sdk');
  const figure = page.locator('figure', { hasText: 'createClient' }).first();
  await figure.getByRole('button', { name: 'Copy' }).click();
  await figure.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^import \{ createClient \}/);
});

it('shows code with the address of its server', async () => {
  const { page } = reader;
  await page.goto('/docs/quickstart/vite');
  const installFigure = page.locator('figure', { hasText: 'npm create' });
  await expect
    .poll(() => installFigure.innerText())
    .toMatch(new RegExp(`npm i ${environment.product.url}/packages/portico-sdk-[\\d.]+-\\w{12}\\.tgz http`));
});

it('leads from page to page', async () => {
  const { page } = reader;
  await page.goto('/docs/data');
  await page.getByRole('link', { name: /^Next / }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('link', { name: /^Previous / }).click();
  await page.getByRole('heading', { name: 'Data', level: 1 }).waitFor();
  await page.getByRole('complementary').getByRole('link', { name: 'Indexes' }).click();
  await page.waitForURL('**/docs/data#indexes');
});

it('has a skip link, and on a phone a menu with the navigation', async () => {
  const { page } = reader;
  await page.setViewportSize(PHONE);
  await page.goto('/docs');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Webhooks', exact: true }).click();
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
});

it('responds to unknown addresses with a page that helps', async () => {
  const { page } = reader;
  const response = await page.goto('/docs/no-such-page');
  expect(response?.status()).toBe(404);
  await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
  expect(await inspectScreen(page, 'docs 404')).toEqual([]);
  reader.problems.splice(0);
});

it('can be read without scripts, and loads nothing from other origins', async () => {
  const withoutScripts = await environment.open({ javaScriptEnabled: false });
  const requests: string[] = [];
  withoutScripts.page.on('request', (request) => requests.push(request.url()));
  const response = await withoutScripts.page.goto('/docs/data/');
  expect(response?.headers()['content-security-policy']).toContain("default-src 'none'");
  await withoutScripts.page.getByRole('heading', { name: 'Data', level: 1 }).waitFor();
  const { url } = environment.product;
  expect(requests.filter((request) => !request.startsWith(url) && !request.startsWith('data:'))).toEqual([]);
  await withoutScripts.close();
});
