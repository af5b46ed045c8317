/** What the jobs share that change every item matching a filter: their start, and the rights of their caller. */
import type { ItemOperation } from '@portico/domain';
import { findMember } from '../../identity/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { callerNow } from '../../sites/index.ts';
import type { Collection } from '../collections/collection.ts';
import { permissionDenied, requireAccess } from '../collections/permissions.ts';
import { buildReach, planWriteFilter, type Reach } from '../collections/reach.ts';
import { countUnfinishedJobs, type Job, type Stretch } from '../jobs/store.ts';
import { startJob } from '../jobs/worker.ts';
import type { StoredItem } from '../table/statement.ts';
import { lockNextItems } from '../table/write-store.ts';

const KINDS = ['PATCH_BY_FILTER', 'REMOVE_BY_FILTER', 'UPDATE_ITEMS', 'REMOVE_ITEMS', 'UNDO_BULK_CHANGE'] as const;

/** Every one of these jobs may read all rows: a caller who may write could otherwise keep the server busy for ever. */
const MOST_UNDER_WAY = 50;
const RETRY_SECONDS = 30;

/** What such a job stores: the filter, and the reach of its caller at the start. */
interface Details {
  readonly filter: unknown;
  readonly owner: string | null;
  readonly hidden: readonly string[];
  readonly locked: readonly string[];
}

/**
 * Starts such a job and returns its id.
 * @throws AppError as planWriteFilter does, WDE0014 if too many are under way on the collection
 */
export async function startChange(
  ctx: SiteCtx,
  reach: Reach,
  kind: (typeof KINDS)[number],
  filter: unknown,
  more: object = {},
): Promise<string> {
  planWriteFilter(reach, { filter }, 'filter');
  const { collection, owner, hidden, locked } = reach;
  if ((await countUnfinishedJobs(ctx.db, ctx.site.id, collection.tableName, KINDS)) >= MOST_UNDER_WAY) {
    throw new AppError('WDE0014', { retryAfterSeconds: RETRY_SECONDS });
  }
  const details: Details = { filter: filter ?? {}, owner, hidden, locked };
  return startJob(ctx, collection, kind, { ...details, ...more });
}

const WAIT_MS = 500;

/**
 * Locks the next batch of rows and hands them to `change`, which returns how many items it changed. The caller must
 * still have the rights, and gains none that they did not have when the job started.
 * @throws AppError WDE0027 if the caller lost the right or no longer exists: the job fails
 */
export async function changeNext(
  ctx: SiteCtx,
  collection: Collection,
  job: Job,
  operation: ItemOperation,
  stretch: { readonly limit: number; readonly whole: boolean },
  change: (ctx: SiteCtx, reach: Reach, rows: readonly StoredItem[]) => Promise<number>,
): Promise<Stretch> {
  return withRightsNow(ctx, collection, job, operation, async (own, reach) => {
    const { filter } = job.details as unknown as Details;
    const after = typeof job.state.after === 'string' ? job.state.after : '';
    const rows = await lockNextItems(ctx.db, reach, after, planWriteFilter(reach, { filter }, 'filter'), stretch);
    const succeeded = rows.length > 0 ? await change(own, reach, rows) : 0;
    const state = { after: rows.at(-1)?.id ?? after, processed: processedBy(job) + rows.length };
    return { done: rows.length < stretch.limit, state, succeeded };
  });
}

/** Items that the job has looked at so far. */
export const processedBy = ({ state }: Pick<Job, 'state'>): number => Number(state.processed ?? 0);

/**
 * Runs a batch with the rights that the caller of the job has now, narrowed to those at its start.
 * @throws AppError WDE0027 if the caller lost the right or no longer exists
 */
export async function withRightsNow(
  ctx: SiteCtx,
  collection: Collection,
  job: Job,
  operation: ItemOperation,
  work: (ctx: SiteCtx, reach: Reach) => Promise<Stretch>,
): Promise<Stretch> {
  // Rows in an older shape would be read wrongly: the job that converts them comes first.
  if (collection.pending.length > 0) return { done: false, waitMs: WAIT_MS };
  const caller = await presentCaller(ctx, job);
  if (!caller) throw permissionDenied(collection.id, operation);
  const own = { ...ctx, caller };
  const reach = buildReach(own, collection, requireAccess(caller, collection, operation));
  return work(own, narrowed(reach, job.details as unknown as Details));
}

async function presentCaller(ctx: SiteCtx, { caller }: Job): Promise<SiteCtx['caller'] | null> {
  if (caller.kind !== 'member') return callerNow(ctx.db, ctx.site.id, caller, ctx.now);
  const member = await findMember(ctx.db, ctx.site.id, caller.id);
  return member && member.status !== 'BLOCKED' ? caller : null;
}

const narrowed = (reach: Reach, { owner, hidden, locked }: Details): Reach => ({
  ...reach,
  owner: reach.owner ?? owner,
  hidden: [...new Set([...reach.hidden, ...hidden])],
  locked: [...new Set([...reach.locked, ...locked])],
});
