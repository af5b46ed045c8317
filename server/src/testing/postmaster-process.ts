/** Finds and stops PostgreSQL's processes from outside, by its lock file and /proc. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface LockFile {
  readonly pid: number;
  /** Folder of the Unix socket. */
  readonly socketDir: string;
}

/** Returns the postmaster of the data folder; undefined if none runs. */
export function readPostmaster(dataDir: string): LockFile | undefined {
  try {
    const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid > 1 && isAlive(pid) ? { pid, socketDir: (lines[4] ?? '').trim() } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the socket folder of the last postmaster, from the command line that PostgreSQL stores in postmaster.opts.
 */
export function findSocketFolder(dataDir: string): string | undefined {
  try {
    const line = readFileSync(join(dataDir, 'postgres', 'postmaster.opts'), 'utf8');
    return /unix_socket_directories=([^"]+)"/.exec(line)?.[1];
  } catch {
    return undefined;
  }
}

/** Stops the postmaster and ends its connections. Sends a harsher signal each time it does not stop in time. */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    for (const until = Date.now() + timeoutMs; isAlive(pid) && Date.now() < until; ) await sleep(20);
  }
}

/** Returns the child processes of a process; some may have ended meanwhile. Linux only. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => statOf(child)?.parent === pid);
}

export interface ProcessStat {
  readonly state: string;
  readonly parent: number;
  /** CPU time of all threads, in milliseconds. */
  readonly cpuMs: number;
  /** CPU time of children that have exited and were reaped, in milliseconds. */
  readonly reapedChildrenCpuMs: number;
}

/** /proc reports times in hundredths of a second (USER_HZ is 100). */
const MS_PER_TICK = 10;

/** Returns a process's state from /proc; undefined if the process or /proc does not exist. */
export function statOf(pid: number): ProcessStat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // "pid (name) S parent …": the name may contain anything, so fields are counted from the last parenthesis.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticksAt = (index: number): number => Number(fields[index]) * MS_PER_TICK;
    return {
      state: fields[0] as string,
      parent: Number(fields[1]),
      cpuMs: ticksAt(11) + ticksAt(12),
      reapedChildrenCpuMs: ticksAt(13) + ticksAt(14),
    };
  } catch {
    return undefined;
  }
}

/** Returns false for a process that has exited, even if it was not reaped yet. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return !['Z', 'X'].includes(statOf(pid)?.state ?? '');
}
