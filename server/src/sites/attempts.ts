/**
 * Slows down guessing. Attempts are counted per subject (an account, an address, an account from a known device) in the
 * database, so a count survives a restart and all processes share it. It delays and never locks, so nobody can keep the
 * owner of an account out for longer than the longest wait. It uses the database's time, because the clocks of several
 * servers differ, and a clock that jumps must not prolong a wait.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, withoutWaiting } from '../db/index.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Site } from '../kernel/ctx.ts';
import { NIL_ID } from '../kernel/ids.ts';
import { createLanes } from '../kernel/lanes.ts';

/** The context of a count; any SiteCtx works. Never a transaction, whose rollback would undo the count. */
export interface Counter {
  readonly db: Db;
  readonly site: Pick<Site, 'id'>;
}

/** After `free` failures (at least one) the next attempt waits a second, and twice as long after each further one. */
export interface Limit {
  readonly subject: string;
  readonly free: number;
  readonly longestWaitSeconds: number;
  /** seconds without a failure after which the count expires; a day by default, never less than the longest wait */
  readonly withinSeconds?: number;
}

/** The dashboard belongs to no site: its attempts are counted under this id. */
export const INSTALLATION: Pick<Site, 'id'> = { id: NIL_ID };

const DAY_SECONDS = 86_400;
/** Concurrent attempts per process: a thousand guesses at one account wait for one row and must not hold every connection. */
const inLane = createLanes(2, 5_000);
/** Maximum length of an index key, with a margin; longer subjects are counted by their hash. */
const LONGEST_SUBJECT = 300;

/** An allowed attempt, to be refunded after a success; null if nothing was counted. */
export type Attempt = { readonly at: Date } | null;

/**
 * Counts an attempt as a failure of every subject. Call it *before* the password is checked: of a thousand concurrent
 * guesses, all but the free ones must see the count of the others. `giveBack` refunds the count after a success.
 * @throws AppError TOO_MANY_REQUESTS with the seconds left while any subject has to wait; that attempt is not counted
 */
export async function takeAttempt(counter: Counter, limits: readonly Limit[]): Promise<Attempt> {
  if (limits.length === 0) return null;
  const subjects = keys(limits.map((limit) => limit.subject));
  return inLane(async () => {
    const known = await findAttempts(counter, subjects);
    if (known.some(isAhead)) await pullBackToNow(counter, subjects);
    // Rejects most of a flood without taking a lock.
    assertNoWait(limits, known);
    return counter.db.transaction().execute(async (db) => {
      const rows = await lockAttempts({ ...counter, db }, subjects);
      assertNoWait(limits, rows);
      return countAttempt({ ...counter, db }, limits, rows);
    });
  });
}

/**
 * Refunds an attempt after a success: clears the failures of the subjects in `clear`, because the right person signed in;
 * those in `refund` (an address, which many share) lose only the attempt that succeeded.
 */
export async function giveBack(
  { db, site }: Counter,
  attempt: Attempt,
  { clear = [], refund = [] }: { readonly clear?: readonly string[]; readonly refund?: readonly string[] },
): Promise<void> {
  const at = attempt?.at ?? null;
  const [cleared, refunded] = [keys(clear), keys(refund)];
  // Locks in the same order as takeAttempt, which prevents deadlocks.
  await sql`
    with locked as materialized (
      select subject from attempts
      where site_id = ${site.id} and subject = any(${[...cleared, ...refunded]}::text[])
      order by subject for update
    ), cleared as (
      delete from attempts using locked
      where attempts.site_id = ${site.id} and attempts.subject = locked.subject
        and attempts.subject = any(${cleared}::text[])
    )
    update attempts set
      failures = greatest(failures - 1, 0),
      last_failed_at = case when last_failed_at = ${at}::timestamptz then previous_failed_at else last_failed_at end,
      forgotten_at = case when last_failed_at = ${at}::timestamptz then forgotten_at - (last_failed_at - previous_failed_at)
        else forgotten_at end
    from locked
    where attempts.site_id = ${site.id} and attempts.subject = locked.subject
      and attempts.subject = any(${refunded}::text[]) and not attempts.subject = any(${cleared}::text[])`.execute(db);
}

