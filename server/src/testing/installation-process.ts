/** The real thing for tests and measurements: the server as a child process on a data folder of its own, and the command line. */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAll } from '../builds/index.ts';
import { freePort } from './free-port.ts';
import { type LockFile, lastSocketFolder, readPostmaster, stopPostmaster } from './postmaster-process.ts';
import { copyPrepared, temporaryFolder } from './run-folder.ts';

export interface Installation {
  /** PORTICO_DATA_DIR; where it is new, made by the first start */
  readonly dataDir: string;
  /** where the data really is: root may have had to move it; known once a server has started */
  settledDir(): string;
  readonly port: number;
  readonly origin: string;
  /** resolves when the server says that it is ready; rejects with its output when it ends before */
  start(env?: Environment): Promise<ServerProcess>;
  /** spawns the server and does not wait for it */
  spawn(env?: Environment): ServerProcess;
  /** one command of the command line, beside the server or without it */
  command(args: readonly string[], options?: { stdin?: string; env?: Environment }): Promise<Ended>;
  /** the answer of a command with `--json`; rejects when the command is refused */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json(args: readonly string[], options?: { stdin?: string }): Promise<any>;
  /** PostgreSQL's main process, if it runs */
  postmaster(): LockFile | undefined;
  /** ends every process of the installation, PostgreSQL too, and removes its files */
  remove(): Promise<void>;
}

export interface ServerProcess {
  readonly pid: number;
  /** standard output and error so far */
  output(): string;
  kill(signal: NodeJS.Signals): void;
  /** asks the server to stop and waits for it */
  stop(): Promise<Ended>;
  readonly ended: Promise<Ended>;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const LAUNCHER = fileURLToPath(new URL('../../../bin/portico.js', import.meta.url));
const STOP_PATIENCE_MS = 30_000;

/**
 * Makes an empty installation under the system's folder of temporary files; nothing runs yet. In a run of tests it has its
 * cluster and its tables already, unless `isNew`, for tests of what the first start makes.
 */
export async function createInstallation(
  settings: Environment = {},
  { isNew = false, mode = 'start' }: { readonly isNew?: boolean; readonly mode?: 'start' | 'dev' } = {},
): Promise<Installation> {
  // Else every start would begin to build them, and the work would run on beside what is tested.
  await buildAll({ log: { info: () => undefined, warn: (text) => console.warn(text) } });
  const folder = temporaryFolder('portico-process-');
  const dataDir = join(folder, 'data');
  if (!isNew) copyPrepared(dataDir);
  const port = await freePort();
  const children = new Set<ChildProcess>();
  let settledDir = dataDir;

  const environment = (env: Environment): NodeJS.ProcessEnv => ({
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: String(port),
    PORTICO_DATA_DIR: dataDir,
    PORTICO_LIMITS: 'off',
    PORTICO_STARTER: 'off',
    PORTICO_DRAIN_SECONDS: '0',
    ...settings,
    ...env,
  });
  const launch = (args: readonly string[], env: Environment): { child: ChildProcess; server: ServerProcess } => {
    const child = spawn(process.execPath, [LAUNCHER, ...args], { env: environment(env), stdio: 'pipe' });
    children.add(child);
    const said = { stdout: '', stderr: '', both: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        said[name] += text;
        said.both += text;
        settledDir = /embedded, in (.+)$/m.exec(said.both)?.[1] ?? settledDir;
      });
    }
    const ended = new Promise<Ended>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => {
        children.delete(child);
        resolve({ code, stdout: said.stdout, stderr: said.stderr });
      });
    });
    const server: ServerProcess = {
      pid: child.pid as number,
      output: () => said.both,
      kill: (signal) => child.kill(signal),
      stop: () => end(child, ended),
      ended,
    };
    return { child, server };
  };
  const postmaster = (): LockFile | undefined => readPostmaster(settledDir);
  const command: Installation['command'] = (args, { stdin = '', env = {} } = {}) => {
    const { child, server } = launch(args, env);
    child.stdin?.on('error', () => undefined).end(stdin);
    return server.ended;
  };

  return {
    dataDir,
    settledDir: () => settledDir,
    port,
    origin: `http://localhost:${port}`,
    spawn: (env = {}) => launch([mode], env).server,
    async start(env = {}) {
      const { child, server } = launch([mode], env);
      await readiness(child, server);
      return server;
    },
    command,
    async json(args, options) {
      const { code, stdout, stderr } = await command([...args, '--json'], options);
      if (code !== 0) throw new Error(`portico ${args.join(' ')} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
    postmaster,
    async remove() {
      await Promise.all([...children].map((child) => end(child, closed(child))));
      const left = postmaster();
      if (left) await stopPostmaster(left.pid);
      const socketDir = lastSocketFolder(settledDir);
      for (const path of [folder, settledDir, socketDir]) if (path) rmSync(path, { recursive: true, force: true });
    },
  };
}

function readiness(child: ChildProcess, server: ServerProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      if (!server.output().includes('Portico is ready')) return;
      child.stdout?.off('data', look);
      resolve();
    };
    child.stdout?.on('data', look);
    server.ended.then(
      ({ code }) => reject(new Error(`The server ended with ${code} before it was ready:\n${server.output()}`)),
      reject,
    );
  });
}

/** SIGTERM, and SIGKILL for one that does not listen. */
async function end<R>(child: ChildProcess, ended: Promise<R>): Promise<R> {
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
  try {
    return await ended;
  } finally {
    clearTimeout(late);
  }
}

const closed = (child: ChildProcess): Promise<unknown> => new Promise((resolve) => child.once('close', resolve));
