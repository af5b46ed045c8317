// Helpers of the embedded database's tests: temporary folders, and processes that can be killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach } from 'vitest';
import { copyPrepared, makeTemporaryFolder } from '../../testing/run-folder.ts';
import { hasCluster, hashPath } from '../embedded/data-folder.ts';
import { startEmbedded } from '../embedded/index.ts';
import { findPostmaster, stopPostmaster } from '../embedded/postmaster.ts';
import type { HolderEvent, HolderInput } from './holder.ts';

/** Folder with the binaries of another version to test; undefined for those of the package. */
export const nativeDir: string | undefined = process.env.PORTICO_TEST_NATIVE_DIR;

const folders: string[] = [];
const holders: Holder[] = [];

afterEach(async () => {
  for (const holder of holders.splice(0)) holder.kill();
  for (const folder of folders.splice(0)) {
    for (const dataDir of [folder, join(folder, 'data')]) {
      const found = findPostmaster(join(dataDir, 'postgres'));
      if (found.state === 'running') await stopPostmaster(join(dataDir, 'postgres'), found.lock.pid);
      for (const parent of ['/run', '/tmp']) {
        rmSync(join(parent, `portico-${hashPath(dataDir)}`), { recursive: true, force: true });
      }
    }
    rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * Creates a folder that every user may enter, like the folder of a typical clone. After the test, the folder is
 * removed, and a PostgreSQL that runs in it is stopped. Set `onDisk` if programs are run from it, because a memory disk
 * may not permit that.
 */
export function makeFolder({ onDisk = false } = {}): string {
  const prefix = 'portico-embedded-';
  const folder = onDisk ? mkdtempSync(join(tmpdir(), prefix)) : makeTemporaryFolder(prefix);
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

/** Returns a data folder in which PostgreSQL has run before, for tests that do not concern the first start. */
export async function makeUsedFolder(dataDir = join(makeFolder(), 'data')): Promise<string> {
  // The prepared folder was created by the package's version, so another version cannot use it.
  if (nativeDir === undefined) copyPrepared(dataDir);
  if (hasCluster(dataDir)) return dataDir;
  await (await startEmbedded({ dataDir, nativeDir, isExclusive: false, supervise: false, log: silent })).stop();
  return dataDir;
}

export interface Holder {
  readonly process: ChildProcess;
  readonly events: HolderEvent[];
  /** Resolves with the first event of the kind, even if it has already occurred. */
  expect<K extends HolderEvent['event']>(kind: K): Promise<Extract<HolderEvent, { event: K }>>;
  /** Sends SIGKILL, which leaves no time to clean up. */
  kill(): void;
  /** Makes the process stop its database and exit. */
  end(): Promise<void>;
}

/** Runs `startEmbedded` in a separate process. */
export function startHolder(input: HolderInput): Holder {
  const file = fileURLToPath(new URL('./holder.ts', import.meta.url));
  const child = spawn(process.execPath, [file, JSON.stringify({ nativeDir, ...input })], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const events: HolderEvent[] = [];
  const waiting = new Set<() => void>();
  let ended = false;
  const wake = (): void => {
    for (const check of waiting) check();
  };
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    events.push(JSON.parse(line) as HolderEvent);
    wake();
  });
  child.once('close', () => {
    ended = true;
    wake();
  });
  const holder: Holder = {
    process: child,
    events,
    expect: (kind) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const event = events.find((e) => e.event === kind);
          if (!event && !ended) return;
          waiting.delete(check);
          if (event) resolve(event as never);
          else reject(new Error(`the process ended without "${kind}": ${JSON.stringify(events.slice(-5))}`));
        };
        waiting.add(check);
        check();
      }),
    kill: () => {
      child.kill('SIGKILL');
    },
    end: async () => {
      child.stdin.end();
      await holder.expect('stopped');
    },
  };
  holders.push(holder);
  return holder;
}

/** Runs statements on a new connection. */
export async function query(host: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ host, port: 5432, user: 'portico', database: 'portico' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Returns the process id in postmaster.pid. */
export function readPostmasterPid(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

/** Repeats `attempt` until it neither throws nor returns undefined. */
export async function retryUntilDone<R>(attempt: () => Promise<R | undefined> | R | undefined): Promise<R> {
  for (const end = Date.now() + 30_000; ; ) {
    try {
      const result = await attempt();
      if (result !== undefined) return result;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    if (Date.now() > end) throw new Error('the attempts failed for 30 seconds');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export const silent = { info: (): void => undefined, warn: (): void => undefined };
