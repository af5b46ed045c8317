/**
 * Runs four of the vendor's templates on Portico, unchanged apart from the environment, the ids that their READMEs say to
 * fill in, and the lines that docs/frameworks.md adds. Their sources are not part of this repository:
 *
 *     git clone https://github.com/wix/headless-templates
 *     PORTICO_TEMPLATES=$PWD/headless-templates npm test -- conformance/templates.test.ts
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, openApi } from '../e2e/support/api.ts';
import { launchBrowser, openContext } from '../e2e/support/browser.ts';
import { OWNER_ENV, START_TIMEOUT_MS } from '../e2e/support/environment.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { publicCollection, registrationForm } from './support/template-content.ts';
import { copyApp, editApp, startApp, type WebApp } from './support/web-app.ts';

const templates = process.env.PORTICO_TEMPLATES;
if (!templates) {
  console.warn(
    'Skipped: the vendor’s templates. Clone https://github.com/wix/headless-templates and set PORTICO_TEMPLATES to its folder.',
  );
} else if (!existsSync(join(templates, 'astro/registration'))) {
  throw new Error(
    `PORTICO_TEMPLATES=${templates} is not a clone of wix/headless-templates: it has no astro/registration.`,
  );
}

const LONG_TIMEOUT = { timeout: 60_000 };
/** The timeout is long because a template installs 600 MB of packages and compiles its first page. */
const PREPARE_MS = 600_000;

let product: Product;
let api: Api;
let browser: Browser;
let app: WebApp;
let context: BrowserContext;
let page: Page;

