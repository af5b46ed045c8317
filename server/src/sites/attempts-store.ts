/**
 * Counts of failed attempts, and of uses in rate-limit windows. Statements use the database's time, because the clocks
 * of several servers differ.
 */
import { sql } from 'kysely';
import { asynchronousCommit, type Db } from '../db/index.ts';
import { NIL_ID } from '../kernel/ids.ts';

/** The dashboard belongs to no site. Its counts have separate tables, which a cluster keeps on the coordinator. */
const attemptsOf = (siteId: string) => sql.table(siteId === NIL_ID ? 'dashboard_attempts' : 'attempts');
const windowsOf = (siteId: string) => sql.table(siteId === NIL_ID ? 'dashboard_windows' : 'attempt_windows');

/** Compares two subjects. Every call locks the rows in this order. */
const compareBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The count of a subject's failures. */
export interface AttemptRow {
  subject: string;
  /** The failures that have not expired at the time of the query. */
  failures: number;
  /** Seconds since the last failure; negative if it lies in the future. */
  seconds: number;
}

export async function findAttempts(db: Db, siteId: string, subjects: readonly string[]): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select subject,
      case when forgotten_at > database_time() then failures else 0 end as failures,
      extract(epoch from database_time() - last_failed_at)::float8 as seconds
    from ${attemptsOf(siteId)} as attempts
    where site_id = ${siteId} and subject = any(${subjects}::text[])`.execute(db);
  return rows;
}

export interface LockedAttempts {
  readonly rows: readonly AttemptRow[];
  /** The database's time. */
  readonly now: Date;
}

/**
 * Locks the rows of the subjects and returns them. Inserts missing rows. Locks in the order of the subjects, which
 * prevents deadlocks.
 */
export async function lockAttempts(db: Db, siteId: string, subjects: readonly string[]): Promise<LockedAttempts> {
  const now = await readDatabaseTime(db);
  const values = subjects
    .toSorted(compareBytes)
    .map(
      (subject) => sql`(${siteId}::uuid, ${subject}, 0, ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz)`,
    );
  const { rows } = await sql<{ subject: string; failures: number; last_failed_at: Date; forgotten_at: Date }>`
    insert into ${attemptsOf(siteId)} as attempts
      (site_id, subject, failures, last_failed_at, previous_failed_at, forgotten_at)
    values ${sql.join(values)}
    on conflict (site_id, subject) do update set failures = attempts.failures
    returning subject, failures, last_failed_at, forgotten_at`.execute(db);
  return {
    now,
    rows: rows.map(({ subject, failures, last_failed_at, forgotten_at }) => ({
      subject,
      failures: forgotten_at > now ? failures : 0,
      seconds: (now.getTime() - last_failed_at.getTime()) / 1_000,
    })),
  };
}

async function readDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select database_time() as now`.execute(db);
  return rows[0]?.now as Date;
}

/**
 * Stores new counts of locked rows, which expire `within` seconds after `now`. Returns the time of the attempt; null if
 * nothing was counted.
 */
export async function updateAttempts(
  db: Db,
  siteId: string,
  now: Date,
  counted: readonly { subject: string; failures: number; within: number }[],
): Promise<{ at: Date } | null> {
  const { rows } = await sql`
    update ${attemptsOf(siteId)} as attempts set
      failures = counted.failures,
      previous_failed_at = last_failed_at,
      last_failed_at = greatest(last_failed_at, ${now}::timestamptz),
      forgotten_at = time_plus(greatest(last_failed_at, ${now}::timestamptz), counted.within * interval '1 second')
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as counted (subject text, failures int, within int)
    where site_id = ${siteId} and attempts.subject = counted.subject
    returning attempts.subject`.execute(db);
  return rows.length > 0 ? { at: now } : null;
}

