/**
 * Slows down guessing. Attempts are counted per subject (an account, an address, an account from a known device) in the
 * database, so a count survives a restart and all processes share it. An attempt is delayed and never locked out, so an
 * attacker can block the owner of an account for at most the longest wait. The database's time is used, because the
 * clocks of several servers differ, and a clock that jumps must not prolong a wait.
 */
import { createHash } from 'node:crypto';
import type { Db } from '../db/index.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Site } from '../kernel/ctx.ts';
import { NIL_ID } from '../kernel/ids.ts';
import { createSemaphore } from '../kernel/semaphore.ts';
import {
  type AttemptRow,
  findAttempts,
  findOpenWindows,
  lockAttempts,
  pullBackToNow,
  refundAttempts,
  refundWindows,
  takeWindows,
  updateAttempts,
} from './attempts-store.ts';

/**
 * The database and site of a count; any SiteCtx works. Do not pass a transaction, whose rollback would undo the count.
 */
export interface Counter {
  readonly db: Db;
  readonly site: Pick<Site, 'id'>;
}

/**
 * After `free` failures (at least one), the next attempt has to wait one second. The wait doubles with each further
 * failure.
 */
export interface Limit {
  readonly subject: string;
  readonly free: number;
  readonly maxWaitSeconds: number;
  /** Seconds without a failure after which the count expires; a day by default, never less than the longest wait. */
  readonly withinSeconds?: number;
}

/** The dashboard belongs to no site: its attempts are counted under this id. */
export const INSTALLATION: Pick<Site, 'id'> = { id: NIL_ID };

const DAY_SECONDS = 86_400;
/**
 * Limits the concurrent attempts of a process, because a thousand guesses at one account all wait for the lock on one
 * row and must not occupy every connection.
 */
const withPermit = createSemaphore(2, 5_000);
/** Maximum length of an index key, with a margin; longer subjects are counted by their hash. */
const MAX_SUBJECT_LENGTH = 300;

/** An allowed attempt, to be refunded after a success; null if nothing was counted. */
export type Attempt = { readonly at: Date } | null;

/**
 * Counts an attempt as a failure of every subject. Call it *before* the password is checked: otherwise, a thousand
 * concurrent guesses would all be allowed before the first of them is counted. `refundAttempt` refunds the count
 * after a success.
 * @throws AppError TOO_MANY_REQUESTS with the seconds left while any subject has to wait; that attempt is not counted
 */
export async function takeAttempt(counter: Counter, limits: readonly Limit[]): Promise<Attempt> {
  if (limits.length === 0) return null;
  const subjects = keysOf(limits.map((limit) => limit.subject));
  return withPermit(async () => {
    const { db, site } = counter;
    const known = await findAttempts(db, site.id, subjects);
    // If the clock was ahead, failures lie in the future. Even the right password would have to wait until that time.
    if (known.some(isAhead)) await pullBackToNow(db, site.id, subjects, MAX_AHEAD_SECONDS);
    // Rejects most of a flood without taking a lock.
    assertNoWait(limits, known);
    return db.transaction().execute(async (db) => {
      const { rows, now } = await lockAttempts(db, site.id, subjects);
      assertNoWait(limits, rows);
      return updateAttempts(db, site.id, now, computeCountsAfterFailure(limits, rows));
    });
  });
}

/**
 * Refunds an attempt after a success. Clears the failures of the subjects in `clear`, because the right person has
 * signed in. Subjects in `refund`, such as an address that many share, lose only the attempt that succeeded.
 */
export async function refundAttempt(
  { db, site }: Counter,
  attempt: Attempt,
  { clear = [], refund = [] }: { readonly clear?: readonly string[]; readonly refund?: readonly string[] },
): Promise<void> {
  await refundAttempts(db, site.id, attempt?.at ?? null, { cleared: keysOf(clear), refunded: keysOf(refund) });
}

/** Returns the largest unexpired count of failures among the subjects. */
export async function failuresOf({ db, site }: Counter, subjects: readonly string[]): Promise<number> {
  const rows = await findAttempts(db, site.id, keysOf(subjects));
  return Math.max(0, ...rows.map((row) => row.failures));
}

