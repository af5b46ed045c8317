import type { bulkEndpoints } from '@portico/contract/data/bulk';
import type { Input, Output } from '@portico/contract/endpoint';
import { AppError } from '../../kernel/app-error.ts';
import { type Caller, callerIdOf } from '../../kernel/caller.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { may } from '../../sites/index.ts';
import { findJob, type Job } from './store.ts';

type Endpoint = (typeof bulkEndpoints)['getAsyncJobStatus'];

/**
 * Returns the progress of a job to the caller who started it and to callers who may read all items.
 * @throws AppError NOT_FOUND if the job does not exist or the caller may not see it
 */
export async function getJobStatus(ctx: SiteCtx, { query: { jobId } }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const job = isGuid(jobId) ? await findJob(ctx.db, ctx.site.id, jobId) : undefined;
  if (!job || !maySeeJob(ctx.caller, job)) throw new AppError('NOT_FOUND', { path: `/v2/async-jobs/${jobId}/status` });
  return { status: job.status, successCount: Number(job.success_count) };
}

const maySeeJob = (caller: Caller, job: Job): boolean =>
  may(caller, 'items:read') || (caller.kind === job.caller.kind && callerIdOf(caller) === callerIdOf(job.caller));
