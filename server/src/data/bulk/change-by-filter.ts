/**
 * Starts jobs that change every item matching a filter, and runs their batches with the permissions of their caller.
 */
import type { ItemOperation } from '@portico/domain';
import { findMember } from '../../identity/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { loadCaller } from '../../sites/index.ts';
import type { Collection } from '../collections/collection.ts';
import { permissionDenied, requireAccess } from '../collections/permissions.ts';
import { buildReach, planWriteFilter, type Reach } from '../collections/reach.ts';
import { type BatchResult, countUnfinishedJobs, type Job } from '../jobs/store.ts';
import { startJob } from '../jobs/worker.ts';
import type { StoredItem } from '../table/statement.ts';
import { lockNextItems } from '../table/write-store.ts';

const KINDS = ['PATCH_BY_FILTER', 'REMOVE_BY_FILTER', 'UPDATE_ITEMS', 'REMOVE_ITEMS', 'UNDO_BULK_CHANGE'] as const;

/** Each of these jobs may read all rows. Without a limit, a caller who may write could overload the server. */
const MAX_UNFINISHED = 50;
const RETRY_SECONDS = 30;

/** The details of a job: its filter, and the reach of its caller when the job started. */
interface Details {
  readonly filter: unknown;
  readonly owner: string | null;
  readonly hidden: readonly string[];
  readonly locked: readonly string[];
}

/**
 * Starts a job that changes every matching item, and returns its id.
 * @throws AppError like planWriteFilter, WDE0014 if the collection has too many unfinished jobs
 */
export async function startChange(
  ctx: SiteCtx,
  reach: Reach,
  kind: (typeof KINDS)[number],
  filter: unknown,
  furtherDetails: object = {},
): Promise<string> {
  planWriteFilter(reach, { filter }, 'filter');
  const { collection, owner, hidden, locked } = reach;
  if ((await countUnfinishedJobs(ctx.db, ctx.site.id, collection.tableName, KINDS)) >= MAX_UNFINISHED) {
    throw new AppError('WDE0014', { retryAfterSeconds: RETRY_SECONDS });
  }
  const details: Details = { filter: filter ?? {}, owner, hidden, locked };
  return startJob(ctx, collection, kind, { ...details, ...furtherDetails });
}

const WAIT_MS = 500;

/**
 * Locks the next batch of rows and passes them to `change`, which returns how many items it changed. The caller who
 * started the job must still have the permission; permissions granted since then do not count.
 * @throws AppError WDE0027 if the caller lost the permission or no longer exists, which makes the job fail
 */
export async function changeNextBatch(
  ctx: SiteCtx,
  collection: Collection,
  job: Job,
  operation: ItemOperation,
  batch: { readonly limit: number; readonly includesData: boolean },
  change: (ctx: SiteCtx, reach: Reach, rows: readonly StoredItem[]) => Promise<number>,
): Promise<BatchResult> {
  return withCurrentRights(ctx, collection, job, operation, async (callerCtx, reach) => {
    const { filter } = job.details as unknown as Details;
    const after = typeof job.state.after === 'string' ? job.state.after : '';
    const rows = await lockNextItems(ctx.db, reach, after, planWriteFilter(reach, { filter }, 'filter'), batch);
    const succeeded = rows.length > 0 ? await change(callerCtx, reach, rows) : 0;
    const state = { after: rows.at(-1)?.id ?? after, processed: countProcessed(job) + rows.length };
    return { done: rows.length < batch.limit, state, succeeded };
  });
}

/** Returns the number of items that the job has processed. */
export const countProcessed = ({ state }: Pick<Job, 'state'>): number => Number(state.processed ?? 0);

/**
 * Runs a batch with the current permissions of the job's caller, without those granted since the start.
 * @throws AppError WDE0027 if the caller lost the permission or no longer exists
 */
export async function withCurrentRights(
  ctx: SiteCtx,
  collection: Collection,
  job: Job,
  operation: ItemOperation,
  work: (ctx: SiteCtx, reach: Reach) => Promise<BatchResult>,
): Promise<BatchResult> {
  // Rows in an older shape would be misread, so the job waits until the schema change has converted them.
  if (collection.pending.length > 0) return { done: false, waitMs: WAIT_MS };
  const caller = await loadCurrentCaller(ctx, job);
  if (!caller) throw permissionDenied(collection.id, operation);
  const callerCtx = { ...ctx, caller };
  const reach = buildReach(callerCtx, collection, requireAccess(caller, collection, operation));
  return work(callerCtx, narrowReach(reach, job.details as unknown as Details));
}

async function loadCurrentCaller(ctx: SiteCtx, { caller }: Job): Promise<SiteCtx['caller'] | null> {
  if (caller.kind !== 'member') return loadCaller(ctx.db, ctx.site.id, caller, ctx.now);
  const member = await findMember(ctx.db, ctx.site.id, caller.id);
  return member && member.status !== 'BLOCKED' ? caller : null;
}

const narrowReach = (reach: Reach, { owner, hidden, locked }: Details): Reach => ({
  ...reach,
  owner: reach.owner ?? owner,
  hidden: [...new Set([...reach.hidden, ...hidden])],
  locked: [...new Set([...reach.locked, ...locked])],
});