/** Moves failures that lie more than `toleranceSeconds` in the future back to now. */
export async function pullBackToNow(
  db: Db,
  siteId: string,
  subjects: readonly string[],
  toleranceSeconds: number,
): Promise<void> {
  const now = await readDatabaseTime(db);
  await sql`
    with ahead as (
      select subject from ${attemptsOf(siteId)} as attempts
      where site_id = ${siteId} and subject = any(${subjects}::text[])
        and last_failed_at > ${now}::timestamptz + ${toleranceSeconds} * interval '1 second'
      order by subject for update
    )
    update ${attemptsOf(siteId)} as attempts set
      forgotten_at = time_plus(forgotten_at, ${now}::timestamptz - last_failed_at),
      last_failed_at = ${now}::timestamptz,
      previous_failed_at = least(previous_failed_at, ${now}::timestamptz)
    from ahead where attempts.site_id = ${siteId} and attempts.subject = ahead.subject`.execute(db);
}

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
    select subject from ${attemptsOf(siteId)} as attempts
    where site_id = ${siteId} and subject = any(${[...cleared, ...refunded]}::text[])
    order by subject for update
  ), cleared as (
    delete from ${attemptsOf(siteId)} as attempts using locked
    where attempts.site_id = ${siteId} and attempts.subject = locked.subject
      and attempts.subject = any(${cleared}::text[])
  )
  update ${attemptsOf(siteId)} as attempts set
    failures = greatest(failures - 1, 0),
    last_failed_at = case when last_failed_at = ${at}::timestamptz then previous_failed_at else last_failed_at end,
    forgotten_at = case when last_failed_at = ${at}::timestamptz then time_plus(forgotten_at, previous_failed_at - last_failed_at)
      else forgotten_at end
  from locked
  where attempts.site_id = ${siteId} and attempts.subject = locked.subject
    and attempts.subject = any(${refunded}::text[]) and not attempts.subject = any(${cleared}::text[])`.execute(db);

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
  const once = db.isTransaction ? sql`1` : sql`(${asynchronousCommit})::int`;
  // Locks in the order of the subjects, so that two calls on the same windows cannot deadlock.
  const values = subjects
    .map((subject, index) => ({ subject, length: seconds[index] }))
    .toSorted((a, b) => compareBytes(a.subject, b.subject))
    .map(
      ({ subject, length }) =>
        sql`(${siteId}::uuid, ${subject}, ${once}, database_time() + ${length}::int * interval '1 second')`,
    );
  const position = sql`array_position(${subjects}::text[], stored.subject)`;
  const length = sql`((${seconds}::int[])[${position}] * interval '1 second')`;
  // True for a window that has ended, and for one that was started while the clock was ahead. The latter ends more than
  // two window lengths from now. One length is not enough, because the times of parallel transactions differ a little.
  const isOver = sql`(excluded.ends_at - stored.ends_at >= ${length} or stored.ends_at - excluded.ends_at > ${length})`;
  const { rows } = await sql<{ subject: string }>`
    insert into ${windowsOf(siteId)} as stored (site_id, subject, taken, ends_at)
    values ${sql.join(values)}
    on conflict (site_id, subject) do update set
      taken = case when ${isOver} then 1 else stored.taken + 1 end,
      ends_at = case when ${isOver} then excluded.ends_at else stored.ends_at end
    where ${isOver} or stored.taken < (${max}::int[])[${position}]
    returning subject`.execute(db);
  return rows.map(({ subject }) => subject);
}

/** Subtracts one use from each window. */
export const refundWindows = (db: Db, siteId: string, subjects: readonly string[]) =>
  sql`
  with locked as (
    select subject from ${windowsOf(siteId)} as stored
    where site_id = ${siteId} and subject = any(${subjects}::text[]) order by subject for update
  )
  update ${windowsOf(siteId)} as stored set taken = stored.taken - 1 from locked
  where stored.site_id = ${siteId} and stored.subject = locked.subject and stored.taken > 0`.execute(db);

/** Returns the windows that have not ended; `seconds` is the time until their end. */
export async function findOpenWindows(
  db: Db,
  siteId: string,
  subjects: readonly string[],
): Promise<{ subject: string; taken: number; seconds: number }[]> {
  const { rows } = await sql<{ subject: string; taken: number; seconds: number }>`
    select subject, taken, extract(epoch from ends_at - database_time())::float8 as seconds
    from ${windowsOf(siteId)} as windows
    where site_id = ${siteId} and ends_at > database_time() and subject = any(${subjects}::text[])`.execute(db);
  return rows;
}

/** Deletes expired counts. */
export async function sweepAttempts(db: Db): Promise<void> {
  for (const table of ['attempts', 'dashboard_attempts'])
    await sql`delete from ${sql.table(table)} where forgotten_at <= database_time()`.execute(db);
  for (const table of ['attempt_windows', 'dashboard_windows'])
    await sql`delete from ${sql.table(table)} where ends_at <= database_time()`.execute(db);
}
