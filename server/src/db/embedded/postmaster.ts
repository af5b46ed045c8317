// PostgreSQL's main process: found by its lock file, or started.
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, readSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import type { Place } from './data-folder.ts';
import { folderError } from './errors.ts';
import { commandLine, identity, processState } from './processes.ts';
import { postgresArguments } from './settings.ts';

/** The first lines of postmaster.pid. */
export interface LockFile {
  readonly pid: number;
  readonly socketDir: string;
  /** "starting", "ready", "stopping"; empty until PostgreSQL has written it */
  readonly status: string;
}

export type Found =
  | { readonly state: 'running'; readonly lock: LockFile }
  /** no file, or one that PostgreSQL itself will overwrite */
  | { readonly state: 'absent' }
  /** exited, but its process id is not free yet, so PostgreSQL would refuse to start */
  | { readonly state: 'ending' }
  /** the process id now belongs to another program */
  | { readonly state: 'stale'; readonly lock: LockFile };

/** Returns the state of this cluster's postmaster. */
export function findPostmaster(cluster: string): Found {
  const lock = readLockFile(cluster);
  if (!lock) return { state: 'absent' };
  const state = processState(lock.pid);
  if (state === 'gone') return { state: 'absent' };
  if (state === 'zombie' || state === 'exiting') return { state: 'ending' };
  if (!isPostmasterOf(cluster, lock.pid)) return { state: 'stale', lock };
  return lock.status === 'stopping' ? { state: 'ending' } : { state: 'running', lock };
}

/**
 * Removes a lock file whose process id belongs to another program. Process ids are reused, and a restarted container
 * assigns the same small ones again. PostgreSQL only checks whether the id is taken and would never start.
 */
export function removeStaleLock(cluster: string, lock: LockFile): void {
  if (readLockFile(cluster)?.pid === lock.pid) rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

/** A `postgres` process that we spawned; `failure` is set once it has exited or could not be started. */
export interface Spawned {
  readonly pid: number | undefined;
  failure: string | undefined;
}

/** Spawns `postgres` in a session of its own, so that it survives this process: it must keep acknowledged writes. */
export function spawnPostmaster(place: Place, binaries: Binaries, socketDir: string): Spawned {
  const logFile = join(place.dataDir, 'postgres.log');
  const { handle, size } = openLog(place.dataDir, logFile);
  let child: ChildProcess;
  try {
    child = spawn(binaries.postgres, postgresArguments(place.cluster, socketDir, place.user), {
      cwd: '/',
      env: binaries.env,
      stdio: ['ignore', handle, handle],
      detached: true,
      ...identity(place.user),
    });
  } finally {
    closeSync(handle);
  }
  child.unref();
  const spawned: Spawned = { pid: child.pid, failure: undefined };
  child.once('error', (error) => {
    spawned.failure = error.message;
  });
  child.once('exit', () => {
    spawned.failure = readFrom(logFile, size);
  });
  return spawned;
}

/**
 * Makes the postmaster end the connections and stop ("fast"), and waits for it. After a minute it stops immediately
 * instead, which loses nothing either, because the next start recovers from the log.
 */
export async function stopPostmaster(cluster: string, pid: number): Promise<void> {
  const isThere = (): boolean => {
    const state = processState(pid);
    // An exiting process has no command line any more, but may still hold its files.
    return state === 'exiting' || (state === 'running' && isPostmasterOf(cluster, pid));
  };
  for (const [signal, patienceMs] of [
    ['SIGINT', 60_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    if (!isThere()) return;
    process.kill(pid, signal);
    for (const end = Date.now() + patienceMs; isThere() && Date.now() < end; ) await sleep(10);
  }
}

function readLockFile(cluster: string): LockFile | undefined {
  let text: string;
  try {
    text = readFileSync(join(cluster, 'postmaster.pid'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw folderError(cluster, error);
  }
  const lines = text.split('\n').map((line) => line.trim());
  // A single-user process writes its id negated.
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10));
  return pid > 1 ? { pid, socketDir: lines[4] ?? '', status: lines[7] ?? '' } : undefined;
}

/** Also true if the system does not reveal what a process is: waiting is safer than starting a second PostgreSQL. */
function isPostmasterOf(cluster: string, pid: number): boolean {
  const args = commandLine(pid);
  if (args === undefined) return process.platform !== 'linux' || processState(pid) === 'running';
  // Child processes rewrite their command line ("postgres: checkpointer"), so they are never mistaken for it.
  if (!basename(args[0] ?? '').startsWith('postgres') || (args[0] ?? '').includes(': ')) return false;
  const folder = args[args.indexOf('-D') + 1] ?? '';
  return folder === cluster || sameFolder(folder, cluster) || sameFolder(`/proc/${pid}/cwd`, cluster);
}

function sameFolder(a: string, b: string): boolean {
  try {
    return realpathSync(a) === realpathSync(b);
  } catch {
    return false;
  }
}

const LOG_LIMIT = 10 * 1024 * 1024;

/** Opens the log to append; a large log is first renamed to postgres.log.1, replacing the previous one. */
function openLog(dataDir: string, file: string): { handle: number; size: number } {
  try {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_LIMIT) renameSync(file, `${file}.1`);
    const handle = openSync(file, 'a', 0o600);
    return { handle, size: statSync(file).size };
  } catch (error) {
    throw folderError(dataDir, error);
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
