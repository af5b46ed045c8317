/** Tests connections through PgBouncer, where it is installed. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { readConfig } from '../config.ts';
import { connect } from '../database.ts';
import { freePort } from '../testing/free-port.ts';
import { clientConfigOf } from './pool.ts';
import { describePoolerRejection } from './pooler.ts';

const direct = clientConfigOf(inject('cluster').settings);
const log = { info: () => undefined, warn: () => undefined };

const connectTo = (url: string) => connect(readConfig({ DATABASE_URL: url }), log, { use: 'tool', create: false });

it('recognizes a pooler by its response to the settings of a connection', () => {
  expect(describePoolerRejection(new Error('unsupported startup parameter: options'))).toMatch(/^DATABASE_URL .*\.$/);
  expect(describePoolerRejection(new Error('connect ECONNREFUSED'))).toBe(null);
});

describe.skipIf(!isInstalled())('PgBouncer', () => {
  const IGNORED = 'ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout,options';

  it.each([
    ['transaction', '', 'unsupported startup parameter'],
    ['session', '', 'unsupported startup parameter'],
    ['transaction', IGNORED, 'DATABASE_URL leads to a pooler; a pooler in transaction mode loses'],
  ])('in %s mode (%s) is rejected with a sentence', async (mode, more, message) => {
    await withPgBouncer(mode, more, async (url) => {
      await expect(connectTo(url)).rejects.toThrow(message);
      await expect(connectTo(url)).rejects.toThrow(
        /^DATABASE_URL.* set DATABASE_URL to the address of PostgreSQL itself\.$/,
      );
    });
  });

  it('in session mode is not taken for one in transaction mode', async () => {
    await withPgBouncer('session', IGNORED, async (url) => {
      await (await connectTo(url)).stop();
    });
  });
});

function isInstalled(): boolean {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

async function withPgBouncer(mode: string, more: string, work: (url: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portico-pgbouncer-'));
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=${direct.host} port=${direct.port} user=${direct.user} ${direct.password ? `password=${direct.password}` : ''}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
${more}
`,
  );
  chmodSync(folder, 0o755);
  // PgBouncer does not run as root, and only the owner of the socket's folder may enter it.
  const owner = direct.host?.startsWith('/') ? statSync(direct.host) : undefined;
  const identity = owner && process.getuid?.() === 0 ? { uid: owner.uid, gid: owner.gid } : {};
  if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.gid);
  const child = spawn('pgbouncer', [file], { stdio: 'ignore', ...identity });
  const url = `postgres://${direct.user}@127.0.0.1:${port}/${direct.database}`;
  try {
    await waitUntilReady(url, child);
    await work(url);
  } finally {
    const ended = child.exitCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true });
  }
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`);
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    const isReady = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (isReady) return;
    await sleep(50);
  }
}
