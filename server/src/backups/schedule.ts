/** When a backup is due, and which ones are removed. Times are milliseconds since 1970. */

/** Every day at a minute of the day in UTC, or a number of milliseconds after the previous one. */
export type Schedule = { readonly minuteOfDay: number } | { readonly everyMs: number };

/** Keeps a backup that is one of the newest `count`, or not older than `days`. */
export interface Retention {
  readonly count: number;
  readonly days: number;
}

/** The last runs, as far as they are known. */
export interface PreviousRuns {
  /** Start of the newest run that succeeded; null if there is none. */
  readonly succeededAt: Date | null;
  /** Start of the newest run, successful or not; null if there is none. */
  readonly startedAt: Date | null;
}

const DAY_MS = 86_400_000;
/** Milliseconds between a failed run and the next attempt. */
export const RETRY_MS = 15 * 60_000;

/** Returns true if a backup is due. The first one is due at once, and a failed one after RETRY_MS. */
export function isDue(schedule: Schedule, { succeededAt, startedAt }: PreviousRuns, now: Date): boolean {
  if (startedAt && startedAt > (succeededAt ?? 0) && now.getTime() - startedAt.getTime() < RETRY_MS) return false;
  return succeededAt === null || succeededAt.getTime() < lastDueTime(schedule, succeededAt, now);
}

/** Returns the newest time at which a backup was due. */
function lastDueTime(schedule: Schedule, succeededAt: Date, now: Date): number {
  if ('everyMs' in schedule) {
    // The interval counts from start to start; a run that takes longer is followed by the next one at once.
    return now.getTime() - succeededAt.getTime() >= schedule.everyMs ? now.getTime() : 0;
  }
  const offset = schedule.minuteOfDay * 60_000;
  return Math.floor((now.getTime() - offset) / DAY_MS) * DAY_MS + offset;
}

/** Returns the backups to remove. The newest one is always kept. */
export function selectExpired<B extends { readonly takenAt: Date }>(
  backups: readonly B[],
  { count, days }: Retention,
  now: Date,
): B[] {
  const newestFirst = backups.toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime());
  return newestFirst.filter(
    ({ takenAt }, index) => index >= Math.max(count, 1) && now.getTime() - takenAt.getTime() > days * DAY_MS,
  );
}
