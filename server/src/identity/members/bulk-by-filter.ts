/**
 * Acts on all members that fit a filter. A call notes the job and answers its id; a worker does it, a stretch at a
 * time, so that neither a hundred thousand members nor a server that stops in between leave it half done unnoticed.
 */
import type { Input, Output } from '@portico/contract/endpoint';
import type { membersEndpoints } from '@portico/contract/members';
import { sql } from 'kysely';
import { transaction } from '../../db/index.ts';
import { emit, type SiteEvent } from '../../events/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Ctx, SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { audit } from '../../sites/index.ts';
import { requireManager } from '../permissions.ts';
import { approve, block } from './acts.ts';
import { withMember } from './administer-member.ts';
import { refusalOf } from './bulk-delete.ts';
import { assertAssignee, erase } from './delete-member.ts';
import { membersFilter, membersSearch } from './filter.ts';
import { advanceJob, findJob, insertJob, type Job, type JobAct } from './job-store.ts';
import { listMemberIds } from './store.ts';
import type { MemberRow } from './wire.ts';

type Endpoints = typeof membersEndpoints;
type ByFilter = Input<Endpoints['bulkDeleteMembersByFilter']>['body'];

/** our own event: nobody outside hears of it */
export const MEMBER_JOB_DUE = 'portico.members.job_due';

/** members of one stretch: the worker turns to other events after it */
const STRETCH = 100;

export const bulkDeleteMembersByFilter = noteJob('DELETE');
export const bulkApproveMembersByFilter = noteJob('APPROVE');
export const bulkBlockMembersByFilter = noteJob('BLOCK');

function noteJob(act: JobAct) {
  return async (ctx: SiteCtx, { body }: { readonly body: ByFilter }): Promise<{ jobId: string }> => {
    requireManager(ctx.caller);
    const { filter, search } = body;
    const contentAssigneeId = act === 'DELETE' ? (body.contentAssigneeId ?? null) : null;
    conditionOf({ filter, search });
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
      // Without the filter, which may name people: what was done to whom is written down member by member.
      await audit(ctx, { siteId: ctx.site.id, action: `identity.members.bulk.${act.toLowerCase()}`, target: id });
      await emit(ctx, { type: MEMBER_JOB_DUE, entityId: id, payload: {} });
    });
    return { jobId: id };
  };
}

/** How far a job has come. */
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
 * The worker's half: one stretch of the job, as the one who asked for it, then an event for the next. The members are
 * changed on connections of their own; after a failure the stretch is repeated, and finds done what was done.
 */
export const continueMemberJob =
  (installation: () => Ctx) =>
  async (db: Ctx['db'], event: SiteEvent): Promise<void> => {
    const base = installation();
    const site = await base.env.site(event.siteId);
    const job = site ? await findJob(base.db, site.id, event.entityId) : undefined;
    if (!site || !job || job.finished_at) return;
    const ctx: SiteCtx = { ...base, site, caller: job.caller, address: job.address };
    const ids = await listMemberIds(ctx.db, site.id, conditionOf(job.query), job.after_id, STRETCH);
    let failed = 0;
    for (const id of ids) {
      if (await refusalOf(() => withMember(ctx, id, (ctx, row) => ACTS[job.act](ctx, row, job)))) failed += 1;
    }
    const last = ids.at(-1);
    const finished = ids.length < STRETCH;
    await advanceJob(ctx.db, site.id, job.id, {
      afterId: last ?? job.after_id,
      succeeded: ids.length - failed,
      failed,
      finished,
    });
    if (!finished) await emit({ ...ctx, db }, { type: MEMBER_JOB_DUE, entityId: job.id, payload: {} });
  };

const ACTS: Readonly<Record<JobAct, (ctx: SiteCtx, row: MemberRow, job: Job) => Promise<unknown>>> = {
  APPROVE: approve,
  BLOCK: block,
  DELETE: (ctx, row, job) =>
    // Who takes the others' content over is not among the others.
    row.id === job.content_assignee_id ? refuse() : erase(ctx, row, job.content_assignee_id),
};

const refuse = (): Promise<never> => Promise.reject(new AppError('PERMISSION_DENIED'));

/** @throws ViolationError */
const conditionOf = ({ filter, search }: Job['query']) =>
  sql<boolean>`(${membersFilter(filter, true, 'filter')}) and (${membersSearch(search, true)})`;