/** Returns the largest unexpired count of failures among the subjects. */
export async function failuresOf(counter: Counter, subjects: readonly string[]): Promise<number> {
  const rows = await findAttempts(counter, keys(subjects));
  return Math.max(0, ...rows.map((row) => row.failures));
}

export interface Window {
  readonly subject: string;
  readonly most: number;
  /** duration; the window starts with the first attempt */
  readonly seconds: number;
}

/**
 * Takes one of `most` in a window of `seconds` that starts with the first.
 * @returns false, and takes nothing, when none is left
 */
export const takeFromWindow = async (counter: Counter, window: Window): Promise<boolean> =>
  (await takeFromWindows(counter, [window])).length === 0;

/**
 * Takes one of each window, or none if one of them is exhausted: it refunds what it took of the others at once. Outside of
 * a transaction it commits asynchronously, which shortens the waits on one window. A crash of PostgreSQL then loses the
 * counts of the last half second, which no response depends on.
 * @returns subjects of the exhausted windows
 */
export async function takeFromWindows(counter: Counter, windows: readonly Window[]): Promise<string[]> {
  const { db, site } = counter;
  const wanted = [...new Map(windows.map((window) => [keyOf(window.subject), window])).entries()];
  if (wanted.length === 0) return [];
  const [subjects, most, seconds] = [
    wanted.map(([key]) => key),
    wanted.map(([, window]) => window.most),
    wanted.map(([, window]) => window.seconds),
  ];
  // Within a transaction the setting would apply to everything that the transaction writes.
  const commit = db.isTransaction ? sql`null` : withoutWaiting;
  // Locks in the order of the names, so that two calls on the same windows cannot deadlock.
  const { rows } = await sql<{ subject: string }>`
    insert into attempt_windows as stored (site_id, subject, taken, ends_at)
    select ${site.id}::uuid, subject, 1, database_time() + seconds * interval '1 second'
    from unnest(${subjects}::text[], ${seconds}::int[]) as wanted (subject, seconds) order by subject collate "C"
    on conflict (site_id, subject) do update set
      taken = case when ${isOver} then 1 else stored.taken + 1 end,
      ends_at = case when ${isOver} then excluded.ends_at else stored.ends_at end
    where ${isOver}
      or stored.taken < (${most}::int[])[array_position(${subjects}::text[], stored.subject)]
    returning subject, ${commit}`.execute(db);
  const taken = new Set(rows.map(({ subject }) => subject));
  const used = wanted.filter(([key]) => !taken.has(key));
  if (used.length > 0 && taken.size > 0) await giveBackToWindows(counter, [...taken]);
  return used.map(([, window]) => window.subject);
}

/**
 * True for a window that has ended, and for one further in the future than a correct clock could have put it, because it
 * started while the clock was ahead. The margin is two lengths, because parallel transactions differ a little in time.
 */
const isOver = sql`(stored.ends_at <= database_time()
  or stored.ends_at > excluded.ends_at + (excluded.ends_at - database_time()))`;

const giveBackToWindows = ({ db, site }: Counter, subjects: readonly string[]) =>
  sql`
  with held as (
    select subject from attempt_windows
    where site_id = ${site.id} and subject = any(${subjects}::text[]) order by subject for update
  )
  update attempt_windows as stored set taken = stored.taken - 1 from held
  where stored.site_id = ${site.id} and stored.subject = held.subject and stored.taken > 0`.execute(db);

/** Returns the subjects of exhausted windows; takes nothing. */
export async function findUsedWindows({ db, site }: Counter, windows: readonly Window[]): Promise<string[]> {
  const { rows } = await sql<{ subject: string; taken: number; seconds: number }>`
    select subject, taken, extract(epoch from ends_at - database_time())::float8 as seconds from attempt_windows
    where site_id = ${site.id} and ends_at > database_time() and subject = any(${keys(windows.map((one) => one.subject))}::text[])`.execute(
    db,
  );
  const open = new Map(rows.map((row) => [row.subject, row]));
  const isUsed = ({ subject, most, seconds }: Window): boolean => {
    const stored = open.get(keyOf(subject));
    return stored !== undefined && stored.taken >= most && stored.seconds <= 2 * seconds;
  };
  return windows.filter(isUsed).map(({ subject }) => subject);
}

