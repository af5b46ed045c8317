/**
 * Starts the root file system of the image as a container runtime does: as user 10001, with a read-only root file system,
 * a data folder and /tmp. Needs root to mount file systems. Runs with `npm run prove`.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../../server/src/testing/free-port.ts';
import { childrenOf } from '../../server/src/testing/postmaster-process.ts';
import { bundle } from './bundle.ts';

const OWNER = { email: 'owner@example.org', password: 'correct horse battery' };
const UID = 10_001;
const PROGRAM = ['/app/node_modules/.bin/node', '/app/bin/portico.js'];
const MEGABYTE = 1024 * 1024;

const canMount = process.getuid?.() === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0;

describe.skipIf(process.env.PORTICO_FULL !== '1' || !canMount)('the image', () => {
  let work: string;
  let image: string;
  let server: ChildProcess;
  let origin: string;
  let output = '';
  beforeAll(async () => {
    work = mkdtempSync(join(tmpdir(), 'portico-image-'));
    image = join(work, 'image');
    const data = join(work, 'data');
    await bundle(join(work, 'bundle'), { key: null, log: { info: () => undefined, warn: console.warn } });
    execFileSync(process.execPath, [fileURLToPath(new URL('image.ts', import.meta.url)), join(work, 'bundle'), image]);
    mkdirSync(data);
    chownSync(data, UID, UID);

    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    const env = {
      ...{
        HOST: '0.0.0.0',
        PORT: String(port),
        PUBLIC_URL: origin,
        PORTICO_DATA_DIR: '/data',
        PORTICO_DRAIN_SECONDS: '0',
      },
      ...{ PORTICO_OWNER_EMAIL: OWNER.email, PORTICO_OWNER_PASSWORD: OWNER.password, PATH: process.env.PATH },
    };
    const script = fileURLToPath(new URL('run-image.sh', import.meta.url));
    server = spawn('unshare', ['--mount', 'sh', script, image, data, ...PROGRAM, 'start'], { env, stdio: 'pipe' });
    await new Promise<void>((resolve, reject) => {
      for (const stream of [server.stdout, server.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => {
          output += text;
          if (output.includes('Portico is ready')) resolve();
        });
      server.once('error', reject);
      server.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${output}`)));
    });
  }, 900_000);
  afterAll(async () => {
    server?.kill('SIGKILL');
    if (work) rmSync(work, { recursive: true, force: true });
  }, 60_000);

  it('has at most 450 MB', () => {
    const files = readdirSync(image, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const paths = files
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((path) => !/\/@portico\//.test(path));
    expect(paths.reduce((sum, path) => sum + statSync(path).size, 0) / MEGABYTE).toBeLessThan(450);
  });

  it('runs server and PostgreSQL as the user 10001, without capabilities and without changing its files', () => {
    const processes = [server.pid as number, ...childrenOf(server.pid as number)];
    expect(processes.length).toBeGreaterThan(1);
    for (const pid of processes) {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      expect(status).toMatch(/^Uid:\t10001\t10001\t10001\t10001$/m);
      expect(status).toMatch(/^CapEff:\t0+$/m);
    }
    const write = ['--target', String(server.pid), '--mount', 'touch', join(image, 'app/file')];
    expect(spawnSync('nsenter', write, { encoding: 'utf8' }).stderr).toContain('Read-only file system');
  });

  it('serves pages, signs the owner in and stores an item', async () => {
    for (const path of ['/', '/dashboard', '/docs', '/embed.js', '/health/ready'])
      expect((await fetch(origin + path)).status, path).toBe(200);
    const { accessToken } = await call('/portico/v1/dashboard/sign-in', OWNER, { origin });
    const { sites } = await (
      await fetch(`${origin}/portico/v1/sites`, { headers: { authorization: accessToken } })
    ).json();
    const asOwner = { authorization: accessToken, 'wix-site-id': sites[0].siteId };
    await call('/v2/collections', { collection: { id: 'Notes', fields: [{ key: 'n', type: 'NUMBER' }] } }, asOwner);
    const { dataItem } = await call('/v2/items', { dataCollectionId: 'Notes', dataItem: { data: { n: 1 } } }, asOwner);
    expect(dataItem.data.n).toBe(1);
  });

  it('stops with exit code 0', async () => {
    const exit = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    expect(await exit).toBe(0);
  }, 60_000);

  async function call(path: string, body: object, headers: Record<string, string> = {}) {
    const response = await fetch(origin + path, {
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
