/** Runs the real server and command line as child processes on a temporary data folder, for tests and measurements. */
import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildAll } from '../builds/index.ts';
import { freePort } from './free-port.ts';
import { findSocketFolder, type LockFile, readPostmaster, stopPostmaster } from './postmaster-process.ts';
import { copyPrepared, makeTemporaryFolder } from './run-folder.ts';

export interface Installation {
  /** Value of PORTICO_DATA_DIR. The first start creates the folder if it is missing. */
  readonly dataDir: string;
  /**
   * Returns the folder that contains the data. It differs from `dataDir` if the system user that runs PostgreSQL cannot
   * access `dataDir`. It is known only after a start.
   */
  settledDir(): string;
  readonly port: number;
  readonly origin: string;
  /** Resolves when the server reports that it is ready. Rejects with its output if it exits before that. */
  start(env?: Environment): Promise<ServerProcess>;
  /** Spawns the server without waiting for it. */
  spawn(env?: Environment): ServerProcess;
  /** Runs a command of the command line, with or without a running server. */
  command(args: readonly string[], options?: { stdin?: string; env?: Environment }): Promise<ExitResult>;
  /** Returns the output of a command with `--json`; rejects if the command fails. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
  json(args: readonly string[], options?: { stdin?: string }): Promise<any>;
  /** Returns the lock file of PostgreSQL's main process; undefined if it does not run. */
  postmaster(): LockFile | undefined;
  /** Stops every process of the installation, including PostgreSQL, and removes its files. */
  remove(): Promise<void>;
}

export interface ServerProcess {
  readonly pid: number;
  /** Returns standard output and error so far. */
  output(): string;
  kill(signal: NodeJS.Signals): void;
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<ExitResult>;
  readonly ended: Promise<ExitResult>;
}

export interface ExitResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Options of `createInstallation`. */
export interface InstallationOptions {
  /** Set this for tests of the first start. */
  readonly isNew?: boolean;
  readonly mode?: 'start' | 'dev';
  /**
   * The program to run, without its arguments, such as that of a bundle; by default `bin/portico.js` of this
   * repository.
   */
  readonly program?: readonly [command: string, ...args: string[]];
}

const LAUNCHER = fileURLToPath(new URL('../../../bin/portico.js', import.meta.url));
const STOP_TIMEOUT_MS = 30_000;

/**
 * Creates an empty installation in a temporary folder, without starting it. In a test run, its cluster and tables are
 * copied from the prepared folder.
 */
export async function createInstallation(
  settings: Environment = {},
  { isNew = false, mode = 'start', program }: InstallationOptions = {},
): Promise<Installation> {
  // Without this, every start would build the pages in the background of the test.
  if (!program) await buildAll({ log: { info: () => undefined, warn: (text) => console.warn(text) } });
  const [command, ...commandArgs] = program ?? [process.execPath, LAUNCHER];
  const folder = makeTemporaryFolder('portico-process-');
  const dataDir = join(folder, 'data');
  if (!isNew) copyPrepared(dataDir);
  const port = await freePort();
  const children = new Set<ChildProcess>();
  let settledDir = dataDir;

  const buildEnvironment = (env: Environment): NodeJS.ProcessEnv => ({
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
    const child = spawn(command, [...commandArgs, ...args], { env: buildEnvironment(env), stdio: 'pipe' });
    children.add(child);
    const output = { stdout: '', stderr: '', both: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        output[name] += text;
        output.both += text;
        settledDir = /embedded, in (.+)$/m.exec(output.both)?.[1] ?? settledDir;
      });
    }
    const ended = new Promise<ExitResult>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => {
        children.delete(child);
        resolve({ code, stdout: output.stdout, stderr: output.stderr });
      });
    });
    const server: ServerProcess = {
      pid: child.pid as number,
      output: () => output.both,
      kill: (signal) => child.kill(signal),
      stop: () => end(child, ended),
      ended,
    };
    return { child, server };
  };
  const postmaster = (): LockFile | undefined => readPostmaster(settledDir);
  const runCommand: Installation['command'] = (args, { stdin = '', env = {} } = {}) => {
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
      await waitUntilReady(child, server);
      return server;
    },
    command: runCommand,
    async json(args, options) {
      const { code, stdout, stderr } = await runCommand([...args, '--json'], options);
      if (code !== 0) throw new Error(`portico ${args.join(' ')} ended with ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
    postmaster,
    async remove() {
      await Promise.all([...children].map((child) => end(child, waitForClose(child))));
      const running = postmaster();
      if (running) await stopPostmaster(running.pid);
      const socketDir = findSocketFolder(settledDir);
      for (const path of [folder, settledDir, socketDir]) if (path) rmSync(path, { recursive: true, force: true });
    },
  };
}

function waitUntilReady(child: ChildProcess, server: ServerProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = (): void => {
      if (!server.output().includes('Portico is ready')) return;
      child.stdout?.off('data', check);
      resolve();
    };
    child.stdout?.on('data', check);
    server.ended.then(
      ({ code }) => reject(new Error(`The server ended with ${code} before it was ready:\n${server.output()}`)),
      reject,
    );
  });
}

/** Sends SIGTERM, and SIGKILL to a process that does not exit in time. */
async function end<R>(child: ChildProcess, ended: Promise<R>): Promise<R> {
  child.kill('SIGTERM');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  try {
    return await ended;
  } finally {
    clearTimeout(killTimer);
  }
}

const waitForClose = (child: ChildProcess): Promise<unknown> => new Promise((resolve) => child.once('close', resolve));
