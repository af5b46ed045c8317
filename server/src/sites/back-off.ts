import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import { AppError } from '../kernel/app-error.ts';

/** failures that cost nothing, then the wait doubles from one second up to fifteen minutes */
const FREE_FAILURES = 5;
const FIRST_WAIT_SECONDS = 1;
const LONGEST_WAIT_SECONDS = 900;
/** a failure older than this is forgotten */
const MEMORY_SECONDS = 86_400;

/**
 * Slows guessing down: failures are counted per subject (`user:…`, `member:…`, an address) in the database, so that
 * they survive a restart and every process sees them. It delays and never locks: an attacker cannot shut the owner of
 * an account out for longer than the longest wait.
 * @throws AppError TOO_MANY_REQUESTS with the seconds left to wait
 */
export async function assertNotBackedOff(db: Db, subjects: readonly string[], now: Date): Promise<void> {
  const rows = await db
    .selectFrom('sign_in_failures')
    .select(['failures', 'last_failed_at'])
    .where('subject', '=', sql<string>`any(${subjects})`)
    .execute();
  const wait = Math.max(0, ...rows.map((row) => secondsLeft(row.failures, row.last_failed_at, now)));
  if (wait > 0) throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil(wait) });
}

/** Counts a failure for each subject. */
export async function recordFailure(db: Db, subjects: readonly string[], now: Date): Promise<void> {
  await sql`
    insert into sign_in_failures (subject, failures, last_failed_at)
    select subject, 1, ${now} from unnest(${[...subjects].sort()}::text[]) as subject
    on conflict (subject) do update set
      failures = case when sign_in_failures.last_failed_at < ${now}::timestamptz - ${MEMORY_SECONDS} * interval '1 second'
        then 1 else sign_in_failures.failures + 1 end,
      last_failed_at = excluded.last_failed_at`.execute(db);
}

/** A success proves the person: their failures are forgotten (those of the address are not). */
export async function clearFailures(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('subject', '=', subject).execute();
}

function secondsLeft(failures: number, lastFailedAt: Date, now: Date): number {
  const since = (now.getTime() - lastFailedAt.getTime()) / 1_000;
  if (failures <= FREE_FAILURES || since > MEMORY_SECONDS) return 0;
  const wait = Math.min(FIRST_WAIT_SECONDS * 2 ** (failures - FREE_FAILURES - 1), LONGEST_WAIT_SECONDS);
  return wait - since;
}
