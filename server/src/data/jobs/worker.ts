import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Ctx, SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { backOff, createQueue, keepLease, leaseRows, type Worker } from '../../queue/index.ts';
import type { Collection } from '../collections/collection.ts';
import { findCollection } from '../collections/store.ts';
import {
  GONE,
  insertJob,
  type Job,
  type JobKind,
  jobQueue,
  noteFailure,
  noteStretch,
  onlyKinds,
  type Stretch,
} from './store.ts';

/** A batch in a transaction has to end within it, or another process takes the job over. */
const LEASE_SECONDS = 60;
const MOST_ATTEMPTS = 8;
const RETRY = { firstMs: 1_000, mostMs: 128_000 };

/**
 * One stretch of a job, bounded in rows and time. What it changes by `ctx.db` is committed together with the note of how
 * far the job is, so that a killed process neither loses nor repeats anything.
 */
export type Work = (ctx: SiteCtx, collection: Collection, job: Job) => Promise<Stretch>;

export interface KindOfJob {
  readonly work: Work;
  /** what cannot run in a transaction (concurrent indexes): it notes nothing itself, and may be repeated */
  readonly outsideTransaction?: boolean;
  /** told when the job is given up */
  readonly onFailure?: (ctx: SiteCtx, collection: Collection, job: Job, failure: string) => Promise<void>;
}

/** Repairs what made a stretch fail, outside of its transaction; the stretch is then repeated. */
export type Recover = (ctx: SiteCtx, error: unknown) => Promise<void>;

const queue = createQueue('jobs on collections', { pollMs: 2_000, nudgeMs: [5, 50, 300] });

/** Starts a job on the collection, in the caller's transaction, and returns its id. */
export async function startJob(
  ctx: SiteCtx,
  collection: Pick<Collection, 'id' | 'tableName'>,
  kind: JobKind,
  details: Readonly<Record<string, unknown>>,
): Promise<string> {
  const id = newId();
  const { caller, now } = ctx;
  const target = { site_id: ctx.site.id, collection_id: collection.id, table_name: collection.tableName };
  await insertJob(ctx.db, { ...target, id, kind, details, caller, now });
  queue.nudge();
  return id;
}

/** Runs due jobs, each batch leased to one process. */
export function startJobWorker(
  installation: () => Ctx,
  kinds: Readonly<Partial<Record<JobKind, KindOfJob>>>,
  recover: Recover,
): Worker {
  // Building an index takes minutes, which must not delay other jobs: slow kinds have a worker of their own.
  const isSlow = (kind: string) => kinds[kind as JobKind]?.outsideTransaction === true;
  const names = Object.keys(kinds);
  const workers = [names.filter((kind) => !isSlow(kind)), names.filter(isSlow)].map((names) =>
    queue.start(installation().log, async (worker) => {
      while (!worker.stopped) {
        const base = installation();
        const lease = { leaseId: newId(), seconds: LEASE_SECONDS, limit: 1 };
        const [job] = await leaseRows<Job>(base.db, jobQueue, { ...lease, ...onlyKinds(names) });
        if (!job) return;
        await runStretch(base, job, kinds[job.kind], recover);
      }
    }),
  );
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

async function runStretch(base: Ctx, job: Job, kind: KindOfJob | undefined, recover: Recover): Promise<void> {
  const site = await base.env.site(job.site_id);
  const collection = site ? await findCollection(base.db, site, job.collection_id) : undefined;
  if (!kind || !site || collection?.tableName !== job.table_name) {
    await noteFailure(base.db, job, GONE, null);
    return;
  }
  const ctx: SiteCtx = { ...base, site, caller: job.caller };
  try {
    if (kind.outsideTransaction) {
      const lease = { leaseId: job.lease_id ?? '', seconds: LEASE_SECONDS };
      await noteStretch(ctx.db, job, await keepLease(ctx.db, jobQueue, lease, () => kind.work(ctx, collection, job)));
      return;
    }
    await transaction(ctx, async (ctx) => {
      const stretch = await kind.work(ctx, collection, job);
      if (!(await noteStretch(ctx.db, job, stretch))) throw new Error('another process has taken the job over');
    });
  } catch (error) {
    await recover(ctx, error).catch(() => undefined);
    const failure = error instanceof Error ? error.message : String(error);
    base.log.warn({ err: error, jobId: job.id, kind: job.kind }, 'a stretch of a job failed');
    const retryMs = error instanceof AppError || job.attempts >= MOST_ATTEMPTS ? null : backOff(job.attempts, RETRY);
    await noteFailure(ctx.db, job, failure, retryMs);
    if (retryMs === null) await kind.onFailure?.(ctx, collection, job, failure);
  }
}
