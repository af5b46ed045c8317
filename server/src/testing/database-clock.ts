/** Controls the database's clock, which rate limits use, so that tests need not wait. */
import { sql } from 'kysely';
import type { Db } from '../db/index.ts';

export interface DatabaseClock {
  set(time: Date): Promise<void>;
  advance(seconds: number): Promise<void>;
}

/** Stops the clock of the test's database at `start`; afterwards only `set` and `advance` move it. */
export async function stopDatabaseClock(db: Db, start = new Date()): Promise<DatabaseClock> {
  await sql`create table portico.stopped_clock (at timestamptz not null)`.execute(db);
  await sql`insert into portico.stopped_clock values (${start})`.execute(db);
  await sql`
    create or replace function portico.database_time() returns timestamptz language sql stable
    return (select at from portico.stopped_clock)`.execute(db);
  return {
    set: async (time) => void (await sql`update portico.stopped_clock set at = ${time}`.execute(db)),
    advance: async (seconds) =>
      void (await sql`update portico.stopped_clock set at = at + ${seconds} * interval '1 second'`.execute(db)),
  };
}
