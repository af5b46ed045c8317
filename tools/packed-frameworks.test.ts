/**
 * Builds websites with Next and Astro from the published packages, in separate folders, also from the code that the
 * dashboard shows, and lets @arethetypeswrong/cli inspect the tarballs. The tools are large, so this runs in `npm run prove` only.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectionComponent, itemsModule } from '../dashboard/src/data/settings/collection-code.ts';
import { formComponent } from '../dashboard/src/forms/edit/share-code.ts';
import {
  type Framework as ConnectedFramework,
  frameworks as connected,
} from '../dashboard/src/sites/connect/frameworks.ts';
import type {} from '../server/src/testing/global-setup.ts';
import { type TestServer, testServer } from '../server/src/testing/index.ts';
import { pack } from './pack.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);
const BUILD_MS = 600_000;

/** A component with state, which frameworks must treat as a client component. */
const FORM = `'use client';
import { Form, PorticoProvider } from '@portico/react';
import { createClient } from '@portico/sdk';
import { useState } from 'react';

export default function ContactForm({ url, clientId, formId }) {
  const [client] = useState(() => createClient({ url, clientId }));
  return (
    <PorticoProvider client={client}>
      <Form formId={formId} />
    </PorticoProvider>
  );
}
`;

/** Code that runs on the server while the page is built: it reads items and uses the functions without React. */
const readOnServer = (url: string, clientId: string): string => `
import { textsOf } from '@portico/react/server';
import { createClient } from '@portico/sdk';

const client = createClient({ url: '${url}', clientId: '${clientId}' });
const { items } = await client.items.query('Books').ascending('title').find();
const { language } = textsOf('de');
`;

const FORM_ID = '11111111-1111-4111-8111-111111111111';

const props = (url: string, clientId: string): string => `url="${url}" clientId="${clientId}" formId="${FORM_ID}"`;

interface Framework {
  readonly name: string;
  readonly packages: readonly string[];
  readonly files: (url: string, clientId: string) => Readonly<Record<string, string>>;
  readonly build: readonly string[];
  /** Folder of the pages that the build writes. */
  readonly output: string;
}

const frameworks: readonly Framework[] = [
  {
    name: 'Next, with the app router',
    packages: ['next@16.4.6'],
    files: (url, clientId) => ({
      'app/form.jsx': FORM,
      'app/layout.jsx': 'export default ({ children }) => <html lang="en"><body>{children}</body></html>;\n',
      'app/page.jsx': `import ContactForm from './form.jsx';${readOnServer(url, clientId)}
export default function Page() {
  return (
    <main>
      <p>{items.map(({ title }) => title).join(', ')} in {language}</p>
      <ContactForm ${props(url, clientId)} />
    </main>
  );
}
`,
    }),
    build: ['node_modules/next/dist/bin/next', 'build'],
    output: '.next/server/app',
  },
  {
    name: 'Astro',
    packages: ['astro@7.3.5', '@astrojs/react@7.0.0'],
    files: (url, clientId) => ({
      'astro.config.mjs': "import react from '@astrojs/react';\nexport default { integrations: [react()] };\n",
      'src/Form.jsx': FORM,
      'src/pages/index.astro': `---
import ContactForm from '../Form.jsx';${readOnServer(url, clientId)}---
<html lang="en"><head><title>Books</title></head><body>
<p>{items.map(({ title }) => title).join(', ')} in {language}</p>
<ContactForm client:load ${props(url, clientId)} />
</body></html>
`,
    }),
    build: ['node_modules/astro/bin/astro.mjs', 'build'],
    output: 'dist',
  },
];

/** What an app of a framework contains beside the files that the dashboard shows. */
interface Template {
  readonly name: string;
  /** The folder of the components. */
  readonly folder: string;
  /** The page that shows the components of the tabs *Share* and *Use on a website*, and configuration. */
  readonly files: Readonly<Record<string, string>>;
  readonly tsconfig: object;
  readonly build: readonly string[];
  /** Pages that the build writes. */
  readonly pages: readonly string[];
}

const templates: readonly Template[] = [
  {
    name: 'next',
    folder: 'app',
    files: {
      // A Server Component may render the components of the package, whose modules are marked 'use client'.
      'app/content/page.tsx': `import { Form } from '@portico/react';
import { BooksList } from '../BooksList';
import { ContactForm } from '../ContactForm';
import '../read-items';

export default function Content() {
  return (
    <main>
      <BooksList />
      <ContactForm />
      <Form formId="${FORM_ID}" />
    </main>
  );
}
`,
    },
    tsconfig: {
      compilerOptions: {
        target: 'ES2017',
        lib: ['dom', 'dom.iterable', 'esnext'],
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        module: 'esnext',
        moduleResolution: 'bundler',
        isolatedModules: true,
        jsx: 'react-jsx',
        incremental: true,
        plugins: [{ name: 'next' }],
      },
      include: ['next-env.d.ts', '**/*.ts', '**/*.tsx', '.next/types/**/*.ts'],
      exclude: ['node_modules'],
    },
    build: ['node_modules/next/dist/bin/next', 'build'],
    pages: ['.next/server/app/index.html', '.next/server/app/callback.html', '.next/server/app/content.html'],
  },
  {
    name: 'astro',
    folder: 'src',
    files: {
      'astro.config.mjs': "import react from '@astrojs/react';\nexport default { integrations: [react()] };\n",
      'src/pages/content.astro': `---
import { BooksList } from '../BooksList';
import { ContactForm } from '../ContactForm';
import '../read-items';
---

<html lang="en">
  <head><title>Books</title></head>
  <body><BooksList client:only="react" /><ContactForm client:only="react" /></body>
</html>
`,
    },
    tsconfig: {
      extends: 'astro/tsconfigs/strict',
      include: ['.astro/types.d.ts', '**/*'],
      exclude: ['dist'],
      compilerOptions: { jsx: 'react-jsx', jsxImportSource: 'react' },
    },
    build: ['node_modules/astro/bin/astro.mjs', 'build'],
    pages: ['dist/index.html', 'dist/callback/index.html', 'dist/content/index.html'],
  },
];

