import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { createInstallation, type ExitResult, type Installation } from '../testing/installation-process.ts';

let installation: Installation;
let folder: string;

beforeAll(async () => {
  // Starts without a prepared database, because the server that creates it must already reject a second server.
  installation = await createInstallation({}, { isNew: true });
  folder = mkdtempSync(join(tmpdir(), 'portico-refusals-'));
}, 120_000);
afterAll(async () => {
  await installation?.remove();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const start = (env: Record<string, string>): Promise<ExitResult> => installation.spawn(env).ended;

/** Expects exit code 1 and one line on standard error: a sentence, not a stack trace. */
function expectSentence({ code, stderr }: ExitResult): string {
  expect(code).toBe(1);
  const lines = stderr.trim().split('\n');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^[A-Z].*\.$/);
  return lines[0] as string;
}

describe('a start with an invalid setting fails with a sentence that names it', () => {
  it.each([
    ['PORT', { PORT: 'http' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'example.org' }],
    ['DASHBOARD_URL', { DASHBOARD_URL: 'ftp://example.org' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://localhost/x' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none?sslmode=prefer' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1,127.0.0.1:2/none?sslmode=require' }],
    ['PORTICO_SECRET_FILE', { PORTICO_SECRET_FILE: '/nowhere/secret' }],
    ['HOST', { HOST: '203.0.113.7' }],
    ['PORTICO_SECRET', { PORTICO_SECRET: 'short' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'the proxy' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['PORTICO_LIMITS', { PORTICO_LIMITS: 'no' }],
    ['PORTICO_STARTER', { PORTICO_STARTER: 'yes' }],
    ['PORTICO_OWNER_EMAIL', { PORTICO_OWNER_PASSWORD: 'long enough' }],
    ['PORTICO_OWNER_PASSWORD', { PORTICO_OWNER_EMAIL: 'a@example.org', PORTICO_OWNER_PASSWORD: '1234567' }],
  ])('%s: %o', async (name, env) => {
    expect(expectSentence(await start(env))).toContain(name);
  });
});

it('a start with a data folder that is not writable fails with a sentence', async () => {
  const file = join(folder, 'file');
  const closed = join(folder, 'closed');
  writeFileSync(file, '');
  mkdirSync(closed, { mode: 0o500 });
  // Root ignores permission bits, but cannot use a data folder inside a file either.
  const PORTICO_DATA_DIR = join(process.getuid?.() === 0 ? file : closed, 'data');
  const sentence = expectSentence(await start({ PORTICO_DATA_DIR }));
  expect(sentence).toContain('PORTICO_DATA_DIR');
  expect(sentence).toContain(PORTICO_DATA_DIR);
});

it('a start on a port that is in use fails with a sentence', async () => {
  const other = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => other.listen(port, 'localhost', resolve));
  const sentence = expectSentence(await start({ PORT: String(port) }));
  await new Promise((resolve) => other.close(resolve));
  expect(sentence).toContain('PORT');
  expect(sentence).toContain(String(port));
}, 60_000);

it('a second server on the data folder exits with a sentence, and the first continues', async () => {
  const first = await installation.start();
  const sentence = expectSentence(await start({ PORT: String(await freePort()) }));
  expect(sentence).toContain(String(first.pid));
  expect(sentence).toContain(installation.dataDir);
  expect((await fetch(`${installation.origin}/health/ready`)).status).toBe(200);
  await first.stop();
}, 120_000);
