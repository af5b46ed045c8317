/** PostgreSQL's processes as a test sees them from outside: found in its lock file and in /proc, killed, stopped. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface LockFile {
  readonly pid: number;
  /** folder of the Unix socket */
  readonly socketDir: string;
}

/** The postmaster of the data folder; undefined where none runs. */
export function readPostmaster(dataDir: string): LockFile | undefined {
  try {
    const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid > 1 && isAlive(pid) ? { pid, socketDir: (lines[4] ?? '').trim() } : undefined;
  } catch {
    return undefined;
  }
}

/** Folder of the socket of the last postmaster, from the command line that PostgreSQL keeps of it. */
export function lastSocketFolder(dataDir: string): string | undefined {
  try {
    const line = readFileSync(join(dataDir, 'postgres', 'postmaster.opts'), 'utf8');
    return /unix_socket_directories=([^"]+)"/.exec(line)?.[1];
  } catch {
    return undefined;
  }
}

/** Ends the postmaster and all its connections, at once if it does not do so when asked. */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    for (const until = Date.now() + patienceMs; isAlive(pid) && Date.now() < until; ) await sleep(20);
  }
}

/** The processes that a process has started, of which some may have ended meanwhile. Linux alone. */
export function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => statOf(child)?.parent === pid);
}

export interface ProcessStat {
  readonly state: string;
  readonly parent: number;
  /** milliseconds that the process ran, in all its threads */
  readonly cpuMs: number;
  /** the same for its children that ended and were collected */
  readonly collectedCpuMs: number;
}

/** Linux counts in hundredths of a second wherever it shows times to programs. */
const MS_PER_TICK = 10;

/** What /proc says of a process; undefined when it is gone, or there is no /proc. */
export function statOf(pid: number): ProcessStat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // "pid (name) S parent …": the name may hold anything, so count from the last bracket.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const ticks = (index: number): number => Number(fields[index]) * MS_PER_TICK;
    return {
      state: fields[0] as string,
      parent: Number(fields[1]),
      cpuMs: ticks(11) + ticks(12),
      collectedCpuMs: ticks(13) + ticks(14),
    };
  } catch {
    return undefined;
  }
}

/** False for a process that ended, also while nobody has collected it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return !['Z', 'X'].includes(statOf(pid)?.state ?? '');
}
