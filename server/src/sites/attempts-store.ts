/**
 * Counts of failed attempts, and of uses in rate-limit windows. Statements use the database's time, because the clocks
 * of several servers differ.
 */
import { sql } from 'kysely';
import { asynchronousCommit, type Db } from '../db/index.ts';

/** The count of a subject's failures. */
export interface AttemptRow {
  subject: string;
  /** The failures that have not expired at the time of the query. */
  failures: number;
  /** Seconds since the last failure; negative if it lies in the future. */
  seconds: number;
}

/** The columns of an `AttemptRow`. */
const attemptColumns = sql`subject,
  case when forgotten_at > database_time() then failures else 0 end as failures,
  extract(epoch from database_time() - last_failed_at)::float8 as seconds`;

export async function findAttempts(db: Db, siteId: string, subjects: readonly string[]): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select ${attemptColumns} from attempts
    where site_id = ${siteId} and subject = any(${subjects}::text[])`.execute(db);
  return rows;
}

/**
 * Locks the rows of the subjects and returns them. Inserts missing rows. Locks in the order of the names, which
 * prevents deadlocks.
 */
export async function lockAttempts(db: Db, siteId: string, subjects: readonly string[]): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    insert into attempts (site_id, subject, failures, last_failed_at, previous_failed_at, forgotten_at)
    select ${siteId}::uuid, subject, 0, database_time(), database_time(), database_time()
    from unnest(${subjects}::text[]) as subject order by subject collate "C"
    on conflict (site_id, subject) do update set failures = attempts.failures
    returning ${attemptColumns}`.execute(db);
  return rows;
}

/**
 * Stores new counts, which expire `within` seconds from now. Returns the time of the attempt; null if nothing was
 * counted.
 */
export async function updateAttempts(
  db: Db,
  siteId: string,
  counted: readonly { subject: string; failures: number; within: number }[],
): Promise<{ at: Date } | null> {
  const { rows } = await sql<{ at: Date }>`
    update attempts set
      failures = counted.failures,
      previous_failed_at = last_failed_at,
      last_failed_at = greatest(last_failed_at, database_time()),
      forgotten_at = greatest(last_failed_at, database_time()) + counted.within * interval '1 second'
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as counted (subject text, failures int, within int)
    where site_id = ${siteId} and attempts.subject = counted.subject
    returning database_time() as at`.execute(db);
  return rows[0] ?? null;
}

/** Moves failures that lie more than `toleranceSeconds` in the future back to now. */
export const pullBackToNow = (db: Db, siteId: string, subjects: readonly string[], toleranceSeconds: number) =>
  sql`
  with ahead as (
    select subject from attempts
    where site_id = ${siteId} and subject = any(${subjects}::text[])
      and last_failed_at > database_time() + ${toleranceSeconds} * interval '1 second'
    order by subject for update
  )
  update attempts set
    forgotten_at = forgotten_at - (last_failed_at - database_time()),
    last_failed_at = database_time(),
    previous_failed_at = least(previous_failed_at, database_time())
  from ahead where attempts.site_id = ${siteId} and attempts.subject = ahead.subject`.execute(db);

/**
 * Deletes the counts of the subjects in `cleared`, and subtracts the attempt made at `at` from the counts of the
 * subjects in `refunded`.
 */
export const refundAttempts = (
  db: Db,
  siteId: string,
  at: Date | null,
  { cleared, refunded }: { readonly cleared: readonly string[]; readonly refunded: readonly string[] },
) =>
  // Locks in the same order as lockAttempts, which prevents deadlocks.
  sql`
  with locked as materialized (
    select subject from attempts
    where site_id = ${siteId} and subject = any(${[...cleared, ...refunded]}::text[])
    order by subject for update
  ), cleared as (
    delete from attempts using locked
    where attempts.site_id = ${siteId} and attempts.subject = locked.subject
      and attempts.subject = any(${cleared}::text[])
  )
  update attempts set
    failures = greatest(failures - 1, 0),
    last_failed_at = case when last_failed_at = ${at}::timestamptz then previous_failed_at else last_failed_at end,
    forgotten_at = case when last_failed_at = ${at}::timestamptz then forgotten_at - (last_failed_at - previous_failed_at)
      else forgotten_at end
  from locked
  where attempts.site_id = ${siteId} and attempts.subject = locked.subject
    and attempts.subject = any(${refunded}::text[]) and not attempts.subject = any(${cleared}::text[])`.execute(db);

/**
 * True for a window that has ended, and for one that was started while the clock was ahead. The latter ends more than
 * two window lengths from now. One length is not enough, because the times of parallel transactions differ a little.
 */
const isOver = sql`(stored.ends_at <= database_time()
  or stored.ends_at > excluded.ends_at + (excluded.ends_at - database_time()))`;

/**
 * Counts one use of each window that is not exhausted. Outside of a transaction, the statement commits asynchronously;
 * within one it does not, because the setting would apply to everything that the transaction writes.
 * @returns subjects of the windows in which the use was counted
 */
export async function takeWindows(
  db: Db,
  siteId: string,
  { subjects, max, seconds }: { subjects: readonly string[]; max: readonly number[]; seconds: readonly number[] },
): Promise<string[]> {
  const commit = db.isTransaction ? sql`null` : asynchronousCommit;
  // Locks in the order of the names, so that two calls on the same windows cannot deadlock.
  const { rows } = await sql<{ subject: string }>`
    insert into attempt_windows as stored (site_id, subject, taken, ends_at)
    select ${siteId}::uuid, subject, 1, database_time() + seconds * interval '1 second'
    from unnest(${subjects}::text[], ${seconds}::int[]) as wanted (subject, seconds) order by subject collate "C"
    on conflict (site_id, subject) do update set
      taken = case when ${isOver} then 1 else stored.taken + 1 end,
      ends_at = case when ${isOver} then excluded.ends_at else stored.ends_at end
    where ${isOver}
      or stored.taken < (${max}::int[])[array_position(${subjects}::text[], stored.subject)]
    returning subject, ${commit}`.execute(db);
  return rows.map(({ subject }) => subject);
}

/** Subtracts one use from each window. */
export const refundWindows = (db: Db, siteId: string, subjects: readonly string[]) =>
  sql`
  with locked as (
    select subject from attempt_windows
    where site_id = ${siteId} and subject = any(${subjects}::text[]) order by subject for update
  )
  update attempt_windows as stored set taken = stored.taken - 1 from locked
  where stored.site_id = ${siteId} and stored.subject = locked.subject and stored.taken > 0`.execute(db);

/** Returns the windows that have not ended; `seconds` is the time until their end. */
export async function findOpenWindows(
  db: Db,
  siteId: string,
  subjects: readonly string[],
): Promise<{ subject: string; taken: number; seconds: number }[]> {
  const { rows } = await sql<{ subject: string; taken: number; seconds: number }>`
    select subject, taken, extract(epoch from ends_at - database_time())::float8 as seconds from attempt_windows
    where site_id = ${siteId} and ends_at > database_time() and subject = any(${subjects}::text[])`.execute(db);
  return rows;
}

/** Deletes expired counts. */
export async function sweepAttempts(db: Db): Promise<void> {
  await sql`delete from attempts where forgotten_at <= database_time()`.execute(db);
  await sql`delete from attempt_windows where ends_at <= database_time()`.execute(db);
}
