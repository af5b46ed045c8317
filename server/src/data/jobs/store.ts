/** SQL of long work on one collection. */
import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { json } from '../../db/statements.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { LeasedTable } from '../../queue/index.ts';

/** What a job does; each kind's own file says how its details and its state look. */
export type JobKind =
  | BulkChangeKind
  | 'PATCH_BY_FILTER'
  | 'REMOVE_BY_FILTER'
  | 'RESHAPE'
  | 'BUILD_INDEX'
  | 'DROP_INDEX'
  | 'BUILD_WORDS';

/** Jobs that change many items and keep what the items held, and the job that gives it back. */
export type BulkChangeKind = 'UPDATE_ITEMS' | 'REMOVE_ITEMS' | 'UNDO_BULK_CHANGE';

export interface Job {
  readonly site_id: string;
  readonly id: string;
  readonly kind: JobKind;
  readonly collection_id: string;
  readonly table_name: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** how far it is: what the next stretch needs */
  readonly state: Readonly<Record<string, unknown>>;
  readonly status: 'INITIALIZED' | 'PROCESSING' | 'SUCCEEDED' | 'FAILED';
  readonly success_count: string;
  readonly failure: string | null;
  readonly caller: Caller;
  readonly attempts: number;
  readonly created_at: Date;
  readonly finished_at: Date | null;
  readonly lease_id: string | null;
}

export async function insertJob(
  db: Db,
  job: Pick<Job, 'site_id' | 'id' | 'kind' | 'collection_id' | 'table_name' | 'details' | 'caller'> & { now: Date },
): Promise<void> {
  await sql`
    insert into data_jobs (site_id, id, kind, collection_id, table_name, details, caller, created_at, next_at)
    values (${job.site_id}, ${job.id}, ${job.kind}, ${job.collection_id}, ${job.table_name},
      ${json(job.details)}, ${json(job.caller)}, ${job.now}, ${job.now})`.execute(db);
}

/** How many jobs of these kinds on the collection have not ended. */
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

/** Leases jobs of these kinds only, and shows that they are being worked on. */
export const onlyKinds = (kinds: readonly string[]) => ({
  where: sql<boolean>`kind = any(${kinds}::text[])`,
  set: sql`status = 'PROCESSING'`,
});

/** What a stretch comes to. */
export interface Stretch {
  readonly done: boolean;
  readonly state?: Readonly<Record<string, unknown>>;
  /** items of this stretch */
  readonly succeeded?: number;
  /** milliseconds until the next stretch is worth trying */
  readonly waitMs?: number;
}

/**
 * Notes a stretch, in the transaction that does its work, and lets another process take the next one.
 * @returns false where the lease was lost: what the transaction did must not stay
 */
export async function noteStretch(
  db: Db,
  job: Job,
  { done, state, succeeded = 0, waitMs = 0 }: Stretch,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update data_jobs set state = ${json(state ?? job.state)},
      success_count = success_count + ${succeeded}, attempts = 0,
      status = case when ${done}::boolean then 'SUCCEEDED' else status end,
      finished_at = case when ${done}::boolean then now() end,
      next_at = now() + ${waitMs} * interval '1 millisecond', lease_id = null, leased_until = null
    where site_id = ${job.site_id} and id = ${job.id} and lease_id = ${job.lease_id} and finished_at is null`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

/** Puts the next attempt off, or gives the job up. */
export async function noteFailure(db: Db, job: Job, failure: string, retryMs: number | null): Promise<void> {
  await sql`
    update data_jobs set failure = ${failure}, lease_id = null, leased_until = null,
      status = case when ${retryMs}::int is null then 'FAILED' else status end,
      finished_at = case when ${retryMs}::int is null then now() end,
      next_at = now() + coalesce(${retryMs}::int, 0) * interval '1 millisecond'
    where site_id = ${job.site_id} and id = ${job.id} and lease_id = ${job.lease_id}`.execute(db);
}

export const GONE = 'The collection was deleted.';

/** Stops the jobs of a collection that goes. */
export const parkJobs = (db: Db, { siteId, tableName }: Table): Promise<unknown> =>
  sql`update data_jobs set status = 'FAILED', failure = ${GONE}, finished_at = now(), lease_id = null, leased_until = null
    where site_id = ${siteId} and table_name = ${tableName} and finished_at is null`.execute(db);

/** Resumes the server's own jobs of a restored collection. Jobs that a caller started stay stopped. */
export const resumeJobs = (db: Db, { siteId, tableName }: Table, now: Date): Promise<unknown> =>
  sql`update data_jobs set status = 'PROCESSING', failure = null, finished_at = null, attempts = 0, next_at = ${now}
    where site_id = ${siteId} and table_name = ${tableName} and failure = ${GONE} and finished_at is not null
      and kind not in ('PATCH_BY_FILTER', 'REMOVE_BY_FILTER', 'UPDATE_ITEMS', 'REMOVE_ITEMS', 'UNDO_BULK_CHANGE')`.execute(
    db,
  );

interface Table {
  readonly siteId: string;
  readonly tableName: string;
}

/** Days after which an ended job is forgotten, and a bulk change can no longer be undone. */
export const KEPT_DAYS = 30;

/** Deletes jobs that ended a month ago. Bulk changes are deleted together with their kept values. */
export const deleteOldJobs = (db: Db, now: Date): Promise<unknown> =>
  sql`delete from data_jobs where finished_at < ${now}::timestamptz - ${KEPT_DAYS} * interval '1 day'
    and kind not in ('UPDATE_ITEMS', 'REMOVE_ITEMS')`.execute(db);
