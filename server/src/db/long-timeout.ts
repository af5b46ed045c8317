import { sql } from 'kysely';
import type { Db } from './handle.ts';

const LONG_TIMEOUT = '6h';

/**
 * Raises the timeout on one connection, outside of a transaction, for statements that read all rows of a large table.
 */
export function withLongTimeout<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  return db.connection().execute(async (db) => {
    await sql`select set_config('statement_timeout', ${LONG_TIMEOUT}, false)`.execute(db);
    try {
      return await work(db);
    } finally {
      await sql`reset statement_timeout`.execute(db).catch(() => undefined);
    }
  });
}
