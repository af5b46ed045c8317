/** Controls the database's clock, which rate limits use, so that tests need not wait. */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/index.ts';

export interface DatabaseClock {
  set(time: Date): Promise<void>;
  advance(seconds: number): Promise<void>;
}

/** Stops the clock of the test's database at `start`; afterwards only `set` and `advance` move it. */
export async function stopDatabaseClock(db: Db, start = new Date()): Promise<DatabaseClock> {
  const { rows: citus } = await sql`select from pg_extension where extname = 'citus'`.execute(db);
  const store = citus.length > 0 ? storeInFunction(db) : await storeInTable(db);
  let now = start;
  const set = async (time: Date): Promise<void> => {
    now = time;
    await store(time);
  };
  await set(start);
  return { set, advance: (seconds) => set(new Date(now.getTime() + seconds * 1_000)) };
}

async function storeInTable(db: Db) {
  await sql`create table portico.stopped_clock as select now() as at`.execute(db);
  await replaceFunction(db, sql`(select at from portico.stopped_clock)`);
  return (time: Date) => sql`update portico.stopped_clock set at = ${time}`.execute(db);
}

/** In a cluster, the function runs within queries on every node, where it cannot read a table. */
const storeInFunction = (db: Db) => (time: Date) =>
  replaceFunction(db, sql`timestamptz ${sql.lit(time.toISOString())}`);

const replaceFunction = (db: Db, value: RawBuilder<unknown>) =>
  sql`create or replace function portico.database_time() returns timestamptz language sql stable return ${value}`.execute(
    db,
  );
