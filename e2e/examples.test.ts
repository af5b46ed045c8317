/**
 * Runs the examples as readers do: with the packages that the server serves, outside the repository, against a real
 * server and in a real browser.
 */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyApp, startApp } from '../conformance/support/web-app.ts';
import { isFull } from '../server/src/testing/runs.ts';
import { type Api, openApi } from './support/api.ts';
import {
  type BrowserSession,
  OWNER_ENV,
  START_TIMEOUT_MS,
  signInAsOwner,
  startEnvironment,
  type TestEnvironment,
} from './support/environment.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import {
  buildViteApp,
  createWebsiteFolder,
  reactAppPackages,
  readExample,
  serveFolder,
  type WebsiteFolder,
} from './support/website-folder.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MAX_LINES = 150;
const PREPARE_MS = 600_000;

let environment: TestEnvironment;
let api: Api;
let folder: WebsiteFolder;
let ids: { clientId: string; formId: string };
beforeAll(async () => {
  environment = await startEnvironment(OWNER_ENV);
  const { url } = environment.product;
  api = await openApi(environment.product);
  const { forms } = await api.post('/v4/forms/query', { query: { filter: { namespace: 'wix.form_app.form' } } });
  ids = { formId: forms[0].id, clientId: await createApp(['http://localhost:3000/callback']) };
  folder = await createWebsiteFolder([...reactAppPackages(url), ...vitePackages()]);
}, START_TIMEOUT_MS);
afterAll(async () => {
  folder?.remove();
  await environment?.close();
});

/** Returns Vite and its plugins in the versions of the example, as arguments of `npm i`. */
function vitePackages(): string[] {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'examples/vite/package.json'), 'utf8'));
  return ['vite', '@vitejs/plugin-react'].map((name) => `${name}@${devDependencies[name]}`);
}

const createApp = async (redirectUris: readonly string[]): Promise<string> =>
  (await api.postAsOwner('/portico/v1/apps', { app: { name: 'Example', redirectUris } })).app.clientId;

/** Replaces the placeholders of the documentation with the ids of this server. */
const withIds = (text: string, clientId = ids.clientId): string =>
  text
    .replaceAll('http://localhost:4000', environment.product.url)
    .replaceAll('YOUR-CLIENT-ID', clientId)
    .replaceAll('YOUR-FORM-ID', ids.formId)
    .replaceAll('YOUR-SITE-ID', api.siteId)
    .replaceAll('YOUR-API-KEY', api.apiKey);

/** Writes an example into a folder below the installed packages. */
function writeExample(name: string, clientId?: string): string {
  for (const [file, text] of readExample(name, (text) => withIds(text, clientId))) {
    folder.write(`${name}/${file}`, text);
    if (file === '.env.example') folder.write(`${name}/.env`, text);
  }
  return join(folder.path, name);
}

describe('the examples', () => {
  it.each(['node', 'html', 'vite', 'next', 'astro'])('have less than 150 lines: %s', (name) => {
    const files = [...readExample(name, (text) => text)].filter(([file]) => /\.(?:[jt]sx?|html|astro|mjs)$/.test(file));
    const lines = files.reduce((sum, [, text]) => sum + text.trim().split('\n').length, 0);
    expect(lines).toBeLessThan(MAX_LINES);
  });

  it('a Node script reads, submits, registers and administers', async () => {
    const path = writeExample('node');
    const args = [`--env-file=${join(path, '.env.example')}`, join(path, 'index.js')];
    const { stdout, stderr } = await run(process.execPath, args);
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^1789 {2}The Interesting Narrative\n(?:.*\n)*email: FORMAT_ERROR\nSent as /);
    expect(stdout).toMatch(
      /: SUCCESS\nThe site has [1-9]\d* members\.\nThe inbox has a message from ada@example\.com\.\n/,
    );
  });

  it('a page of plain HTML lists books, signs a member in and out, and sends a form', async () => {
    const site = await serveFolder(join(folder.path, 'html'));
    writeExample('html', await createApp([`${site.origin}/`]));
    const session = await environment.open();
    await useExample(session, site.origin, 'html');
    await session.close();
    await site.close();
  });

  it('a React app with Vite does the same', async () => {
    const site = await serveFolder(join(folder.path, 'vite/dist'));
    await buildViteApp(writeExample('vite', await createApp([`${site.origin}/callback`])));
    const session = await environment.open();
    await useExample(session, site.origin, 'vite');
    await session.close();
    await site.close();
  });

  // Installing the frameworks takes minutes, so they run in `npm run prove` only.
  it.skipIf(!isFull).each([
    ['next', ['next', 'dev']],
    ['astro', ['astro', 'dev']],
  ])(
    'an app of %s does the same',
    async (name, command) => {
      const clientId = await createApp([]);
      const source = writeExample(name, clientId);
      const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
      const servedPackages = ['sdk', 'react'].map((packageName) => {
        delete manifest.dependencies[`@portico/${packageName}`];
        return `${environment.product.url}/packages/portico-${packageName}.tgz`;
      });
      writeFileSync(join(source, 'package.json'), JSON.stringify(manifest));
      const copy = copyApp(source, `example-${name}`);
      await run('npm', ['i', '--no-save', '--no-audit', '--no-fund', ...servedPackages], { cwd: copy });
      const app = await startApp(copy, command, {});
      try {
        await api.patch(`/portico/v1/apps/${clientId}`, { app: { redirectUris: [`${app.origin}/callback`] } });
        const session = await environment.open();
        session.page.setDefaultTimeout(60_000);
        await useExample(session, app.origin, name);
        await session.close();
      } finally {
        await app.stop();
      }
    },
    PREPARE_MS,
  );
});

