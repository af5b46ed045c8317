/**
 * Builds websites with Next and Astro from the published packages, in folders of their own, and lets
 * @arethetypeswrong/cli inspect the tarballs. The tools are large, so this runs in `npm run prove` only.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {} from '../server/src/testing/global-setup.ts';
import { type TestServer, testServer } from '../server/src/testing/index.ts';
import { pack } from './pack.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);
const BUILD_MS = 600_000;

/** A client component: it has state, so frameworks must not treat it as a server component. */
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

const props = (url: string, clientId: string): string =>
  `url="${url}" clientId="${clientId}" formId="11111111-1111-4111-8111-111111111111"`;

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
  }, 120_000);

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
      for (const [file, text] of Object.entries(files(server.origin, server.app.clientId))) {
        mkdirSync(dirname(join(path, file)), { recursive: true });
        writeFileSync(join(path, file), text);
      }
      const env = {
        ...process.env,
        NEXT_TELEMETRY_DISABLED: '1',
        ASTRO_TELEMETRY_DISABLED: '1',
        NODE_ENV: 'production',
      };
      await run(process.execPath, build, { cwd: path, env }).catch((error) => {
        throw new Error(`${error.stdout}\n${error.stderr}`);
      });
      const page = readdirSync(join(path, output)).find((file) => file === 'index.html') as string;
      const html = readFileSync(join(path, output, page), 'utf8').replaceAll('<!-- -->', '');
      expect(html).toContain('Emma, Persuasion in de');
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
