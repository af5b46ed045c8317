/** Tests the hooks of the React package on a website of another origin, in a real browser. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {} from '../server/src/testing/global-setup.ts';
import { type TestServer, testServer } from '../server/src/testing/index.ts';
import { launchBrowser, openContext } from './support/browser.ts';
import { serveWebsite } from './support/third-party.ts';

const password = 'correct horse battery staple 5';
let t: TestServer;
let browser: Browser;
let website: Awaited<ReturnType<typeof serveWebsite>>;
let html = '';
let page: Page;
let problems: string[];

beforeAll(async () => {
  [t, browser, website] = await Promise.all([testServer(), launchBrowser(), serveWebsite('react.tsx', () => html)]);
  const url = await t.listen();
  const as = await t.userToken('owner');
  const app = { name: 'Website', redirectUris: [`${website.origin}/callback`] };
  const { clientId } = (await t.call({ method: 'POST', path: '/portico/v1/apps', body: { app }, as })).body.app;
  const collection = {
    id: 'Notes',
    fields: [{ key: 'title', type: 'TEXT' }],
    permissions: { read: 'ANYONE', insert: 'SITE_MEMBER', update: 'SITE_MEMBER_AUTHOR', remove: 'SITE_MEMBER_AUTHOR' },
  };
  await t.call({ method: 'POST', path: '/v2/collections', body: { collection }, as: t.key });
  for (const email of ['ada@example.org', 'grace@example.org'])
    await t.call({ method: 'POST', path: '/v2/register', body: { loginId: { email }, password }, as: t.visitor });
  html = `<!doctype html><html lang="en"><title>Notes</title><link rel="icon" href="data:,">
    <body data-url="${url}" data-client-id="${clientId}"><div id="root"></div><script type="module" src="/app.js"></script>`;
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await website?.close();
  await t?.stop();
});

const titles = ['Apples', 'Bread', 'Cheese', 'Dates'];
beforeEach(async () => {
  await t.call({ method: 'POST', path: '/v2/items/truncate', body: { dataCollectionId: 'Notes' }, as: t.key });
  const dataItems = titles.map((title) => ({ data: { title } }));
  await t.call({
    method: 'POST',
    path: '/v2/bulk/items/insert',
    body: { dataCollectionId: 'Notes', dataItems },
    as: t.key,
  });
  const opened = await openContext(browser);
  problems = opened.problems;
  page = await opened.context.newPage();
  return () => opened.context.close();
});

const open = async (show: string) => page.goto(`${website.origin}/?show=${show}`);
const session = () => page.getByRole('status', { name: 'session' });
const waitForSession = (text: string) => expect.poll(() => session().textContent()).toBe(text);
const list = (name: string) => page.getByRole('list', { name }).first().getByRole('listitem').allTextContents();
const click = (name: string) => page.getByRole('button', { name, exact: true }).first().click();

/** Signs in with the client of the page. */
const signIn = (email: string) =>
  page.evaluate(
    async ([email, password]) => {
      // biome-ignore lint/suspicious/noExplicitAny: the page defines this client, and the test has no type for it
      const { auth } = (globalThis as any).client;
      const { data } = await auth.login({ email, password });
      await auth.setTokens(await auth.getMemberTokensForDirectLogin(data.sessionToken));
    },
    [email, password] as const,
  );

/** Counts the requests of a path from now on. */
function countRequests(path: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() !== 'OPTIONS' && new URL(request.url()).pathname === path) count += 1;
  });
  return () => count;
}

