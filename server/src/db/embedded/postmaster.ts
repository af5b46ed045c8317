// Finds PostgreSQL's main process by its lock file, or starts it.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, readSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import type { DataFolder } from './data-folder.ts';
import { toFolderError } from './errors.ts';
import { identityOptions, processState, readCommandLine } from './processes.ts';
import { buildArguments } from './settings.ts';

/** The first lines of postmaster.pid. */
export interface LockFile {
  readonly pid: number;
  readonly socketDir: string;
  /** "starting", "ready", "stopping", or empty until PostgreSQL has written it. */
  readonly status: string;
}

export type PostmasterState =
  | { readonly state: 'running'; readonly lock: LockFile }
  /** No file, or one that PostgreSQL itself will overwrite. */
  | { readonly state: 'absent' }
  /** Exited, but its process id is not free yet, so PostgreSQL would not start. */
  | { readonly state: 'ending' }
  /** The process id now belongs to another program. */
  | { readonly state: 'stale'; readonly lock: LockFile };

/** Returns the state of this cluster's postmaster. */
export function findPostmaster(cluster: string): PostmasterState {
  const lock = readLockFile(cluster);
  if (!lock) return { state: 'absent' };
  const state = processState(lock.pid);
  if (state === 'gone') return { state: 'absent' };
  if (state === 'zombie' || state === 'exiting') return { state: 'ending' };
  if (!isPostmasterOf(cluster, lock.pid)) return { state: 'stale', lock };
  return lock.status === 'stopping' ? { state: 'ending' } : { state: 'running', lock };
}

/**
 * Removes a lock file whose process id belongs to another program. Process ids are reused, especially in a restarted
 * container. PostgreSQL only checks whether the id exists, so it would never start.
 */
export function removeStaleLock(cluster: string, lock: LockFile): void {
  if (readLockFile(cluster)?.pid === lock.pid) rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

/**
 * A `postgres` process that this process spawned. `failure` is set after it has exited or if it could not be started.
 */
export interface SpawnedPostmaster {
  readonly pid: number | undefined;
  failure: string | undefined;
}

/** Spawns `postgres` in a separate session, so that it survives this process and does not lose acknowledged writes. */
export function spawnPostmaster(folder: DataFolder, binaries: Binaries, socketDir: string): SpawnedPostmaster {
  const logFile = join(folder.dataDir, 'postgres.log');
  const { handle, size } = openLog(folder.dataDir, logFile);
  let child: ChildProcess;
  try {
    child = spawn(binaries.postgres, buildArguments(folder.cluster, socketDir, folder.user), {
      cwd: '/',
      env: binaries.env,
      stdio: ['ignore', handle, handle],
      detached: true,
      ...identityOptions(folder.user),
    });
  } finally {
    closeSync(handle);
  }
  child.unref();
  const postmaster: SpawnedPostmaster = { pid: child.pid, failure: undefined };
  child.once('error', (error) => {
    postmaster.failure = error.message;
  });
  child.once('exit', () => {
    postmaster.failure = readFrom(logFile, size);
  });
  return postmaster;
}

/**
 * Stops the postmaster with a "fast" shutdown, which ends all connections, and waits until it has exited. After a
 * minute it uses an "immediate" shutdown, which loses no data, because the next start recovers from the write-ahead
 * log.
 */
export async function stopPostmaster(cluster: string, pid: number): Promise<void> {
  const isRunning = (): boolean => {
    const state = processState(pid);
    // An exiting process no longer has a command line, but may still hold its files.
    return state === 'exiting' || (state === 'running' && isPostmasterOf(cluster, pid));
  };
  for (const [signal, timeoutMs] of [
    ['SIGINT', 60_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    if (!isRunning()) return;
    process.kill(pid, signal);
    for (const end = Date.now() + timeoutMs; isRunning() && Date.now() < end; ) await sleep(10);
  }
}

function readLockFile(cluster: string): LockFile | undefined {
  let text: string;
  try {
    text = readFileSync(join(cluster, 'postmaster.pid'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw toFolderError(cluster, error);
  }
  const lines = text.split('\n').map((line) => line.trim());
  // In single-user mode, PostgreSQL writes its process id as a negative number.
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10));
  return pid > 1 ? { pid, socketDir: lines[4] ?? '', status: lines[7] ?? '' } : undefined;
}

/**
 * Returns true if the process is the postmaster of the cluster, or if the system does not show what the process is.
 * Waiting is safer than starting a second PostgreSQL.
 */
function isPostmasterOf(cluster: string, pid: number): boolean {
  const args = readCommandLine(pid);
  if (args === undefined) return process.platform !== 'linux' || processState(pid) === 'running';
  // Child processes rewrite their command line ("postgres: checkpointer"), so they are not mistaken for the postmaster.
  if (!basename(args[0] ?? '').startsWith('postgres') || (args[0] ?? '').includes(': ')) return false;
  const folder = args[args.indexOf('-D') + 1] ?? '';
  return folder === cluster || isSameFolder(folder, cluster) || isSameFolder(`/proc/${pid}/cwd`, cluster);
}

function isSameFolder(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b);
  } catch {
    return false;
  }
}

const LOG_LIMIT = 10 * 1024 * 1024;

/** Opens the log for appending. A large log is first renamed to postgres.log.1, which replaces the previous one. */
function openLog(dataDir: string, file: string): { handle: number; size: number } {
  try {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT) renameSync(file, `${file}.1`);
    const handle = openSync(file, 'a', 0o600);
    return { handle, size: statSync(file).size };
  } catch (error) {
    throw toFolderError(dataDir, error);
  }
}

function readFrom(file: string, offset: number): string {
  const buffer = Buffer.alloc(64 * 1024);
  try {
    const handle = openSync(file, 'r');
    const length = readSync(handle, buffer, 0, buffer.length, offset);
    closeSync(handle);
    return buffer.toString('utf8', 0, length);
  } catch {
    return '';
  }
}
