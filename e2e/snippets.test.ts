/**
 * Runs the code blocks of the documentation: programs in Node, components and scripts on a website in a real browser,
 * tags on a website of another origin, and commands in a shell, all against a real server. Their ids replace the
 * placeholders. The attributes of a code block say how it runs (docs/src/snippets.ts).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readSnippets, type Snippet, snippetsOf } from '../docs/src/snippets.ts';
import { readConfig } from '../server/src/config.ts';
import { isFull } from '../server/src/testing/runs.ts';
import { rowsOf } from './snippets/executors.ts';
import { createFixture, extendBooks, type Fixture } from './snippets/fixture.ts';
import { preparePrograms, runCommands, runProgram } from './snippets/programs.ts';
import { followQuickstart, patternOf, quickstartRedirectUris } from './snippets/quickstart.ts';
import { typeErrorsOf } from './snippets/type-check.ts';
import { buildWebsite } from './snippets/website.ts';
import { type Api, openApi } from './support/api.ts';
import {
  type BrowserSession,
  OWNER,
  OWNER_ENV,
  PASSWORD,
  START_TIMEOUT_MS,
  startEnvironment,
  type TestEnvironment,
} from './support/environment.ts';
import { type HostWebsite, serveHostWebsite } from './support/host-website.ts';
import { createWebsiteFolder, reactAppPackages, serveFolder, type WebsiteFolder } from './support/website-folder.ts';

const METRICS_TOKEN = 'a-token-of-the-metrics-endpoint';
const BACKUP_KEY = 'a key of backups with enough characters';
/** Uses names that the types of the starter content do not have, after a code block has registered these types. */
const [WRONG_NAMES] = snippetsOf(
  'docs/wrong-names.md',
  `\`\`\`tsx typed
import { useQuery } from '@portico/react';

export function Wrong() {
  // @ts-expect-error There is no collection of this name.
  useQuery('Boks');
  // @ts-expect-error There is no field of this name.
  return useQuery('Books', (books) => books.ascending('titel')).items.length;
}
\`\`\``,
) as [Snippet];
const QUICKSTART_MS = 600_000;
const SHOP = 'https://shop.example/account';

const snippets = readSnippets();

let environment: TestEnvironment;
let api: Api;
let folder: WebsiteFolder;
let website: { origin: string; close(): Promise<void> };
let hostWebsite: HostWebsite;
let fixture: Fixture;
beforeAll(async () => {
  environment = await startEnvironment({
    ...OWNER_ENV,
    PORTICO_METRICS_TOKEN: METRICS_TOKEN,
    PORTICO_REQUEST_LOG: 'on',
    LOG_LEVEL: 'info',
  });
  const { url } = environment.product;
  [api, hostWebsite, folder] = await Promise.all([
    openApi(environment.product),
    serveHostWebsite(url),
    createWebsiteFolder(reactAppPackages(url)),
  ]);
  website = await serveFolder(join(folder.path, 'website/dist'));
  fixture = await createFixture(api, url, [
    `${website.origin}/`,
    `${website.origin}/callback`,
    SHOP,
    ...quickstartRedirectUris,
  ]);
  preparePrograms(folder, fixture);
  // Commands write files into the source folder of a website.
  folder.write('src/main.js', '');
}, START_TIMEOUT_MS);
afterAll(async () => {
  await hostWebsite?.close();
  await website?.close();
  folder?.remove();
  await environment?.close();
});

/** Replaces the placeholders of the documentation with the ids of the site. */
const withIds = (text: string): string =>
  text
    .replaceAll('http://localhost:4000', environment.product.url)
    .replaceAll('YOUR-CLIENT-ID', fixture.clientId)
    .replaceAll('YOUR-CLIENT-SECRET', fixture.clientSecret)
    .replaceAll('YOUR-FORM-ID', fixture.formId)
    .replaceAll('YOUR-SITE-ID', api.siteId)
    .replaceAll(/\bSITE_ID\b/g, api.siteId)
    .replaceAll('YOUR-API-KEY', api.apiKey)
    .replaceAll('you@example.org', OWNER.email);

