/** What the jobs share that change every item matching a filter: their beginning, and what their caller may do by now. */
import type { ItemOperation } from '@portico/domain';
import { findMember } from '../../identity/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { callerNow } from '../../sites/index.ts';
import type { Collection } from '../collections/collection.ts';
import { refused, requireAccess } from '../collections/permissions.ts';
import { type Reach, reachInto, rowsOf } from '../collections/reach.ts';
import { countUnfinishedJobs, type Job, type Stretch } from '../jobs/store.ts';
import { startJob } from '../jobs/worker.ts';
import { lockNextItems, type StoredItem } from '../table/write-store.ts';

const KINDS = ['PATCH_BY_FILTER', 'REMOVE_BY_FILTER'] as const;

/** Every one of them may look at all rows: who may write could else keep the server busy for ever. */
const MOST_UNDER_WAY = 50;
const RETRY_SECONDS = 30;

/** What such a job holds: the filter, and how far its caller reached when it began. */
interface Details {
  readonly filter: unknown;
  readonly owner: string | null;
  readonly hidden: readonly string[];
  readonly locked: readonly string[];
}

/**
 * Begins such a job; answers its id.
 * @throws AppError as rowsOf does, WDE0014 where too many are under way on the collection
 */
export async function startChange(
  ctx: SiteCtx,
  reach: Reach,
  kind: (typeof KINDS)[number],
  filter: unknown,
  more: object = {},
): Promise<string> {
  rowsOf(reach, { filter }, 'filter');
  const { collection, owner, hidden, locked } = reach;
  if ((await countUnfinishedJobs(ctx.db, ctx.site.id, collection.tableName, KINDS)) >= MOST_UNDER_WAY) {
    throw new AppError('WDE0014', { retryAfterSeconds: RETRY_SECONDS });
  }
  const details: Details = { filter: filter ?? {}, owner, hidden, locked };
  return startJob(ctx, collection, kind, { ...details, ...more });
}

const WAIT_MS = 500;

/**
 * The next stretch of rows, held, and what is done with them; answers how many items that came to. The caller has to
 * have the rights still, and gains none that they did not have when the job began.
 * @throws AppError WDE0027 where the caller lost the right, or is there no longer: the job has failed
 */
export async function changeNext(
  ctx: SiteCtx,
  collection: Collection,
  job: Job,
  operation: ItemOperation,
  stretch: { readonly limit: number; readonly whole: boolean },
  change: (ctx: SiteCtx, reach: Reach, rows: readonly StoredItem[]) => Promise<number>,
): Promise<Stretch> {
  // Rows in an older shape would be looked at wrongly: the job that brings them through comes first.
  if (collection.pending.length > 0) return { done: false, waitMs: WAIT_MS };
  const caller = await presentCaller(ctx, job);
  if (!caller) throw refused(collection.id, operation);
  const own = { ...ctx, caller };
  const details = job.details as unknown as Details;
  const reach = narrowed(reachInto(own, collection, requireAccess(caller, collection, operation)), details);
  const after = typeof job.state.after === 'string' ? job.state.after : '';
  const rows = await lockNextItems(ctx.db, reach, after, rowsOf(reach, { filter: details.filter }, 'filter'), stretch);
  const succeeded = rows.length > 0 ? await change(own, reach, rows) : 0;
  const last = rows.at(-1)?.id ?? after;
  return { done: rows.length < stretch.limit, state: { after: last }, succeeded };
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
