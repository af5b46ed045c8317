/** Lock timeouts for schema changes. A change needs an exclusive lock, and every later statement queues behind it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { isTimeout } from './errors.ts';
import type { Db } from './handle.ts';

const LOCK_MS = 200;
const MOST_TRIES = 40;
const PAUSE_MS = 100;

/** Bounds the wait for a lock until the end of the transaction; a statement that would wait longer fails. */
export async function waitBriefly(db: Db): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${LOCK_MS}ms`}, true)`.execute(db);
}

/** Runs `work` and retries it after a lock timeout. Within a transaction, the code that began it must retry. */
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