describe('the page Connect your site', () => {
  let owner: BrowserSession;
  beforeAll(async () => {
    owner = await environment.open();
    await signInAsOwner(owner.page);
  });
  afterAll(() => owner?.close());

  const choose = async (name: string) => {
    await owner.page.getByRole('combobox', { name: 'Framework' }).click();
    await owner.page.getByRole('option', { name }).click();
  };
  const codeOf = (label: string) => owner.page.getByRole('region', { name: label, exact: true }).innerText();
  const state = () => owner.page.getByRole('status', { name: 'Connection' }).innerText();
  const readApp = async (): Promise<{ clientId: string; redirectUris: string[] }> =>
    (await api.getAsOwner('/portico/v1/apps')).apps.find((app: { name: string }) => app.name === 'My website');

  it('creates an app with the redirect address of the framework, and suggests that of another one', async () => {
    const { page } = owner;
    await page.goto('/dashboard/settings/connect');
    await page.getByRole('button', { name: 'New app' }).click();
    await page.getByLabel('Name').fill('My website');
    await page.getByRole('button', { name: 'Create app' }).click();
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await page.getByRole('combobox', { name: 'App' }).click();
    await page.getByRole('option', { name: 'My website' }).click();
    expect((await readApp()).redirectUris).toEqual(['http://localhost:5173/callback']);
    await choose('Next.js');
    await page.getByRole('button', { name: 'Add this address' }).click();
    await page.getByText('The redirect addresses are saved.').waitFor();
    expect((await readApp()).redirectUris).toEqual([
      'http://localhost:5173/callback',
      'http://localhost:3000/callback',
    ]);
  });

  it.each(['Vite + React', 'Next.js', 'Astro', 'Plain HTML', 'Node script', 'Wix SDK'])(
    'shows the code for %s with the ids of the site, and leads to its quickstart',
    async (name) => {
      const { page, problems } = owner;
      await choose(name);
      const code = (await page.locator('section pre').allInnerTexts()).join('\n');
      expect(code).toContain((await readApp()).clientId);
      expect(code).toContain(environment.product.url);
      const guide = await page.getByRole('link', { name: /^Quickstart for/ }).getAttribute('href');
      expect((await fetch(environment.product.url + guide)).status).toBe(200);
      expect(await inspectScreen(page, `connect ${name}`)).toEqual([]);
      expect(problems.splice(0)).toEqual([]);
    },
  );

  it('shows the first call of the app as soon as it arrives', async () => {
    await choose('Node script');
    expect(await state()).toMatch(/^Waiting/i);
    folder.write('connect/index.js', await codeOf('index.js'));
    const { stdout } = await run(process.execPath, [join(folder.path, 'connect/index.js')]);
    expect(stdout).toContain("name: 'Contact'");
    await expect.poll(state).toMatch(/^Connected\s+First call received/i);
  });

  it('has code for a plain page that runs', async () => {
    await choose('Plain HTML');
    folder.write('plain/index.html', `<!doctype html>${await codeOf('Script of the page')}`);
    const site = await serveFolder(join(folder.path, 'plain'));
    const visitor = await environment.open();
    const consoleMessage = visitor.page.waitForEvent('console');
    await visitor.page.goto(site.origin);
    const value = (await consoleMessage).args()[0];
    expect(await value?.evaluate((form) => form.name)).toBe('Contact');
    await visitor.close();
    await site.close();
  });
});

let memberCount = 0;

/**
 * Uses the page of an example like a visitor: reads the list, signs up on the hosted pages, signs out, submits the
 * form.
 */
async function useExample({ page, problems }: BrowserSession, origin: string, name: string): Promise<void> {
  memberCount += 1;
  const email = `reader${memberCount}@example.org`;
  await page.goto(`${origin}/`);
  await page.getByRole('listitem').filter({ hasText: 'Frankenstein' }).waitFor();
  await page.getByText('You are not signed in').waitFor();
  expect(await inspectScreen(page, `example ${name}`)).toEqual([]);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('Name').fill('Grace');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel(/^Password/).fill('a long enough password');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByText(`Signed in as ${email}`).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('You are not signed in').waitFor();

  await page.getByLabel('First name').fill('Grace');
  await page.getByLabel('Last name').fill('Hopper');
  await page.getByLabel('E-mail').fill('no address');
  await page.getByLabel('Message').fill('When do you open?');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.poll(() => page.getByLabel('E-mail').getAttribute('aria-invalid')).toBe('true');
  // The browser logs the rejected request. Any other problem would be a mistake in the example.
  expect(problems.filter((problem) => !problem.includes('status of 400'))).toEqual([]);
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Thank you').waitFor();
}
