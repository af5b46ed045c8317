/** Schema changes need an exclusive lock on a table for a moment. While they wait for it, every later statement waits behind them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { isTimeout } from './errors.ts';
import type { Db } from './handle.ts';

const LOCK_MS = 200;
const MOST_TRIES = 40;
const PAUSE_MS = 100;

/** Until the end of the transaction, a statement gives up where it would have to wait longer for a lock. */
export async function waitBriefly(db: Db): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${LOCK_MS}ms`}, true)`.execute(db);
}

/** Does the work, and does it again where it gave up waiting; within a transaction that is for its beginner to do. */
export async function triedAgain<R>({ db }: { readonly db: Db }, work: () => Promise<R>): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isTimeout(error) || tries === MOST_TRIES || db.isTransaction) throw error;
      await sleep(PAUSE_MS * (1 + Math.random()));
    }
  }
}