describe.skipIf(!templates)('templates of wix/headless-templates', () => {
  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(OWNER_ENV), launchBrowser()]);
    api = await openApi(product);
  }, START_TIMEOUT_MS);
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  /** Copies a template and adds the preload that the server provides. */
  const prepare = async (name: string): Promise<string> => {
    const folder = copyApp(join(templates as string, name), name.replace('/', '-'));
    const preload = await fetch(`${product.url}/wix-register.mjs`);
    writeFileSync(join(folder, 'wix-register.mjs'), await preload.text());
    return folder;
  };
  const makeOAuthApp = async (more: object = {}) =>
    api.postAsOwner('/portico/v1/apps', { app: { name: 'Template', ...more } });
  const preloadEnvironment = { NODE_OPTIONS: '--import=./wix-register.mjs' };
  const astroEnvironment = async () => {
    const { app, clientSecret } = await makeOAuthApp();
    return {
      ...preloadEnvironment,
      WIX_CLIENT_ID: app.clientId,
      WIX_CLIENT_SECRET: clientSecret,
      WIX_CLIENT_INSTANCE_ID: api.siteId,
      WIX_CLIENT_PUBLIC_KEY: 'unused',
    };
  };
  const openPage = async (): Promise<void> => {
    ({ context } = await openContext(browser));
    // Blocks requests for fonts, images and analytics of the vendor's servers, which these tests do not need.
    await context.route(
      (url) => url.hostname !== 'localhost',
      (route) => route.abort(),
    );
    context.setDefaultTimeout(LONG_TIMEOUT.timeout);
    page = await context.newPage();
  };
  const close = async (): Promise<void> => {
    await context?.close();
    await app?.stop();
  };

  describe('astro/registration', () => {
    let formId: string;
    beforeAll(async () => {
      ({
        form: { id: formId },
      } = await api.post('/form-schema-service/v4/forms', { form: registrationForm }));
      const folder = await prepare('astro/registration');
      editApp(folder, 'src/utils/constants.ts', /WIX_FORM_ID = "[^"]+"/, `WIX_FORM_ID = "${formId}"`);
      editApp(
        folder,
        'src/layouts/Layout.astro',
        '<head>',
        `<head><script is:inline src="${product.url}/wix.js"></script>`,
      );
      app = await startApp(folder, ['astro', 'dev'], await astroEnvironment());
      await openPage();
    }, PREPARE_MS);
    afterAll(close);

    it(
      'renders the fields of a form and submits them',
      async () => {
        await page.goto(`${app.origin}/`, { waitUntil: 'domcontentloaded' });
        await page.getByLabel('First name').fill('Ada');
        await page.getByLabel('E-mail').fill('ada@example.org');
        await page.getByLabel('Guests').fill('2');
        await page.getByRole('button', { name: 'Submit' }).click();
        await page.getByText("You're all set").waitFor();
        const { submissions } = await api.post('/form-submission-service/v4/submissions/namespace/query', {
          query: { filter: { namespace: 'wix.form_app.form', formId } },
        });
        expect(submissions).toMatchObject([
          { submissions: { first_name: 'Ada', email: 'ada@example.org', guests: 2 } },
        ]);
      },
      PREPARE_MS,
    );
  });

  describe('astro/cms-catalog', () => {
    beforeAll(async () => {
      await publicCollection(api, 'catalog-items', [
        { name: 'Chair', description: '<p>Oak</p>', price: 120, currency: 'EUR', category: 'Furniture' },
        { name: 'Lamp', description: '<p>Brass</p>', price: 40, currency: 'EUR', category: 'Light' },
      ]);
      const folder = await prepare('astro/cms-catalog');
      app = await startApp(folder, ['astro', 'dev'], await astroEnvironment());
      await openPage();
    }, PREPARE_MS);
    afterAll(close);

    it(
      'lists the items, filters them by category and shows one',
      async () => {
        await page.goto(`${app.origin}/`, { waitUntil: 'domcontentloaded' });
        await page.getByText('Chair').first().waitFor();
        await page.getByText('Lamp').first().waitFor();
        await page.getByText('€40').first().waitFor();
        const details = page.locator('a[href^="/catalog/"]').first();
        // A click before the Astro island is hydrated has no effect, so it is repeated.
        await expect
          .poll(async () => {
            await page.getByRole('button').filter({ hasText: 'Chair' }).first().click();
            return details.isVisible();
          }, LONG_TIMEOUT)
          .toBe(true);
        await details.click();
        await page.getByText('← Back to the collection').waitFor();
        expect(await page.locator('h1').innerText()).toBe('Chair');
      },
      PREPARE_MS,
    );
  });

  describe('nextjs/minimal-examples', () => {
    beforeAll(async () => {
      const folder = await prepare('nextjs/minimal-examples');
      editApp(folder, 'middleware.js', /^/, "import './wix-register.mjs';\n");
      editApp(folder, 'pages/_document.js', '<Head/>', `<Head><script src="${product.url}/wix.js"/></Head>`);
      app = await startApp(folder, ['next', 'dev'], preloadEnvironment);
      const { app: oauthApp } = await makeOAuthApp({ redirectUris: [`${app.origin}/login-callback`] });
      editApp(folder, 'constants/constants.js', /CLIENT_ID = "[^"]+"/, `CLIENT_ID = "${oauthApp.clientId}"`);
      await openPage();
    }, PREPARE_MS);
    afterAll(close);

    it(
      'gets its visitor session in edge middleware and lists the missing apps',
      async () => {
        await page.goto(`${app.origin}/`, { waitUntil: 'domcontentloaded' });
        await page.getByRole('heading', { name: 'Quick start with Next.js for Wix Headless' }).waitFor();
        const session = (await context.cookies()).find(({ name }) => name === 'session');
        expect(decodeURIComponent(session?.value ?? '')).toContain('"role":"visitor"');
        await page.getByText('Suggested Apps').waitFor();
      },
      PREPARE_MS,
    );

    it(
      'signs a member in on the hosted page',
      async () => {
        await page.goto(`${app.origin}/members`, { waitUntil: 'domcontentloaded' });
        await page.getByText('Login').click();
        await page.getByRole('heading', { name: 'Sign in' }).waitFor();
        await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
        await page.getByLabel('Name').fill('Ada');
        await page.getByLabel('E-mail').fill('ada@example.org');
        await page.getByLabel(/^Password/).fill('a long enough password');
        await page.getByRole('button', { name: 'Sign up' }).click();
        await page.waitForURL(`${app.origin}/members`);
        await page.getByText('Logout').waitFor();
        await page.getByText(/Hello\s+Ada/).waitFor();
      },
      PREPARE_MS,
    );
  });

  describe('nextjs/cms-education', () => {
    beforeAll(async () => {
      const project = { slug: 'wells', shortDescription: 'Water for schools', longDescription: 'Twelve wells.' };
      await publicCollection(api, 'Our-Projects', [{ title: 'Wells', ...project }]);
      await publicCollection(api, 'Our-Team', [{ name: 'Ada', about: 'Founder', email: 'ada@example.org' }]);
      await publicCollection(api, 'Volunteers', [{ name: 'Grace', about: 'Teacher' }]);
      const date = { $date: '2026-05-04T10:00:00.000Z' };
      await publicCollection(api, 'News', [
        { title: 'A new school', slug: 'school', shortDescription: 'Opened', date },
      ]);
      const folder = await prepare('nextjs/cms-education');
      const { app: oauthApp } = await makeOAuthApp();
      const env = { ...preloadEnvironment, NEXT_PUBLIC_WIX_CLIENT_ID: oauthApp.clientId };
      app = await startApp(folder, ['next', 'dev'], env);
      await openPage();
    }, PREPARE_MS);
    afterAll(close);

    it(
      'shows projects, one project, the team and the news from collections',
      async () => {
        await page.goto(`${app.origin}/projects`, { waitUntil: 'domcontentloaded' });
        await page.getByTestId('projects-page.project-item.cta').click();
        await page.getByTestId('project-details-page.container').getByText('Twelve wells.').waitFor();
        await page.goto(`${app.origin}/team`, { waitUntil: 'domcontentloaded' });
        await page.getByTestId('team-page.team-members').getByText('Founder').waitFor();
        await page.getByText('Grace').waitFor();
        await page.goto(`${app.origin}/news`, { waitUntil: 'domcontentloaded' });
        await page.getByTestId('news-page.news-list').getByText('May 4, 2026').waitFor();
      },
      PREPARE_MS,
    );
  });
});
