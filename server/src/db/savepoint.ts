import { sql } from 'kysely';
import type { Db } from './handle.ts';

/** Runs a part of a transaction. If `work` fails, only that part is rolled back, and the error is rethrown. */
export async function withSavepoint<R>(db: Db, work: () => Promise<R>): Promise<R> {
  await sql`savepoint part`.execute(db);
  try {
    const result = await work();
    await sql`release savepoint part`.execute(db);
    return result;
  } catch (error) {
    await sql`rollback to savepoint part`.execute(db);
    throw error;
  }
}
