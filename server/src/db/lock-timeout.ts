/**
 * Lock timeouts for schema changes. A schema change needs an exclusive lock, and all later statements wait behind it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { isTimeout } from './errors.ts';
import type { Db } from './handle.ts';

const LOCK_TIMEOUT_MS = 200;
const MAX_ATTEMPTS = 40;
const PAUSE_MS = 100;

/**
 * Limits how long statements wait for a lock until the end of the transaction. A statement that would wait longer
 * fails.
 */
export async function setLockTimeout(db: Db): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${LOCK_TIMEOUT_MS}ms`}, true)`.execute(db);
}

/**
 * Runs `work` and retries it after a lock timeout. Do not call it within a transaction: the code that began the
 * transaction must retry.
 */
export async function retryOnLockTimeout<R>({ db }: { readonly db: Db }, work: () => Promise<R>): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isTimeout(error) || attempt === MAX_ATTEMPTS || db.isTransaction) throw error;
      await sleep(PAUSE_MS * (1 + Math.random()));
    }
  }
}
