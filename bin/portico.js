#!/usr/bin/env node
/**
 * The launcher. Plain JavaScript that old versions of Node can read: the server itself runs as TypeScript and needs
 * Node 22.18 or newer, which `npm ci` brings as a package. npm's scripts find it on their PATH; systemd, containers and
 * npx come through here, and are started again with it.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);

const root = fileURLToPath(new URL('..', import.meta.url));

if (major > 22 || (major === 22 && minor >= 18)) {
  if (process.argv[2] === 'start') settleMemory();
  // Saves a third of a second a start. In our own folder: code from one in /tmp could be anybody's.
  module.enableCompileCache(join(root, '.cache', 'compiled'));
  const { main } = await import('../server/src/cli/index.ts');
  await main(process.argv.slice(2));
} else {
  const name = process.platform === 'win32' ? 'node.cmd' : 'node';
  const found = ['node_modules/.bin', '../../.bin'].map((folder) => join(root, folder, name)).find(existsSync);
  if (!found) {
    console.error(
      `Portico needs Node 22.18 or newer; this is ${process.versions.node}. Run npm ci first, or install a newer Node.`,
    );
    process.exit(1);
  }
  const child = spawn(found, process.argv.slice(1), { stdio: 'inherit', shell: process.platform === 'win32' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

/**
 * Has the C library give memory back that its threads have freed, some 20 MB after work. It reads its settings when a
 * process begins, so this one begins once more: the same process id, no second process.
 */
function settleMemory() {
  if (process.env.MALLOC_TRIM_THRESHOLD_) {
    // It has been read. The embedded PostgreSQL, which inherits the rest, is better off without it.
    delete process.env.MALLOC_TRIM_THRESHOLD_;
    delete process.env.MALLOC_ARENA_MAX;
    return;
  }
  // A parent that talks to this process would lose it.
  if (process.platform !== 'linux' || !process.execve || process.send) return;
  const env = { MALLOC_ARENA_MAX: '2', ...process.env, MALLOC_TRIM_THRESHOLD_: '131072' };
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], env);
}
