/** Installs the vendor's packages that the tests in conformance/ need, from their own lockfile, unless they are installed. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../conformance/', import.meta.url));
const dependencies = JSON.parse(readFileSync(`${folder}package.json`, 'utf8')).dependencies as Record<string, string>;

if (!Object.entries(dependencies).every(([name, version]) => installedVersion(name) === version)) {
  console.log('Installing the vendor packages for the tests in conformance/ …');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund'];
  if (npm) execFileSync(process.execPath, [npm, ...args], { cwd: folder, stdio: 'inherit' });
  else execFileSync('npm', args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' });
}

function installedVersion(name: string): string | undefined {
  const file = `${folder}node_modules/${name}/package.json`;
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
}
