import { isUnavailable } from '../../db/errors.ts';
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Ctx, SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { backOff, createQueue, leaseRows, type Worker, withLease } from '../../queue/index.ts';
import type { Collection } from '../collections/collection.ts';
import { findCollection } from '../collections/store.ts';
import {
  type BatchResult,
  COLLECTION_DELETED,
  insertJob,
  type Job,
  type JobKind,
  jobQueue,
  onlyKinds,
  recordBatch,
  recordFailure,
} from './store.ts';

/** A batch in a transaction must end within this time, or another process takes the job over. */
const LEASE_SECONDS = 60;
const MAX_ATTEMPTS = 8;
const RETRY = { firstMs: 1_000, maxMs: 128_000 };

/**
 * Runs one batch of a job, with a bounded number of rows and a bounded duration. Its changes through `ctx.db` are
 * committed together with the job's progress, so that a killed process neither loses nor repeats a batch.
 */
export type RunBatch = (ctx: SiteCtx, collection: Collection, job: Job) => Promise<BatchResult>;

/** How the jobs of one kind are run. */
export interface JobHandler {
  readonly runBatch: RunBatch;
  /** For work that cannot run in a transaction, such as concurrent index builds. A batch may then run twice. */
  readonly runsOutsideTransaction?: boolean;
  /** Is called after the last attempt has failed. */
  readonly onFailure?: (ctx: SiteCtx, collection: Collection, job: Job, failure: string) => Promise<void>;
}

/** Repairs the cause of a failed batch outside its transaction, so that a retry can succeed. */
export type Recover = (ctx: SiteCtx, error: unknown) => Promise<void>;

/** Wakes the workers after a job was made due. */
export const nudgeJobs = (): void => queue.nudge();

const queue = createQueue('jobs on collections', { pollMs: 2_000, nudgeMs: [5, 50, 300] }, jobQueue);

/** Stores a job on the collection, due now or after a delay, in the transaction of `ctx`. Returns the job's id. */
export async function startJob(
  ctx: SiteCtx,
  collection: Pick<Collection, 'id' | 'tableName'>,
  kind: JobKind,
  details: Readonly<Record<string, unknown>>,
  delayMs = 0,
): Promise<string> {
  const id = newId();
  const { caller, now } = ctx;
  const target = { site_id: ctx.site.id, collection_id: collection.id, table_name: collection.tableName };
  await insertJob(ctx.db, { ...target, id, kind, details, caller, now, delayMs });
  queue.nudge();
  return id;
}

/** Runs due jobs, each batch leased to one process. */
export function startJobWorker(
  createContext: () => Ctx,
  handlers: Readonly<Partial<Record<JobKind, JobHandler>>>,
  recover: Recover,
): Worker {
  // Building an index takes minutes and must not delay other jobs, so slow kinds have a separate worker.
  const isSlow = (kind: string) => handlers[kind as JobKind]?.runsOutsideTransaction === true;
  const all = Object.keys(handlers);
  const workers = [all.filter((kind) => !isSlow(kind)), all.filter(isSlow)].map((kinds) =>
    queue.start(createContext().log, async (worker) => {
      while (!worker.stopped) {
        const base = createContext();
        const lease = { leaseId: newId(), seconds: LEASE_SECONDS, limit: 1 };
        const [job] = await leaseRows<Job>(base.db, jobQueue, { ...lease, ...onlyKinds(kinds) });
        if (!job) return;
        await runJob(base, job, handlers[job.kind], recover);
      }
    }),
  );
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

async function runJob(base: Ctx, job: Job, handler: JobHandler | undefined, recover: Recover): Promise<void> {
  const site = await base.env.site(job.site_id);
  const collection = site ? await findCollection(base.db, site, job.collection_id) : undefined;
  if (!handler || !site || collection?.tableName !== job.table_name) {
    await recordFailure(base.db, job, COLLECTION_DELETED, null);
    return;
  }
  const ctx: SiteCtx = { ...base, site, caller: job.caller };
  try {
    if (handler.runsOutsideTransaction) {
      const lease = { leaseId: job.lease_id ?? '', seconds: LEASE_SECONDS, siteIds: [job.site_id] };
      const result = await withLease(ctx.db, jobQueue, lease, () => handler.runBatch(ctx, collection, job));
      await recordBatch(ctx.db, job, result);
      return;
    }
    await transaction(ctx, async (ctx) => {
      const result = await handler.runBatch(ctx, collection, job);
      if (!(await recordBatch(ctx.db, job, result)))
        throw new Error('The lease expired: another process runs the job.');
    });
  } catch (error) {
    await recover(ctx, error).catch(() => undefined);
    const failure = error instanceof Error ? error.message : String(error);
    base.log.warn({ err: error, jobId: job.id, kind: job.kind }, 'A batch of a job failed.');
    const isFinal = error instanceof AppError || (job.attempts >= MAX_ATTEMPTS && !isUnavailable(error));
    const retryMs = isFinal ? null : backOff(job.attempts, RETRY);
    await recordFailure(ctx.db, job, failure, retryMs);
    if (retryMs === null) await handler.onFailure?.(ctx, collection, job, failure);
  }
}
