import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endpoints } from '@portico/contract';
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

const runNode = async (args: string[], env: Record<string, string> = {}) =>
  (await promisify(execFile)(process.execPath, args, { cwd: folder, env: { PATH: process.env.PATH, ...env } })).stdout;

describe('/wix-register.mjs in a project without a Portico package', () => {
  it('works as a preload for Node', async () =>
    expect(await runNode(['--import', './wix-register.mjs', 'app.mjs'])).toBe('200\n'));

  it('works as an import', async () => expect(await runNode(['importing.mjs'])).toBe('200\n'));

  it('uses the server that served it, unless PORTICO_URL names another', async () => {
    const env = { PORTICO_URL: 'http://127.0.0.1:1' };
    await expect(runNode(['importing.mjs'], env)).rejects.toThrow('fetch failed');
  });
});

describe('the API reference', () => {
  const get = (path: string) => t.call({ method: 'GET', path });

  it('has every endpoint on the page of its resource', async () => {
    for (const { id, path } of endpoints) {
      const [slice, noun] = id.split('.');
      const { status, text } = await get(`/docs/api/${slice}/${noun}`);
      expect([id, status]).toEqual([id, 200]);
      expect(text).toContain(`id="${id}"`);
      expect(text).toContain(`<code>${path}</code>`);
    }
  });

  it('runs only scripts of this server, and cannot be framed', async () => {
    const policy = String((await get('/docs/api')).headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe-inline');
  });

  it('escapes the query of a search', async () => {
    const { text } = await get('/docs/api?q=%3Cscript%3Ealert(1)%3C/script%3E');
    expect(text).not.toContain('<script>alert');
    expect((await get('/docs/api/search?q=%3Cb%3E')).text).toContain('0 endpoints for &ldquo;&#60;b&#62;&rdquo;.');
  });

  it('returns 404 for an unknown resource', async () => {
    expect((await get('/docs/api/data/nothing')).status).toBe(404);
  });
});

it('/wix.js is a classic script for browsers', async () => {
  const response = await t.call({ method: 'GET', path: '/wix.js' });
  expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(response.text).toContain('document.currentScript');
});