it('the types of the code are correct', async () => {
  const { stdout: siteTypes } = await runCommands(folder, `npx portico types --url ${fixture.url}`, {
    PORTICO_KEY: api.apiKey,
  });
  const scripts = [...rowsOf(snippets, 'node'), ...rowsOf(snippets, 'browser'), ...rowsOf(snippets, 'types')].map(
    ([, snippet]) => snippet,
  );
  const [untyped, typed] = [false, true].map((value) => scripts.filter((one) => one.usesSiteTypes === value));
  expect(
    await Promise.all([
      typeErrorsOf(folder, 'types', untyped ?? [], siteTypes),
      typeErrorsOf(folder, 'site-types', [...(typed ?? []), WRONG_NAMES], siteTypes),
    ]),
  ).toEqual(['', '']);
  expect(scripts.length).toBeGreaterThan(30);
});

describe('a program for Node prints what it should', () => {
  const programs = rowsOf(snippets, 'node');
  const complete = programs.filter(([, { continuesOthers }]) => !continuesOthers);
  const run = async (path: string) => {
    const snippet = snippets.find((one) => one.path === path) as (typeof snippets)[number];
    const { stdout, stderr } = await runProgram(folder, snippet, withIds(snippet.code), { PORTICO_KEY: api.apiKey });
    expect(stderr).toBe('');
    expect(stdout).toContain(snippet.expectedText ?? '');
  };

  it.each(complete)('%s', run);

  describe('with the variables of its page', () => {
    // Books get these fields after the programs above have run, which expect the starter content.
    beforeAll(() => extendBooks(api));

    it.each(programs.filter((row) => !complete.includes(row)))('%s', run);
  });
});

describe('in a browser', () => {
  const rows = rowsOf(snippets, 'browser');
  beforeAll(async () => {
    const blocks = rows.map(([, snippet]) => snippet);
    await buildWebsite(folder, blocks, fixture, withIds);
  });

  it.each(rows)('a code block shows or prints what it should: %s', async (path, { code, expectedText = '' }) => {
    const { page, problems, output, close } = await openSnippet(path);
    const button = page.getByRole('button', { name: 'The button of the page' });
    if (code.includes('signInWithRedirect(')) {
      await button.click();
      await signIn(page);
      await page.waitForURL(`${website.origin}/`);
    }
    if (code.includes('signInWithPopup(')) {
      const [popup] = await Promise.all([page.waitForEvent('popup'), button.click()]);
      await signIn(popup);
    }
    const text = async () => [...output, await page.locator('main').innerText()].join('\n');
    if (code.includes('console.log(')) await expect.poll(text).toContain(expectedText);
    else await page.locator('main').getByText(expectedText).first().waitFor();
    // The browser logs the rejected request for the member, which a visitor makes.
    const isExpected = (problem: string) => code.includes('getCurrentMember(') && problem.includes('status of 403');
    expect(problems.filter((problem) => !isExpected(problem))).toEqual([]);
    await close();
  });
});