export interface RateWindow {
  readonly subject: string;
  readonly max: number;
  /** The length of the window, which starts with the first use. */
  readonly seconds: number;
}

/**
 * Counts one use of a window, which allows `max` uses in `seconds`.
 * @returns false, without counting, if the window is exhausted
 */
export const takeFromWindow = async (counter: Counter, window: RateWindow): Promise<boolean> =>
  (await takeFromWindows(counter, [window])).length === 0;

/**
 * Counts one use of each window, or of none if one of them is exhausted: then the uses of the others are refunded at
 * once. Outside of a transaction it commits asynchronously, which shortens the waits on one window. A crash of
 * PostgreSQL then loses the counts of the last half second, which no response depends on.
 * @returns subjects of the exhausted windows
 */
export async function takeFromWindows({ db, site }: Counter, windows: readonly RateWindow[]): Promise<string[]> {
  const keyedWindows = [...new Map(windows.map((window) => [keyOf(window.subject), window])).entries()];
  if (keyedWindows.length === 0) return [];
  const takenWindows = await takeWindows(db, site.id, {
    subjects: keyedWindows.map(([key]) => key),
    max: keyedWindows.map(([, window]) => window.max),
    seconds: keyedWindows.map(([, window]) => window.seconds),
  });
  const exhausted = keyedWindows.filter(([key]) => !takenWindows.includes(key));
  if (exhausted.length > 0 && takenWindows.length > 0) await refundWindows(db, site.id, takenWindows);
  return exhausted.map(([, window]) => window.subject);
}

/** Returns the subjects of exhausted windows. Counts nothing. */
export async function findExhaustedWindows({ db, site }: Counter, windows: readonly RateWindow[]): Promise<string[]> {
  const rows = await findOpenWindows(db, site.id, keysOf(windows.map(({ subject }) => subject)));
  const open = new Map(rows.map((row) => [row.subject, row]));
  const isExhausted = ({ subject, max, seconds }: RateWindow): boolean => {
    const stored = open.get(keyOf(subject));
    return stored !== undefined && stored.taken >= max && stored.seconds <= 2 * seconds;
  };
  return windows.filter(isExhausted).map(({ subject }) => subject);
}

function assertNoWait(limits: readonly Limit[], rows: readonly AttemptRow[]): void {
  const waitSeconds = limits.map((limit) => computeWait(limit, rowOf(limit, rows)));
  const longest = Math.max(...waitSeconds);
  if (longest > 0) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(longest) });
}

function computeWait({ free, maxWaitSeconds }: Limit, row: AttemptRow | undefined): number {
  if (!row || row.failures === 0 || row.failures < free) return 0;
  const wait = Math.min(2 ** (row.failures - free), maxWaitSeconds);
  return Math.max(0, wait - Math.max(0, row.seconds));
}

/**
 * Maximum seconds by which a failure counted by a parallel transaction may be later than this one. A larger difference
 * means that the clock was wrong when the failure was counted.
 */
const MAX_AHEAD_SECONDS = 1;

const isAhead = (row: AttemptRow): boolean => row.seconds < -MAX_AHEAD_SECONDS;

const rowOf = (limit: Limit, rows: readonly AttemptRow[]): AttemptRow | undefined =>
  rows.find((row) => row.subject === keyOf(limit.subject));

/** Returns the count of each row with one more failure; `within` is the time in seconds until the count expires. */
const computeCountsAfterFailure = (limits: readonly Limit[], rows: readonly AttemptRow[]) =>
  rows.map((row) => {
    const rowLimits = limits.filter((limit) => keyOf(limit.subject) === row.subject);
    const within = Math.max(
      ...rowLimits.map((limit) => Math.max(limit.withinSeconds ?? DAY_SECONDS, limit.maxWaitSeconds)),
    );
    return { subject: row.subject, failures: row.failures + 1, within };
  });

const keysOf = (subjects: readonly string[]): string[] => [...new Set(subjects.map(keyOf))];

const keyOf = (subject: string): string =>
  subject.length <= MAX_SUBJECT_LENGTH ? subject : createHash('sha256').update(subject).digest('base64url');
