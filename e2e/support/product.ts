import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The product as a person starts it: its own process, its own data folder, its pages built. */
export interface Product {
  readonly url: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** everything printed so far */
  output(): string;
  /** one run of the command line beside the server; the parsed JSON answer */
  // biome-ignore lint/suspicious/noExplicitAny: each command answers its own shape
  portico(...args: string[]): Promise<any>;
  stop(): Promise<void>;
}

export async function startProduct(env: Readonly<Record<string, string>> = {}): Promise<Product> {
  const port = await freePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'portico-e2e-'));
  const url = `http://localhost:${port}`;
  const settings = {
    ...process.env,
    DATABASE_URL: '',
    PORT: String(port),
    PORTICO_DATA_DIR: dataDir,
    PORTICO_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...env,
  };
  const child = spawn(process.execPath, [join(ROOT, 'bin/portico.js'), 'start'], { cwd: ROOT, env: settings });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      output += part;
    });
  }
  const stop = async (): Promise<void> => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null) {
      child.kill('SIGTERM');
      await ended;
    }
    rmSync(dataDir, { recursive: true, force: true });
  };
  const product: Product = {
    url,
    dataDir,
    process: child,
    output: () => output,
    portico: (...args) => commandLine(settings, args),
    stop,
  };
  try {
    // The pages are built by the first start of a clone; that can take a minute on two cores.
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`the server ended:\n${output}`);
      const answers = await Promise.all(['/', '/dashboard/'].map((path) => fetch(url + path).catch(() => null)));
      return answers.every((answer) => answer?.status === 200);
    }, 240_000);
  } catch (error) {
    await stop();
    throw new Error(`${(error as Error).message}\n${output}`);
  }
  return product;
}

function commandLine(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(ROOT, 'bin/portico.js'), ...args, '--json'], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (part) => {
      out += part;
    });
    child.stderr.on('data', (part) => {
      err += part;
    });
    child.on('exit', (code) => (code === 0 ? resolve(JSON.parse(out)) : reject(new Error(err))));
  });
}

async function until(done: () => Promise<boolean>, milliseconds: number): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!(await done())) {
    if (Date.now() > end) throw new Error('the server did not answer in time');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
