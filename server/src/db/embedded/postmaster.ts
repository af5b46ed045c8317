// PostgreSQL's main process: found by the lock file it keeps in its folder, or started.
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
  /** "starting", "ready", "stopping"; empty until PostgreSQL has come so far */
  readonly status: string;
}

export type Found =
  | { readonly state: 'running'; readonly lock: LockFile }
  /** no file, or one that PostgreSQL itself will overwrite */
  | { readonly state: 'absent' }
  /** ended, but its number is not free yet: PostgreSQL would refuse to start */
  | { readonly state: 'ending' }
  /** the number now belongs to another program */
  | { readonly state: 'stale'; readonly lock: LockFile };

/** Looks for the postmaster of this very cluster. */
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
 * Removes a lock file whose process is another program: numbers are used again, and in a container that starts anew the
 * same small ones come back every time. PostgreSQL only looks whether the number is taken and would never start.
 */
export function removeStaleLock(cluster: string, lock: LockFile): void {
  if (readLockFile(cluster)?.pid === lock.pid) rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

/** A `postgres` that we spawned; `failure` is set once it has ended or could not be started. */
export interface Spawned {
  readonly pid: number | undefined;
  failure: string | undefined;
}

/** Spawns `postgres` in a session of its own, so that it outlives us however we end: acknowledged writes are its to keep. */
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
 * Asks the postmaster to end the connections and stop ("fast"), and waits for it; one that does not within a minute is
 * told to drop everything, which loses nothing either: the next start recovers from the log.
 */
export async function stopPostmaster(cluster: string, pid: number): Promise<void> {
  const isThere = (): boolean => {
    const state = processState(pid);
    // One that is exiting has shed its command line, but not yet let go of its files.
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
  // a single-user process writes its number negated
  const pid = Math.abs(Number.parseInt(lines[0] ?? '', 10));
  return pid > 1 ? { pid, socketDir: lines[4] ?? '', status: lines[7] ?? '' } : undefined;
}

/** True also where the system does not tell what a process is: better to wait for it than to write beside it. */
function isPostmasterOf(cluster: string, pid: number): boolean {
  const args = commandLine(pid);
  if (args === undefined) return process.platform !== 'linux' || processState(pid) === 'running';
  // Its children rewrite their command line ("postgres: checkpointer"), so they never pass for it.
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

/** Opens the log to append; one that has grown large becomes postgres.log.1, in place of the one before. */
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