describe('on a website of another origin', () => {
  const rows = rowsOf(snippets, 'embed');
  const SCRIPT = '<script src="http://localhost:4000/embed.js" async></script>';

  async function open(path: string): Promise<BrowserSession> {
    const session = await environment.open({ baseURL: hostWebsite.origin });
    await session.page.goto(path);
    return session;
  }

  /** Lets the website show the form in a frame. Without a list of origins, no website may. */
  async function allowFrames(): Promise<void> {
    const { form } = await api.getAsOwner(`/v4/forms/${fixture.formId}`);
    const submissionPolicy = { allowedOrigins: [hostWebsite.origin] };
    await api.patch(`/v4/forms/${fixture.formId}`, { form: { revision: form.revision, submissionPolicy } });
  }

  it.each(rows)('a tag shows its content: %s', async (path, { code, expectedText = '' }) => {
    if (code.includes('<iframe')) await allowFrames();
    const body = withIds(code.includes(SCRIPT) ? code : SCRIPT + code);
    hostWebsite.serve(`/${path}`, { body });
    const { page, problems, close } = await open(`/${path}`);
    const content = code.includes('<iframe') ? page.frameLocator('iframe') : page;
    await content.getByText(expectedText).first().waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it.each(rowsOf(snippets, 'policy'))('a form appears under the policy of the page: %s', async (path, { code }) => {
    hostWebsite.serve(`/${path}`, { body: withIds(rows[0]?.[1].code ?? ''), policy: withIds(code.trim()) });
    const { page, problems, close } = await open(`/${path}`);
    await page.getByRole('button', { name: 'Send' }).waitFor();
    expect(problems).toEqual([]);
    await close();
  });
});

describe('styles', () => {
  it('change an embedded form', async () => {
    const [path, { code }] = styleOf('docs/embeds.md');
    hostWebsite.serve(`/${path}`, { body: withIds(rowsOf(snippets, 'embed')[0]?.[1].code ?? ''), style: code });
    const { page, close } = await environment.open({ baseURL: hostWebsite.origin });
    await page.goto(`/${path}`);
    await expect
      .poll(() => backgroundOf(page.locator('portico-form button[type=submit]')))
      .toBe(colorIn(code, '--button'));
    await close();
  });

  it('change the components of React', async () => {
    const [, { code }] = styleOf('react/README.md');
    const [path] = rowsOf(snippets, 'browser').find(([, { file }]) => file === 'react/README.md') ?? [''];
    const { page, close } = await openSnippet(path);
    await page.addStyleTag({ content: code });
    const button = page.locator('main .portico-button').first();
    await expect.poll(() => backgroundOf(button)).toBe(colorIn(code, '--portico-button'));
    await close();
  });

  it('are all tested above', () => {
    expect(rowsOf(snippets, 'styles').map(([, { file }]) => file)).toEqual(['docs/embeds.md', 'react/README.md']);
  });

  const styleOf = (file: string) =>
    rowsOf(snippets, 'styles').find(([, snippet]) => snippet.file === file) as readonly [string, Snippet];

  const backgroundOf = (locator: Locator): Promise<string> =>
    locator.evaluate((element) => getComputedStyle(element).backgroundColor);

  /** Returns the color that a style sheet gives to a variable, as the browser computes it. */
  function colorIn(css: string, variable: string): string {
    const [, red = '', green = '', blue = ''] = new RegExp(`${variable}: #(..)(..)(..)`).exec(css) ?? [];
    return `rgb(${[red, green, blue].map((hex) => Number.parseInt(hex, 16)).join(', ')})`;
  }
});

describe('commands of a shell', () => {
  /** The settings of the test installation, with which commands find it. */
  const settings = () => ({
    PORT: String(environment.product.installation.port),
    PORTICO_DATA_DIR: environment.product.dataDir,
    PORTICO_METRICS_TOKEN: METRICS_TOKEN,
    PORTICO_BACKUP_KEY: BACKUP_KEY,
    PORTICO_BACKUP_TO: join(folder.path, 'backups'),
  });
  beforeAll(() => runCommands(folder, 'npm run -s portico -- backup run', settings()));

  it.each(rowsOf(snippets, 'command'))(
    'succeed and print what they should: %s',
    async (_, { code, expectedText = '' }) => {
      const { stdout } = await runCommands(folder, withIds(code), settings());
      expect(stdout).toContain(expectedText);
    },
  );
});

describe('a quickstart works step by step', () => {
  let start: string;
  beforeEach(() => {
    start = mkdtempSync(join(tmpdir(), 'portico-quickstart-'));
  });
  afterEach(() => rmSync(start, { recursive: true, force: true }));

  it('for Node', async () => {
    const { outputs } = await followQuickstart('docs/quickstart/node.md', start, withIds);
    expect(outputs).toHaveLength(1);
    for (const { shown, actual } of outputs) expect(actual).toMatch(patternOf(shown));
  });

  // These pages download frameworks or a web server, so they run in `npm run prove` only.
  it.skipIf(!isFull).each(['vite', 'next', 'astro', 'html'])(
    'for %s',
    async (name) => {
      const followed = await followQuickstart(`docs/quickstart/${name}.md`, start, withIds);
      try {
        // The declaration that this page adds at its end applies to the whole app.
        if (name === 'vite') await followed.runCommand('npx tsc -b');
        const { page, problems, close } = await environment.open({ baseURL: followed.origin as string });
        page.setDefaultTimeout(60_000);
        await page.goto('/');
        await page.getByRole('listitem').filter({ hasText: 'Frankenstein' }).waitFor();
        await page.getByText('You are not signed in').waitFor();
        await page.getByRole('button', { name: 'Send' }).waitFor();
        expect(problems).toEqual([]);
        await close();
      } finally {
        followed.stop();
      }
    },
    QUICKSTART_MS,
  );
});

describe('settings', () => {
  it.each(rowsOf(snippets, 'settings'))('are accepted: %s', (_, { code }) => {
    const values: Record<string, string> = { DATABASE_URL: 'postgres://localhost/portico' };
    const lines = code.replace('…', BACKUP_KEY).split('\n');
    const assignments = lines.filter((line) => /^[A-Z_]+=/.test(line));
    for (const line of assignments) {
      Object.assign(values, parseEnv(line));
      expect(() => readConfig(values), line).not.toThrow();
    }
    expect(assignments.length).toBeGreaterThan(0);
  });
});

describe('data', () => {
  /** The check of each code block with data, by its file and language. */
  const checks: Readonly<Record<string, (code: string) => Promise<void>>> = {
    'docs/webhooks.md json': async (code) => {
      const { webhook } = await api.postAsOwner('/portico/v1/webhooks', JSON.parse(code));
      expect(webhook.url).toBe(JSON.parse(code).webhook.url);
    },
    'docs/monitoring.md json': async (code) => {
      const body = JSON.stringify({ clientId: fixture.clientId, grantType: 'anonymous' });
      const headers = { 'content-type': 'application/json' };
      const tokens = await fetch(`${fixture.url}/oauth2/token`, { method: 'POST', headers, body });
      const { access_token } = (await tokens.json()) as { access_token: string };
      await fetch(`${fixture.url}/v2/items/query`, {
        method: 'POST',
        headers: { ...headers, authorization: access_token },
        body: JSON.stringify({ dataCollectionId: 'Missing' }),
      });
      const { endpoint, code: errorCode } = JSON.parse(code);
      const isRequest = (line: string): boolean =>
        line.includes(`"endpoint":"${endpoint}"`) && line.includes(`"code":"${errorCode}"`);
      await expect.poll(() => environment.product.output().split('\n').find(isRequest)).toBeDefined();
      const logged = JSON.parse(environment.product.output().split('\n').find(isRequest) as string);
      expect(Object.keys(JSON.parse(code)).filter((name) => !(name in logged))).toEqual([]);
    },
    'docs/monitoring.md yaml': async (code) => {
      const [job] = parse(code).scrape_configs;
      expect(job.authorization).toHaveProperty('credentials_file');
      const response = await fetch(`${fixture.url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
      expect(response.status).toBe(200);
    },
  };

  it.each(rowsOf(snippets, 'data'))('are those of the server: %s', async (_, { file, language, code }) => {
    const check = checks[`${file} ${language}`];
    expect(check, `Add a check for ${file} ${language}.`).toBeDefined();
    await check?.(code);
  });
});

/** Opens the built website and runs a code block in it. */
async function openSnippet(path: string): Promise<BrowserSession & { output: string[] }> {
  const session = await environment.open({ baseURL: website.origin });
  const output: string[] = [];
  session.page.on('console', (message) => output.push(message.text()));
  await session.page.goto('/');
  await session.page.getByLabel('The file of the page').setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Notes about the order'),
  });
  await session.page.evaluate((name) => (globalThis as unknown as Runner).runSnippet(name), path);
  return { ...session, output };
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill(fixture.email);
  await page.getByLabel(PASSWORD).fill(fixture.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

interface Runner {
  runSnippet(path: string): Promise<void>;
}
