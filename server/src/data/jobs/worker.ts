import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Ctx, SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { type Poller, startPoller } from '../../kernel/poller.ts';
import type { Collection } from '../collections/collection.ts';
import { findCollection } from '../collections/store.ts';
import {
  extendLease,
  GONE,
  insertJob,
  type Job,
  type JobKind,
  leaseDueJob,
  noteFailure,
  noteStretch,
  type Stretch,
} from './store.ts';

/** one stretch in a transaction has to end within it, or another process takes the job */
const LEASE_SECONDS = 60;
/** so often the lease of a stretch outside a transaction is made longer: what it does may take minutes */
const EXTEND_MS = 20_000;
const POLL_MS = 2_000;
/** after a nudge: the job may be in a transaction that is still open */
const NUDGE_MS = [5, 50, 300];
const MOST_ATTEMPTS = 8;

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

const pollers = new Set<Poller>();

/** Begins a job on the collection, in the caller's transaction; answers its id. */
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
  for (const poller of pollers) poller.nudge();
  return id;
}

/** Does due jobs, each stretch leased to one process. */
export function startJobWorker(
  installation: () => Ctx,
  kinds: Readonly<Partial<Record<JobKind, KindOfJob>>>,
  recover: Recover,
): { stop(): Promise<void> } {
  // Minutes of building an index must not keep other work waiting: each sort has a worker.
  const isSlow = (kind: string) => kinds[kind as JobKind]?.outsideTransaction === true;
  const names = Object.keys(kinds);
  const workers = [names.filter((kind) => !isSlow(kind)), names.filter(isSlow)].map((names) =>
    startWorker(installation, kinds, names, recover),
  );
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

function startWorker(
  installation: () => Ctx,
  kinds: Readonly<Partial<Record<JobKind, KindOfJob>>>,
  names: readonly string[],
  recover: Recover,
): { stop(): Promise<void> } {
  let stopped = false;
  const look = async (): Promise<void> => {
    const base = installation();
    try {
      while (!stopped) {
        const job = await leaseDueJob(base.db, newId(), LEASE_SECONDS, names);
        if (!job) return;
        await runStretch(base, job, kinds[job.kind], recover);
      }
    } catch (error) {
      base.log.warn({ err: error }, 'the jobs on collections could not be looked at; trying again');
    }
  };
  const poller = startPoller(look, { everyMs: POLL_MS, nudgeMs: NUDGE_MS });
  pollers.add(poller);
  return {
    async stop() {
      stopped = true;
      pollers.delete(poller);
      await poller.stop();
    },
  };
}

async function keepingLease<R>(ctx: SiteCtx, job: Job, work: () => Promise<R>): Promise<R> {
  const extend = () => extendLease(ctx.db, job, LEASE_SECONDS).catch(() => undefined);
  const timer = setInterval(extend, EXTEND_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
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
      await noteStretch(ctx.db, job, await keepingLease(ctx, job, () => kind.work(ctx, collection, job)));
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
    const retryMs = error instanceof AppError || job.attempts >= MOST_ATTEMPTS ? null : 500 * 2 ** job.attempts;
    await noteFailure(ctx.db, job, failure, retryMs);
    if (retryMs === null) await kind.onFailure?.(ctx, collection, job, failure);
  }
}
