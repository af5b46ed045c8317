/**
 * Runs small apps, one per framework, that make the calls of the vendor's templates wherever the SDK runs: server,
 * proxy or edge middleware, and browser. The Vite app always runs. Next and Astro must be installed, so they run in
 * `npm run prove` only.
 */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, openApi } from '../e2e/support/api.ts';
import { launchBrowser, openContext } from '../e2e/support/browser.ts';
import { OWNER_ENV, START_TIMEOUT_MS } from '../e2e/support/environment.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { serveViteApp } from './support/vite-app.ts';
import { copyApp, editApp, startApp, type WebApp } from './support/web-app.ts';

const APPS = fileURLToPath(new URL('./apps/', import.meta.url));
const PREPARE_MS = 600_000;
const isFullRun = process.env.PORTICO_FULL === '1';

let product: Product;
let api: Api;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let preload: string;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(OWNER_ENV), launchBrowser()]);
  api = await openApi(product);
  preload = await (await fetch(`${product.url}/wix-register.mjs`)).text();
}, START_TIMEOUT_MS);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const makeOAuthApp = async (more: object = {}): Promise<string> =>
  (await api.postAsOwner('/portico/v1/apps', { app: { name: 'App', ...more } })).app.clientId;
const openPage = async (): Promise<void> => {
  ({ context } = await openContext(browser));
  context.setDefaultTimeout(60_000);
  page = await context.newPage();
};

describe('Vite with React in StrictMode', () => {
  let site: { origin: string; setEnvironment(clientId: string): void; close(): Promise<void> };
  beforeAll(async () => {
    site = await serveViteApp(join(APPS, 'vite'), preload);
    site.setEnvironment(await makeOAuthApp({ redirectUris: [`${site.origin}/callback`] }));
    await openPage();
  }, PREPARE_MS);
  afterAll(async () => {
    await context?.close();
    await site?.close();
  });

  it('keeps the member signed in if the callback page exchanges its code twice', async () => {
    await page.goto(`${site.origin}/`);
    await page.getByText('Signed in: nobody').waitFor();
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('E-mail').fill('ada@example.org');
    await page.getByLabel(/^Password/).fill('a long enough password');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByText('The second exchange was rejected').waitFor();
    await page.goto(`${site.origin}/`);
    await page.getByText('Signed in: ada@example.org').waitFor();
  });
});

describe.skipIf(!isFullRun)('frameworks', () => {
  let app: WebApp | undefined;
  afterAll(async () => {
    await app?.stop();
  });

  const prepare = (name: string): string => {
    const folder = copyApp(join(APPS, name), `own-${name}`);
    writeFileSync(join(folder, 'wix-register.mjs'), preload);
    return folder;
  };
  const start = async (folder: string, command: string[]): Promise<string> => {
    await app?.stop();
    const clientId = await makeOAuthApp();
    const env: Record<string, string> = { NODE_OPTIONS: '--import=./wix-register.mjs' };
    for (const prefix of ['NEXT_PUBLIC_', 'PUBLIC_']) {
      env[`${prefix}WIX_CLIENT_ID`] = clientId;
      env[`${prefix}PORTICO_URL`] = product.url;
    }
    app = await startApp(folder, command, env);
    await openPage();
    return app.origin;
  };
  const showsBooks = async (origin: string): Promise<void> => {
    await page.goto(origin, { waitUntil: 'domcontentloaded' });
    // `Frankenstein` is a book of the starter content.
    await page.getByRole('listitem').filter({ hasText: 'Frankenstein' }).waitFor();
    await page.getByText(/^[1-9]\d* counted in the browser/).waitFor();
  };
  const expectVisitorSession = async (): Promise<void> => {
    const session = (await context.cookies()).find(({ name }) => name === 'session');
    expect(decodeURIComponent(session?.value ?? '')).toContain('"role":"visitor"');
  };

  it(
    'Next 16 with proxy.js',
    async () => {
      await showsBooks(await start(prepare('next'), ['next', 'dev']));
      await expectVisitorSession();
    },
    PREPARE_MS,
  );

  it(
    'Next 16 with middleware.js, in the edge runtime',
    async () => {
      const folder = prepare('next');
      editApp(folder, 'proxy.js', 'function proxy', 'function middleware');
      renameSync(join(folder, 'proxy.js'), join(folder, 'middleware.js'));
      await showsBooks(await start(folder, ['next', 'dev']));
      await expectVisitorSession();
    },
    PREPARE_MS,
  );

  it(
    'Astro 7',
    async () => {
      await showsBooks(await start(prepare('astro'), ['astro', 'dev']));
    },
    PREPARE_MS,
  );
});
