/** Shares statements between identical reads: those that arrive while one runs wait, and share the next. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../db/index.ts';
import type { Collection } from '../collections/collection.ts';
import { run } from './statement.ts';

/**
 * Maximum wait in milliseconds for the running statement. After it, the next statement starts concurrently, so that one
 * statement that is blocked or slow does not delay all reads behind it.
 */
const MAX_WAIT_MS = 250;

interface RunningRead {
  /** Resolves when the statement has ended, whatever its outcome. */
  readonly ended: Promise<void>;
  /** The result for the reads that have arrived since the statement started. */
  next: Promise<unknown[]> | undefined;
}

/** The running statements of each pool, by text and parameters. */
const runningReads = new WeakMap<Db, Map<string, RunningRead>>();

/**
 * Runs a statement that only reads, with the same result as `run`. Many visitors open the same page at the same time;
 * their reads then cost one statement. The text and its parameters contain whatever depends on the caller, such as the
 * owner whose rows are visible. A read never shares a statement that started before it arrived, so it sees every
 * earlier write. Callers must not change the rows.
 */
export async function runShared<Row>(
  db: Db,
  collection: Collection,
  text: string,
  params: readonly unknown[],
): Promise<readonly Row[]> {
  if (db.isTransaction) return run<Row>(db, collection, text, params);
  const reads = runningReads.get(db) ?? new Map<string, RunningRead>();
  runningReads.set(db, reads);
  const key = JSON.stringify([text, params]);
  const start = (): Promise<unknown[]> => {
    const rows = run(db, collection, text, params);
    const read: RunningRead = { ended: rows.then(ignore, ignore), next: undefined };
    reads.set(key, read);
    void read.ended.then(() => {
      if (reads.get(key) === read) reads.delete(key);
    });
    return rows;
  };
  const running = reads.get(key);
  if (!running) return start() as Promise<Row[]>;
  running.next ??= Promise.race([running.ended, sleep(MAX_WAIT_MS)]).then(start);
  return running.next as Promise<Row[]>;
}

function ignore(): void {}
