import { sql } from 'kysely';
import type { Db } from './handle.ts';

/** Runs a part of a transaction. If the database refuses it, that part alone is rolled back and the error is thrown on. */
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