/** Deletes expired counts. */
export async function sweepAttempts(db: Db): Promise<void> {
  await sql`delete from attempts where forgotten_at <= database_time()`.execute(db);
  await sql`delete from attempt_windows where ends_at <= database_time()`.execute(db);
}

interface Row {
  subject: string;
  /** failures that count at the time of the query */
  failures: number;
  /** seconds since the last failure; negative if it lies in the future */
  seconds: number;
}

function assertNoWait(limits: readonly Limit[], rows: readonly Row[]): void {
  const waits = limits.map((limit) => secondsLeft(limit, rowOf(limit, rows)));
  const longest = Math.max(...waits);
  if (longest > 0) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(longest) });
}

function secondsLeft({ free, longestWaitSeconds }: Limit, row: Row | undefined): number {
  if (!row || row.failures === 0 || row.failures < free) return 0;
  const wait = Math.min(2 ** (row.failures - free), longestWaitSeconds);
  return Math.max(0, wait - Math.max(0, row.seconds));
}

/** Maximum difference between parallel transactions; a failure further in the future was counted with a wrong clock. */
const AHEAD_SECONDS = 1;

const isAhead = (row: Row): boolean => row.seconds < -AHEAD_SECONDS;

/**
 * Moves failures in the future back to now. Otherwise every attempt, even with the right password, would wait until the
 * clock has caught up; this way the wait is at most the longest one.
 */
const pullBackToNow = ({ db, site }: Counter, subjects: readonly string[]) =>
  sql`
  with ahead as (
    select subject from attempts
    where site_id = ${site.id} and subject = any(${subjects}::text[])
      and last_failed_at > database_time() + ${AHEAD_SECONDS} * interval '1 second'
    order by subject for update
  )
  update attempts set
    forgotten_at = forgotten_at - (last_failed_at - database_time()),
    last_failed_at = database_time(),
    previous_failed_at = least(previous_failed_at, database_time())
  from ahead where attempts.site_id = ${site.id} and attempts.subject = ahead.subject`.execute(db);

const rowOf = (limit: Limit, rows: readonly Row[]): Row | undefined =>
  rows.find((row) => row.subject === keyOf(limit.subject));

/** The columns of a `Row`. */
const asRow = sql`subject,
  case when forgotten_at > database_time() then failures else 0 end as failures,
  extract(epoch from database_time() - last_failed_at)::float8 as seconds`;

async function findAttempts({ db, site }: Counter, subjects: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${asRow} from attempts
    where site_id = ${site.id} and subject = any(${subjects}::text[])`.execute(db);
  return rows;
}

/** Returns the rows, inserted if missing, locked in the order of their names to prevent deadlocks. */
async function lockAttempts({ db, site }: Counter, subjects: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    insert into attempts (site_id, subject, failures, last_failed_at, previous_failed_at, forgotten_at)
    select ${site.id}::uuid, subject, 0, database_time(), database_time(), database_time()
    from unnest(${subjects}::text[]) as subject order by subject collate "C"
    on conflict (site_id, subject) do update set failures = attempts.failures
    returning ${asRow}`.execute(db);
  return rows;
}

async function countAttempt({ db, site }: Counter, limits: readonly Limit[], rows: readonly Row[]): Promise<Attempt> {
  const counted = rows.map((row) => {
    const own = limits.filter((limit) => keyOf(limit.subject) === row.subject);
    const within = Math.max(
      ...own.map((limit) => Math.max(limit.withinSeconds ?? DAY_SECONDS, limit.longestWaitSeconds)),
    );
    return { subject: row.subject, failures: row.failures + 1, within };
  });
  const { rows: updated } = await sql<{ at: Date }>`
    update attempts set
      failures = counted.failures,
      previous_failed_at = last_failed_at,
      last_failed_at = greatest(last_failed_at, database_time()),
      forgotten_at = greatest(last_failed_at, database_time()) + counted.within * interval '1 second'
    from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as counted (subject text, failures int, within int)
    where site_id = ${site.id} and attempts.subject = counted.subject
    returning database_time() as at`.execute(db);
  return updated[0] ?? null;
}

const keys = (subjects: readonly string[]): string[] => [...new Set(subjects.map(keyOf))];

const keyOf = (subject: string): string =>
  subject.length <= LONGEST_SUBJECT ? subject : createHash('sha256').update(subject).digest('base64url');
