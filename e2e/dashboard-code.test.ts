/**
 * Pastes the code that the dashboard shows into a React app with Vite, as developers do: with the packages that the
 * server serves, outside the repository. `tools/packed-frameworks.test.ts` builds the code for Next.js and Astro.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectionComponent, itemsModule } from '../dashboard/src/data/settings/collection-code.ts';
import { formComponent } from '../dashboard/src/forms/edit/share-code.ts';
import { type Framework, frameworks } from '../dashboard/src/sites/connect/frameworks.ts';
import { type Api, openApi } from './support/api.ts';
import {
  type BrowserSession,
  OWNER_ENV,
  PASSWORD,
  START_TIMEOUT_MS,
  startEnvironment,
  type TestEnvironment,
} from './support/environment.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import {
  buildViteApp,
  createWebsiteFolder,
  reactAppPackages,
  serveFolder,
  type WebsiteFolder,
} from './support/website-folder.ts';

const run = promisify(execFile);
const MODULES = fileURLToPath(new URL('../node_modules/', import.meta.url));
const member = { email: 'rokeya@example.org', password: 'a walk in the rain', nickname: 'Rokeya' };
const vite = frameworks.find(({ name }) => name === 'vite') as Framework;

let environment: TestEnvironment;
let api: Api;
let folder: WebsiteFolder;
let website: Awaited<ReturnType<typeof serveFolder>>;
beforeAll(async () => {
  environment = await startEnvironment(OWNER_ENV);
  const { url } = environment.product;
  api = await openApi(environment.product);
  folder = await createWebsiteFolder(reactAppPackages(url));
  website = await serveFolder(join(folder.path, 'dist'));
  const { email, password, nickname } = member;
  await api.post('/v2/register', { loginId: { email }, password, profile: { nickname } });
  const redirectUris = [`${website.origin}/callback`];
  const { app } = await api.postAsOwner('/portico/v1/apps', { app: { name: 'Vite', redirectUris } });
  const { forms } = await api.post('/v4/forms/query', { query: { filter: { namespace: 'wix.form_app.form' } } });
  const tarballs = { sdk: 'portico-sdk.tgz', react: 'portico-react.tgz' };
  const ids = { url, clientId: app.clientId, siteId: api.siteId, formId: forms[0].id, tarballs };
  const books = { id: 'Books', nameKey: 'title' };

  const pasted = [...vite.snippets(ids), ...(vite.signIn?.(ids) ?? [])].filter(({ isFile }) => isFile);
  for (const { label, code } of pasted) folder.write(label, `${code}\n`);
  for (const { label, code } of [formComponent(forms[0]), collectionComponent(books), itemsModule(books)])
    folder.write(`src/${label}`, `${code}\n`);
  for (const [file, text] of Object.entries(TEMPLATE)) folder.write(file, text);
}, START_TIMEOUT_MS);
afterAll(async () => {
  await website?.close();
  folder?.remove();
  await environment?.close();
});

describe('the code of the dashboard for Vite and React', () => {
  it('has correct types', async () => {
    const { stdout } = await run(`${MODULES}.bin/tsc`, ['-p', folder.path]).catch((error) => error);
    expect(stdout).toBe('');
  });

  describe('in a browser', () => {
    let session: BrowserSession;
    beforeAll(async () => {
      await buildViteApp(folder.path);
      session = await environment.open({ baseURL: website.origin });
    }, START_TIMEOUT_MS);
    afterAll(() => session?.close());

    const signOut = async () => {
      await session.page.getByText(member.nickname).waitFor();
      await session.page.getByRole('button', { name: 'Sign out' }).click();
      await session.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    };

    it('signs a member in with the form of the page', async () => {
      const { page, problems } = session;
      await page.goto('/');
      await page.getByLabel('E-mail').fill(member.email);
      await page.getByLabel(PASSWORD).fill(member.password);
      expect(await inspectScreen(page, 'dashboard code')).toEqual([]);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await signOut();
      expect(problems).toEqual([]);
    });

    it('signs a member in on the hosted page, and returns to the page where the sign-in started', async () => {
      const { page, problems } = session;
      await page.goto('/?from=here');
      await page.getByRole('button', { name: 'Open the sign-in page' }).click();
      await page.waitForURL(`${environment.product.url}/**`);
      await page.getByLabel('E-mail').fill(member.email);
      await page.getByLabel(PASSWORD).fill(member.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText(member.nickname).waitFor();
      expect(page.url()).toBe(`${website.origin}/?from=here`);
      await page.reload();
      await signOut();
      expect(problems).toEqual([]);
    });

    it('says why nobody is signed in', async () => {
      const { page, problems } = session;
      await page.goto('/callback');
      await page.getByText('You are not signed in: Missing code or _state').waitFor();
      expect(problems).toEqual([]);
    });

    it('shows and sends a form, and lists and reads items', async () => {
      const { page, problems } = session;
      const titles: string[] = [];
      page.on('console', (message) => titles.push(message.text()));
      await page.goto('/content');
      await page.getByRole('listitem').filter({ hasText: 'Frankenstein' }).waitFor();
      await page.getByLabel('First name').fill('Grace');
      await page.getByLabel('Last name').fill('Hopper');
      await page.getByLabel('E-mail').fill('grace@example.org');
      await page.getByLabel('Message').fill('When do you open?');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('Thank you').waitFor();
      expect(titles).toContain('Frankenstein');
      expect(problems).toEqual([]);
    });
  });
});

/** The files of Vite's template that the developer keeps. The second page shows what other tabs of the dashboard offer. */
const TEMPLATE = {
  'index.html': `<!doctype html>
<html lang="en">
  <head>
    <meta charset="UTF-8" />
    <link rel="icon" href="data:," />
    <meta name="viewport" content="width=device-width, initial-scale=1.0" />
    <title>my-app</title>
  </head>
  <body>
    <div id="root"></div>
    <script type="module" src="/src/main.tsx"></script>
  </body>
</html>
`,
  'src/main.tsx': `import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import App from './App.tsx'
import { BooksList } from './BooksList.tsx'
import { ContactForm } from './ContactForm.tsx'

const isContent = location.pathname === '/content'
if (isContent) void import('./read-items.ts')
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    {isContent ? <><BooksList /><ContactForm /></> : <App />}
  </StrictMode>,
)
`,
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'es2023',
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      moduleDetection: 'force',
      jsx: 'react-jsx',
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      allowImportingTsExtensions: true,
      verbatimModuleSyntax: true,
      erasableSyntaxOnly: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      noUncheckedIndexedAccess: true,
      noUncheckedSideEffectImports: true,
      exactOptionalPropertyTypes: true,
    },
    // The types of the environment variables and of style sheets. The template finds them as an installed package.
    files: [`${MODULES}vite/client.d.ts`],
    include: ['src'],
  }),
};
