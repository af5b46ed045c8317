/**
 * Copies the framework apps out of the repository, installs their packages once, and runs each with the commands of its
 * framework.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { freePort } from '../../server/src/testing/free-port.ts';

export interface WebApp {
  readonly origin: string;
  /** Returns everything that the app has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

const INSTALLED_MARKER = '.installed';
const PRESERVED_FILES = [INSTALLED_MARKER, 'node_modules', 'package-lock.json'];
const START_TIMEOUT_MS = 180_000;

/**
 * Copies the sources to a folder whose packages (hundreds of megabytes) stay installed between runs. It is outside the
 * repository, because Next would use the repository's lockfile as the app's.
 */
export function copyApp(source: string, name: string): string {
  const folder = join(tmpdir(), 'portico-apps', name);
  const manifest = readFileSync(join(source, 'package.json'));
  const manifestHash = createHash('sha256').update(manifest).digest('hex');
  mkdirSync(folder, { recursive: true });
  const isInstalled =
    existsSync(join(folder, INSTALLED_MARKER)) && readFileSync(join(folder, INSTALLED_MARKER), 'utf8') === manifestHash;
  for (const entry of readdirSync(folder)) {
    if (!PRESERVED_FILES.includes(entry)) rmSync(join(folder, entry), { recursive: true });
  }
  cpSync(source, folder, { recursive: true, filter: (path) => basename(path) !== 'node_modules' });
  if (isInstalled) return folder;
  const args = ['install', '--no-audit', '--no-fund'];
  const { status, stderr } = spawnSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`npm install failed in ${folder}:\n${stderr}`);
  writeFileSync(join(folder, INSTALLED_MARKER), manifestHash);
  return folder;
}

/** Changes one file of a copied app. Throws if the file does not contain the text to replace. */
export function editApp(folder: string, file: string, from: string | RegExp, to: string): void {
  const path = join(folder, file);
  const before = readFileSync(path, 'utf8');
  const after = before.replace(from, to);
  if (after === before) throw new Error(`${file} does not contain ${from}`);
  writeFileSync(path, after);
}

/** @param command the command that the app's npm script runs, e.g. `astro dev`; `--port` is appended */
export async function startApp(
  folder: string,
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<WebApp> {
  const port = await freePort();
  const [bin, ...args] = command as [string, ...string[]];
  const child = spawn(join(folder, 'node_modules/.bin', bin), [...args, '--port', String(port)], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: '',
      VITEST: '',
      CI: '1',
      NEXT_TELEMETRY_DISABLED: '1',
      ASTRO_TELEMETRY_DISABLED: '1',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // The process gets its own group, so that its workers end with it.
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL');
    } catch {
      // It has ended already.
    }
    await exited;
  };
  const origin = `http://localhost:${port}`;
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (child.exitCode === null && Date.now() < deadline) {
    if (await fetch(`${origin}/favicon.ico`).catch(() => null)) return { origin, output: () => output, stop };
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  await stop();
  throw new Error(`${command.join(' ')} did not start in ${folder}:\n${output}`);
}