/** Pauses the next request of a path until the returned function is called. */
async function holdRequest(path: string): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**${path}*`, async (route) => {
    if (route.request().method() !== 'OPTIONS') await released;
    await route.continue();
  });
  return () => release();
}

describe('useQuery', () => {
  it('shares one request between components, even under StrictMode, and loads more pages', async () => {
    const count = countRequests('/v2/items/query');
    await open('twice');
    await expect.poll(() => list('notes')).toEqual(titles.slice(0, 3));
    expect(count()).toBe(1);
    await click('More');
    await expect.poll(() => list('notes')).toEqual(titles);
    expect(await page.getByRole('button', { name: 'More' }).count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('suspends until the items are there', async () => {
    const release = await holdRequest('/v2/items/query');
    await open('suspense');
    await page.getByText('Suspended').waitFor();
    release();
    await expect.poll(() => list('suspended notes')).toEqual(titles.slice(0, 3));
    expect(problems).toEqual([]);
  });

  it('shows an error of the server', async () => {
    await page.route('**/v2/items/query*', (route) =>
      route.fulfill({ status: 403, json: { message: 'Not for you.' } }),
    );
    await open('twice');
    await page.getByRole('alert').first().waitFor();
    expect(await page.getByRole('alert').first().textContent()).toBe('Not for you.');
    problems.splice(0);
  });
});

describe('a change of the member', () => {
  it('drops what the previous member saw, and reads it again', async () => {
    await open('twice');
    await waitForSession('signedOut');
    await expect.poll(() => list('notes')).toHaveLength(3);
    const count = countRequests('/v2/items/query');
    const release = await holdRequest('/v2/items/query');
    await signIn('ada@example.org');
    await waitForSession('signedIn ada@example.org');
    // No part of the visitor's list remains while the member's list is loading.
    await page.getByText('Loading notes').first().waitFor();
    release();
    await expect.poll(() => list('notes')).toHaveLength(3);
    expect(count()).toBe(1);
    await signIn('grace@example.org');
    await waitForSession('signedIn grace@example.org');
    await expect.poll(count).toBe(2);
    await page.reload();
    await waitForSession('signedIn grace@example.org');
    await click('Leave');
    await waitForSession('signedOut');
    expect(problems).toEqual([]);
  });

  it('is noticed in another tab', async () => {
    await open('twice');
    const other = await page.context().newPage();
    await other.goto(`${website.origin}/?show=twice`);
    await signIn('ada@example.org');
    await expect
      .poll(() => other.getByRole('status', { name: 'session' }).textContent())
      .toBe('signedIn ada@example.org');
    expect(problems).toEqual([]);
  });
});

describe('useMutation', () => {
  it('shows a change at once, and takes it back if the server rejects it', async () => {
    await open('editor');
    const newestFirst = [...titles].reverse();
    await expect.poll(() => list('all')).toEqual(newestFirst);
    await page.getByLabel('Title').fill('Eggs');
    for (const [button, path, optimisticTitles] of [
      ['Add', '/v2/items', ['Eggs', ...newestFirst]],
      ['Rename the first', '/v2/items/**', ['Eggs', ...newestFirst.slice(1)]],
      ['Remove the first', '/v2/items/**', newestFirst.slice(1)],
    ] as const) {
      const release = await holdRequest(path);
      await click(button);
      await expect.poll(() => list('all')).toEqual(optimisticTitles);
      release();
      await expect.poll(() => list('all')).toEqual(newestFirst);
      await expect
        .poll(() => page.getByRole('status', { name: 'change' }).textContent())
        .toMatch(/WDE0027|permission/i);
      await page.unrouteAll({ behavior: 'wait' });
    }
    expect(problems.splice(0)).toHaveLength(3);
  });

  it('keeps what the server has stored', async () => {
    await t.call({ method: 'POST', path: '/v2/items/truncate', body: { dataCollectionId: 'Notes' }, as: t.key });
    await open('editor');
    await signIn('ada@example.org');
    await waitForSession('signedIn ada@example.org');
    await page.getByLabel('Title').fill('Figs');
    await click('Add');
    await expect.poll(() => list('all')).toEqual(['Figs']);
    await page.getByLabel('Title').fill('Grapes');
    await click('Rename the first');
    await expect.poll(() => page.getByRole('status', { name: 'first' }).textContent()).toBe('Grapes');
    await expect.poll(() => page.getByRole('status', { name: 'change' }).textContent()).toBe('saved');
    await page.reload();
    await expect.poll(() => list('all')).toEqual(['Grapes']);
    await click('Remove the first');
    await expect.poll(() => list('all')).toEqual([]);
    expect(problems).toEqual([]);
  });
});
