/**
 * Deletes, approves or blocks all members that match a filter. The call inserts a job and returns its id. The outbox
 * worker runs the job in batches, so that it continues after a restart and does not delay other events for long.
 */
import type { Input, Output } from '@portico/contract/endpoint';
import type { membersEndpoints } from '@portico/contract/members';
import { transaction } from '../../db/index.ts';
import { emit, type SiteEvent } from '../../events/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Ctx, SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { audit } from '../../sites/index.ts';
import { requireManager } from '../permissions.ts';
import { withMember } from './administer-member.ts';
import { rejectionOf } from './bulk-delete.ts';
import { approve, block } from './change-status.ts';
import { assertAssignee, erase } from './delete-member.ts';
import { advanceJob, findJob, insertJob, type Job, type JobAction } from './job-store.ts';
import { listMemberIds, selectionToSql } from './query-store.ts';
import type { MemberRow } from './wire.ts';

type Endpoints = typeof membersEndpoints;
type ByFilterRequest = Input<Endpoints['bulkDeleteMembersByFilter']>['body'];

/** An internal event, which is not delivered to webhooks. */
export const MEMBER_JOB_DUE = 'portico.members.job_due';

/** Members per batch; between batches the worker processes other events. */
const BATCH = 100;

export const bulkDeleteMembersByFilter = makeStartEndpoint('DELETE');
export const bulkApproveMembersByFilter = makeStartEndpoint('APPROVE');
export const bulkBlockMembersByFilter = makeStartEndpoint('BLOCK');

/** Creates an endpoint that starts jobs of one kind. */
function makeStartEndpoint(act: JobAction) {
  return async (ctx: SiteCtx, { body }: { readonly body: ByFilterRequest }): Promise<{ jobId: string }> => {
    requireManager(ctx.caller);
    const { filter, search } = body;
    const contentAssigneeId = act === 'DELETE' ? (body.contentAssigneeId ?? null) : null;
    // Rejects an invalid selection before a job is inserted.
    selectForStaff({ filter, search });
    await assertAssignee(ctx, contentAssigneeId, null);
    const id = newId();
    await transaction(ctx, async (ctx) => {
      const { caller, address, now } = ctx;
      await insertJob(ctx.db, ctx.site.id, {
        id,
        act,
        query: { filter, search },
        contentAssigneeId,
        caller,
        address,
        now,
      });
      // Does not record the filter, which may contain personal data. The change of each member is recorded separately.
      await audit(ctx, { siteId: ctx.site.id, action: `identity.members.bulk.${act.toLowerCase()}`, target: id });
      await emit(ctx, { type: MEMBER_JOB_DUE, entityId: id, payload: {} });
    });
    return { jobId: id };
  };
}

/** Returns the progress of a job. */
export async function getMemberJob(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getMemberJob']>,
): Promise<Output<Endpoints['getMemberJob']>> {
  requireManager(ctx.caller);
  const job = await findJob(ctx.db, ctx.site.id, query.jobId);
  if (!job) throw new AppError('MEMBER_JOB_NOT_FOUND');
  return {
    job: {
      id: job.id,
      act: job.act,
      status: job.finished_at ? 'FINISHED' : 'RUNNING',
      succeeded: job.succeeded,
      failed: job.failed,
      createdDate: job.created_at.toISOString(),
      ...(job.finished_at ? { finishedDate: job.finished_at.toISOString() } : {}),
    },
  };
}

/**
 * Runs one batch of a job with the rights of its caller, then emits the event of the next batch. Each member is changed
 * in a separate transaction. After a failure the batch is repeated, which does not affect members already changed.
 */
export const continueMemberJob =
  (createContext: () => Ctx) =>
  async (db: Ctx['db'], event: SiteEvent): Promise<void> => {
    const base = createContext();
    const site = await base.env.site(event.siteId);
    const job = site ? await findJob(base.db, site.id, event.entityId) : undefined;
    if (!site || !job || job.finished_at) return;
    const ctx: SiteCtx = { ...base, site, caller: job.caller, address: job.address };
    const ids = await listMemberIds(ctx.db, site.id, selectForStaff(job.query), job.after_id, BATCH);
    let failed = 0;
    for (const id of ids) {
      if (await rejectionOf(() => withMember(ctx, id, (ctx, row) => OPERATIONS[job.act](ctx, row, job)))) failed += 1;
    }
    const last = ids.at(-1);
    const isFinished = ids.length < BATCH;
    await advanceJob(ctx.db, site.id, job.id, {
      afterId: last ?? job.after_id,
      succeeded: ids.length - failed,
      failed,
      isFinished,
    });
    if (!isFinished) await emit({ ...ctx, db }, { type: MEMBER_JOB_DUE, entityId: job.id, payload: {} });
  };

const OPERATIONS: Readonly<Record<JobAction, (ctx: SiteCtx, row: MemberRow, job: Job) => Promise<unknown>>> = {
  APPROVE: approve,
  BLOCK: block,
  DELETE: (ctx, row, job) =>
    // The member who takes over the content is not deleted.
    row.id === job.content_assignee_id ? reject() : erase(ctx, row, job.content_assignee_id),
};

const reject = (): Promise<never> => Promise.reject(new AppError('PERMISSION_DENIED'));

/** @throws ViolationError */
const selectForStaff = (query: Job['query']) => selectionToSql(query, true, 'filter');
