#!/usr/bin/env node
/**
 * Starts Portico. This file is plain JavaScript, so that old versions of Node can run it. The server is TypeScript and
 * needs Node 22.18 or newer, which `npm ci` installs as a package. npm scripts find that Node on their PATH. systemd,
 * containers and npx may use an older one; this file then starts itself again with the installed package.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);

const SOURCES = '../server/src/cli/index.ts';
const root = fileURLToPath(new URL('..', import.meta.url));

if (major > 22 || (major === 22 && minor >= 18)) {
  if (process.argv[2] === 'start') enableMemoryTrimming();
  // The cache saves a third of a second per start. It is not in /tmp, where other users could plant code.
  module.enableCompileCache(join(root, '.cache', 'compiled'));
  const { main } = await import(process.argv[2] === 'start' ? await findServer() : SOURCES);
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

/** Returns the bundle of the server if an earlier start has built one, because it loads faster and takes less memory. */
async function findServer() {
  const { isBuilt, readBuild } = await import('../server/src/builds/sources.ts');
  const build = readBuild('server');
  return isBuilt(build) ? pathToFileURL(join(build.output, 'portico.js')).href : SOURCES;
}

/**
 * Makes the C library return freed memory to the system, about 20 MB. The library reads its settings only when a
 * program starts, so this process executes Node again, under the same process id.
 */
function enableMemoryTrimming() {
  if (process.env.MALLOC_TRIM_THRESHOLD_) {
    // The library has read the settings. They are deleted so that the embedded PostgreSQL does not inherit them.
    delete process.env.MALLOC_TRIM_THRESHOLD_;
    delete process.env.MALLOC_ARENA_MAX;
    return;
  }
  // execve would close the IPC channel to the parent process, if there is one.
  if (process.platform !== 'linux' || !process.execve || process.send) return;
  const env = { MALLOC_ARENA_MAX: '2', ...process.env, MALLOC_TRIM_THRESHOLD_: '131072' };
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], env);
}
