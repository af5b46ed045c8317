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
