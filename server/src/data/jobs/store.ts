/** SQL of the jobs on collections. */
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { json } from '../../db/statements.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { LeasedTable } from '../../queue/index.ts';

/** The kind of a job decides its handler, and the format of `details` and `state`. */
export type JobKind =
  | BulkChangeKind
  | 'PATCH_BY_FILTER'
  | 'REMOVE_BY_FILTER'
  | 'RESHAPE'
  | 'BUILD_INDEX'
  | 'DROP_INDEX'
  | 'BUILD_WORDS';

/** Jobs that change many items and save their previous values, and the job that restores these values. */
export type BulkChangeKind = 'UPDATE_ITEMS' | 'REMOVE_ITEMS' | 'UNDO_BULK_CHANGE';

export interface Job {
  readonly site_id: string;
  readonly id: string;
  readonly kind: JobKind;
  readonly collection_id: string;
  readonly table_name: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** Progress that the next batch continues from. */
  readonly state: Readonly<Record<string, unknown>>;
  readonly status: 'INITIALIZED' | 'PROCESSING' | 'SUCCEEDED' | 'FAILED';
  readonly success_count: string;
  readonly failure: string | null;
  readonly caller: Caller;
  readonly attempts: number;
  readonly created_at: Date;
  /** Time at which the leased job was due. */
  readonly next_at: Date;
  readonly finished_at: Date | null;
  readonly lease_id: string | null;
}

export async function insertJob(
  db: Db,
  job: Pick<Job, 'site_id' | 'id' | 'kind' | 'collection_id' | 'table_name' | 'details' | 'caller'> & {
    now: Date;
    delayMs: number;
  },
): Promise<void> {
  await sql`
    insert into data_jobs (site_id, id, kind, collection_id, table_name, details, caller, created_at, next_at)
    values (${job.site_id}, ${job.id}, ${job.kind}, ${job.collection_id}, ${job.table_name},
      ${json(job.details)}, ${json(job.caller)}, ${job.now},
      ${job.now}::timestamptz + ${job.delayMs} * interval '1 millisecond')`.execute(db);
}

/** Returns the number of unfinished jobs of these kinds on the collection. */
export async function countUnfinishedJobs(
  db: Db,
  siteId: string,
  tableName: string,
  kinds: readonly JobKind[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from data_jobs
    where site_id = ${siteId} and table_name = ${tableName} and kind = any(${kinds}::text[])
      and finished_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function findJob(db: Db, siteId: string, id: string): Promise<Job | undefined> {
  const { rows } = await sql<Job>`select * from data_jobs where site_id = ${siteId} and id = ${id}`.execute(db);
  return rows[0];
}

export const jobQueue: LeasedTable = {
  name: 'data_jobs',
  waiting: sql<boolean>`finished_at is null`,
  dueAt: 'next_at',
  leasedUntil: 'leased_until',
};

/** Restricts a lease to jobs of these kinds, and marks the leased jobs as running. */
export const onlyKinds = (kinds: readonly string[]) => ({
  where: sql<boolean>`kind = any(${kinds}::text[])`,
  set: sql`status = 'PROCESSING'`,
});

/** The result of one batch of a job. */
export interface BatchResult {
  readonly done: boolean;
  readonly state?: Readonly<Record<string, unknown>>;
  /** Number of items that this batch changed. */
  readonly succeeded?: number;
  /** Milliseconds to wait before the next batch. */
  readonly waitMs?: number;
}

/**
 * Stores the progress after a batch and releases the lease. Call it in the transaction of the batch. A job that was
 * rescheduled during its last batch runs again, because the batch may have missed what was written since.
 * @returns false if the lease was lost; the transaction must then be rolled back
 */
export async function recordBatch(
  db: Db,
  job: Job,
  { done, state, succeeded = 0, waitMs = 0 }: BatchResult,
): Promise<boolean> {
  // PostgreSQL stores microseconds, which a Date loses. The comparison therefore has a tolerance of one millisecond.
  const rescheduled = sql<boolean>`next_at >= ${new Date(job.next_at.getTime() + 1)}::timestamptz`;
  const ends = sql<boolean>`${done}::boolean and not (${rescheduled})`;
  const { numAffectedRows } = await sql`
    update data_jobs set state = ${json(state ?? job.state)},
      success_count = success_count + ${succeeded}, attempts = 0,
      status = case when ${ends} then 'SUCCEEDED' else status end,
      finished_at = time_if(${ends}, now(), null),
      next_at = time_if(${rescheduled}, next_at, now() + ${waitMs} * interval '1 millisecond'),
      lease_id = null, leased_until = null
    where site_id = ${job.site_id} and id = ${job.id} and lease_id = ${job.lease_id} and finished_at is null`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

/** Schedules the next attempt, or marks the job as failed if `retryMs` is null. */
export async function recordFailure(db: Db, job: Job, failure: string, retryMs: number | null): Promise<void> {
  await sql`
    update data_jobs set failure = ${failure}, lease_id = null, leased_until = null,
      status = case when ${retryMs}::int is null then 'FAILED' else status end,
      finished_at = time_if(${retryMs}::int is null, now(), null),
      next_at = now() + ${retryMs ?? 0} * interval '1 millisecond'
    where site_id = ${job.site_id} and id = ${job.id} and lease_id = ${job.lease_id}`.execute(db);
}

export const COLLECTION_DELETED = 'The collection was deleted.';

/** Stops the jobs of a collection that is being deleted. */
export const stopJobs = (db: Db, { siteId, tableName }: Table): Promise<unknown> =>
  sql`update data_jobs set status = 'FAILED', failure = ${COLLECTION_DELETED}, finished_at = now(), lease_id = null, leased_until = null
    where site_id = ${siteId} and table_name = ${tableName} and finished_at is null`.execute(db);

/** Resumes the jobs of a restored collection, except those that change its items for a caller. */
export const resumeJobs = (db: Db, { siteId, tableName }: Table, now: Date): Promise<unknown> =>
  sql`update data_jobs set status = 'PROCESSING', failure = null, finished_at = null, attempts = 0, next_at = ${now}
    where site_id = ${siteId} and table_name = ${tableName} and failure = ${COLLECTION_DELETED} and finished_at is not null
      and kind not in ('PATCH_BY_FILTER', 'REMOVE_BY_FILTER', 'UPDATE_ITEMS', 'REMOVE_ITEMS', 'UNDO_BULK_CHANGE')`.execute(
    db,
  );

interface Table {
  readonly siteId: string;
  readonly tableName: string;
}

/** Days until a finished job is deleted. Until then, a bulk change can be undone. */
export const RETENTION_DAYS = 30;

/** Deletes old jobs, except bulk changes, which are deleted together with the previous values of their items. */
export const deleteOldJobs = (db: Db, now: Date): Promise<unknown> =>
  sql`delete from data_jobs where finished_at < ${now}::timestamptz - ${RETENTION_DAYS} * interval '1 day'
    and kind not in ('UPDATE_ITEMS', 'REMOVE_ITEMS')`.execute(db);
