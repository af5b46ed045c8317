import { sql } from 'kysely';
import type { Db } from './handle.ts';

/**
 * Runs `work` while this process holds the session-level advisory lock `key`. Waits if another process holds the lock.
 * The lock uses a separate connection, and `work` uses the pool as usual.
 */
export function withAdvisoryLock<Result>(db: Db, key: number, work: () => Promise<Result>): Promise<Result> {
  return db.connection().execute(async (locked) => {
    await sql`select pg_advisory_lock(${key})`.execute(locked);
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(locked);
    }
  });
}
