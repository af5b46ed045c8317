import { sql } from 'kysely';
import type { Db } from '../../db/index.ts';
import { json } from '../../db/statements.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { MemberSelection } from './query-store.ts';

export type JobAction = 'DELETE' | 'APPROVE' | 'BLOCK';

export interface Job {
  readonly id: string;
  readonly act: JobAction;
  readonly query: MemberSelection;
  readonly content_assignee_id: string | null;
  readonly caller: Caller;
  readonly address: string;
  readonly after_id: string | null;
  readonly succeeded: number;
  readonly failed: number;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

const RETENTION_DAYS = 30;

/** Inserts a job, and deletes jobs of the site that are older than 30 days. */
export async function insertJob(
  db: Db,
  siteId: string,
  job: Pick<Job, 'id' | 'act' | 'query' | 'caller' | 'address'> & { contentAssigneeId: string | null; now: Date },
): Promise<void> {
  await sql`
    insert into member_jobs (site_id, id, act, query, content_assignee_id, caller, address, created_at)
    values (${siteId}, ${job.id}, ${job.act}, ${json(job.query)}, ${job.contentAssigneeId},
      ${json(job.caller)}, ${job.address}, ${job.now})`.execute(db);
  await sql`
    delete from member_jobs
    where site_id = ${siteId} and created_at < ${job.now}::timestamptz - ${RETENTION_DAYS} * interval '1 day'`.execute(
    db,
  );
}

export async function findJob(db: Db, siteId: string, id: string): Promise<Job | undefined> {
  const { rows } = await sql<Job>`select * from member_jobs where site_id = ${siteId} and id = ${id}`.execute(db);
  return rows[0];
}

/** Stores the results of a batch, and the id after which the next batch starts. */
export async function advanceJob(
  db: Db,
  siteId: string,
  id: string,
  batch: { afterId: string | null; succeeded: number; failed: number; isFinished: boolean },
): Promise<void> {
  await sql`
    update member_jobs set after_id = ${batch.afterId}, succeeded = succeeded + ${batch.succeeded},
      failed = failed + ${batch.failed}, finished_at = time_if(${batch.isFinished}, now(), null)
    where site_id = ${siteId} and id = ${id} and finished_at is null`.execute(db);
}
