import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The user who runs a program. */
export interface RunAs {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

export interface ProcessResult {
  readonly code: number | null;
  /** Standard output and standard error combined, limited to the last 64 kB. */
  readonly output: string;
}

const OUTPUT_LIMIT = 64 * 1024;

/**
 * Runs a short program and resolves when it exits. Rejects with the system's error (`ENOENT`, `EACCES`) if the program
 * cannot be started or takes too long.
 */
export function run(
  binary: string,
  args: readonly string[],
  options: { env: NodeJS.ProcessEnv; user: RunAs | undefined; timeoutMs: number },
): Promise<ProcessResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(binary, args, {
      cwd: '/',
      env: options.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // The option `timeout` of spawn is not used, because its timer remains after a failed start and keeps this
      // process alive.
      signal: AbortSignal.timeout(options.timeoutMs),
      killSignal: 'SIGKILL',
      ...identityOptions(options.user),
    });
    let output = '';
    const take = (chunk: Buffer): void => {
      output = (output + chunk.toString()).slice(-OUTPUT_LIMIT);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** Returns the uid and gid options for spawn. */
export function identityOptions(user: RunAs | undefined): { uid?: number; gid?: number } {
  return user ? { uid: user.uid, gid: user.gid } : {};
}

export type ProcessState = 'running' | 'exiting' | 'zombie' | 'gone';

/** The kernel's flag of a process that has begun to exit. */
const PF_EXITING = 0x4;

/**
 * Returns the state of a process. A zombie has exited but has not been reaped yet, and `kill(pid, 0)` still finds it.
 */
export function processState(pid: number): ProcessState {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return 'gone';
  }
  const stat = readProc(pid, 'stat');
  if (stat === undefined) return 'running';
  // "pid (name) state ppid pgrp session tty tpgid flags …": the name may contain anything, even brackets.
  const [state = '', , , , , , flags] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (state === 'Z' || state === 'X') return 'zombie';
  return (Number(flags) & PF_EXITING) !== 0 ? 'exiting' : 'running';
}

/** Returns the arguments of a running process if the system has /proc; otherwise undefined. */
export function readCommandLine(pid: number): string[] | undefined {
  return readProc(pid, 'cmdline')?.split('\0');
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return undefined;
  }
}
