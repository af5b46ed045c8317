/** Hydrates the server's HTML of every component in a real browser. React reports each difference as an error. */
import type { Browser } from 'playwright-core';
import { createElement, Fragment } from 'react';
import { renderToString } from 'react-dom/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { everyComponent, member, pageWith, postedForms } from '../react/src/testing/every-component.tsx';
import { createClient, memberAuth } from '../sdk/src/index.ts';
import { launchBrowser, openContext } from './support/browser.ts';
import { serveWebsite } from './support/third-party.ts';

let browser: Browser;
let website: Awaited<ReturnType<typeof serveWebsite>>;
let html = '';
beforeAll(async () => {
  [browser, website] = await Promise.all([launchBrowser(), serveWebsite('hydrate.tsx', () => html)]);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await website?.close();
});

/** Renders the page of third-party/hydrate.tsx. */
function renderPage(isMember: boolean): string {
  const client = createClient({ url: 'https://portico.example', auth: memberAuth({ clientId: 'app' }) });
  const rows = everyComponent.map(({ name, element }) => createElement('div', { key: name }, element));
  const all = createElement(Fragment, null, rows, postedForms);
  return renderToString(pageWith(all, { client, initialSession: { member: isMember ? member : null } }));
}

it.each([
  ['a visitor', false],
  ['a member', true],
])('hydrates every component without a difference for %s', async (_, isMember) => {
  html = `<!doctype html><html lang="en"><title>Hydration</title><link rel="icon" href="data:,">
    <body ${isMember ? 'data-member' : ''}><div id="root">${renderPage(isMember)}</div><script type="module" src="/app.js"></script>`;
  const { context, problems } = await openContext(browser);
  const page = await context.newPage();
  await page.goto(website.origin);
  await page.waitForSelector('body[data-hydrated]');
  await page.locator('form[novalidate]').first().waitFor();
  // Once hydrated, the forms show their own messages instead of the browser's.
  expect(await page.locator('form:not([novalidate]):has([required])').count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});
