import type { bulkEndpoints } from '@portico/contract/data/bulk';
import type { Input, Output } from '@portico/contract/endpoint';
import { AppError } from '../../kernel/app-error.ts';
import { type Caller, callerId } from '../../kernel/caller.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { may } from '../../sites/index.ts';
import { findJob, type Job } from './store.ts';

type Endpoint = (typeof bulkEndpoints)['getAsyncJobStatus'];

/**
 * How far a job is: for who began it, and for the people who work on the site.
 * @throws AppError NOT_FOUND for an id that is no job's, and for the job of another
 */
export async function getJobStatus(ctx: SiteCtx, { query: { jobId } }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const job = isGuid(jobId) ? await findJob(ctx.db, ctx.site.id, jobId) : undefined;
  if (!job || !maySee(ctx.caller, job)) throw new AppError('NOT_FOUND', { path: `/v2/async-jobs/${jobId}/status` });
  return { status: job.status, successCount: Number(job.success_count) };
}

const maySee = (caller: Caller, job: Job): boolean =>
  may(caller, 'items:read') || (caller.kind === job.caller.kind && callerId(caller) === callerId(job.caller));
