import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from '../testing/index.ts';

let t: TestServer;
let folder: string;
beforeAll(async () => {
  t = await testServer();
  await t.listen();
  folder = mkdtempSync(join(tmpdir(), 'portico-project-'));
  writeFileSync(join(folder, 'wix-register.mjs'), (await t.call({ method: 'GET', path: '/wix-register.mjs' })).text);
  const call = `await fetch('https://www.wixapis.com/oauth2/token', { method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId: '${t.app.clientId}', grantType: 'anonymous' }) })`;
  writeFileSync(join(folder, 'app.mjs'), `console.log((${call}).status);`);
  writeFileSync(join(folder, 'importing.mjs'), `import './wix-register.mjs';\nconsole.log((${call}).status);`);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await t.stop();
});

const node = async (args: string[], env: Record<string, string> = {}) =>
  (await promisify(execFile)(process.execPath, args, { cwd: folder, env: { PATH: process.env.PATH, ...env } })).stdout;

describe('/wix-register.mjs in a project without a Portico package', () => {
  it('works as a preload for Node', async () =>
    expect(await node(['--import', './wix-register.mjs', 'app.mjs'])).toBe('200\n'));

  it('works as an import', async () => expect(await node(['importing.mjs'])).toBe('200\n'));

  it('uses the server that served it, unless PORTICO_URL names another', async () => {
    const env = { PORTICO_URL: 'http://127.0.0.1:1' };
    await expect(node(['importing.mjs'], env)).rejects.toThrow('fetch failed');
  });
});

it('/wix.js is a classic script for browsers', async () => {
  const answer = await t.call({ method: 'GET', path: '/wix.js' });
  expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(answer.text).toContain('document.currentScript');
});