const frameworkEnv = {
  ...process.env,
  NEXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  NODE_ENV: 'production',
};

describe.skipIf(process.env.PORTICO_FULL !== '1')('the published packages', () => {
  let folder: string;
  let tarballs: { sdk: string; react: string };
  let server: TestServer;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'portico-frameworks-'));
    tarballs = await pack(join(folder, 'tarballs'));
    server = await testServer();
    await server.listen();
    const post = (path: string, body: object) => server.call({ method: 'POST', path, body, as: server.key });
    const permissions = { read: 'ANYONE', insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN' };
    await post('/v2/collections', { collection: { id: 'Books', permissions } });
    for (const title of ['Persuasion', 'Emma'])
      await post('/v2/items', { dataCollectionId: 'Books', dataItem: { data: { title } } });
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, BUILD_MS);

  /** Creates an empty folder of this name and installs the packages into it. */
  async function install(name: string, packages: readonly string[]): Promise<string> {
    const path = join(folder, name);
    mkdirSync(path);
    writeFileSync(join(path, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    await run(npm, ['i', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], {
      cwd: path,
    });
    return path;
  }

  it.each(frameworks)(
    'are built by $name, with client and server components',
    async ({ name, packages, files, build, output }) => {
      const { react } = JSON.parse(readFileSync(join(ROOT, 'site/package.json'), 'utf8')).devDependencies;
      const reactPackages = [`react@${react}`, `react-dom@${react}`];
      const path = await install(name.split(',')[0] as string, [
        tarballs.sdk,
        tarballs.react,
        ...reactPackages,
        ...packages,
      ]);
      writeFiles(path, files(server.origin, server.app.clientId));
      await run(process.execPath, build, { cwd: path, env: frameworkEnv }).catch(failWithOutput);
      const page = readdirSync(join(path, output)).find((file) => file === 'index.html') as string;
      const html = readFileSync(join(path, output, page), 'utf8').replaceAll('<!-- -->', '');
      expect(html).toContain('Emma, Persuasion in de');
    },
    BUILD_MS,
  );

  it.each(templates)(
    'build the code that the dashboard shows for $name',
    async ({ name, folder: source, files, tsconfig, build, pages }) => {
      const { dependencies, devDependencies } = JSON.parse(
        readFileSync(join(ROOT, 'examples', name, 'package.json'), 'utf8'),
      );
      const { devDependencies: typePackages } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
      const packages = {
        '@types/react': typePackages['@types/react'],
        '@types/react-dom': typePackages['@types/react-dom'],
        ...dependencies,
        ...devDependencies,
        '@portico/sdk': tarballs.sdk,
        '@portico/react': tarballs.react,
      };
      const path = await install(
        `dashboard-${name}`,
        Object.entries(packages).map(([packageName, version]) => `${packageName}@${version}`),
      );
      const shown = connected.find((framework) => framework.name === name) as ConnectedFramework;
      const ids = {
        url: server.origin,
        clientId: server.app.clientId,
        siteId: '',
        formId: FORM_ID,
        tarballs: { sdk: '', react: '' },
      };
      const books = { id: 'Books', nameKey: 'title' };
      const components = [
        formComponent({ id: FORM_ID, name: 'Contact' }),
        collectionComponent(books),
        itemsModule(books),
      ];
      const shownFiles = [...shown.snippets(ids), ...(shown.signIn?.(ids) ?? [])].filter(({ isFile }) => isFile);
      writeFiles(path, {
        ...Object.fromEntries(shownFiles.map(({ label, code }) => [label, `${code}\n`])),
        ...Object.fromEntries(components.map(({ label, code }) => [`${source}/${label}`, `${code}\n`])),
        ...files,
        'tsconfig.json': JSON.stringify(tsconfig),
      });
      await run(process.execPath, build, { cwd: path, env: frameworkEnv }).catch(failWithOutput);
      await run(join(ROOT, 'node_modules/.bin/tsc'), ['--noEmit', '-p', path]).catch(failWithOutput);
      for (const file of pages) expect(existsSync(join(path, file)), file).toBe(true);
    },
    BUILD_MS,
  );

  it(
    'have types that every module resolution finds',
    async () => {
      const path = await install('attw', ['@arethetypeswrong/cli@0.18.5']);
      const attw = join(path, 'node_modules/@arethetypeswrong/cli/dist/index.js');
      for (const tarball of [tarballs.sdk, tarballs.react]) {
        const { stdout } = await run(process.execPath, [attw, tarball, '--profile', 'esm-only', '--no-color'], {
          cwd: path,
        });
        const resolutions = stdout.match(/^(node16 \(from ESM\)|bundler): .*$/gm) ?? [];
        expect(resolutions.length).toBeGreaterThan(2);
        expect(resolutions.filter((line) => !line.includes('🟢'))).toEqual([]);
      }
    },
    BUILD_MS,
  );
});

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
}

function failWithOutput(error: { stdout: string; stderr: string }): never {
  throw new Error(`${error.stdout}\n${error.stderr}`);
}
