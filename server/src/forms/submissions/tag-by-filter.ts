/** Changes the tags of all submissions that match a filter: a few batches in the call, the rest in a listener. */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { type Db, transaction } from '../../db/index.ts';
import { emit, type SiteEvent } from '../../events/index.ts';
import { allOf, filterToSql, namespaceOf } from '../../filter/filter.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Ctx, SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { requireSubmissionsManager } from '../permissions.ts';
import { hasIdAfter, isCreatedUntil, submissionColumns } from '../records/filter-store.ts';
import { listIds } from '../records/page-store.ts';
import { requireSomeTags, type TagChange } from '../tags.ts';
import { changeLocked, tagChange } from './change-submission.ts';

type Endpoint = (typeof formsEndpoints)['bulkUpdateSubmissionTagsByFilter'];

/** An internal event: webhooks cannot subscribe to it. */
export const TAGGING_DUE = 'portico.forms.tagging_due';

/** The remaining work of a call. Stored events contain these property names, so they must not be renamed. */
interface TaggingJob extends TagChange {
  readonly filter: unknown;
  /** Id of the last submission that was changed. */
  readonly after: string | null;
  /** Time of the call; later submissions are not changed. */
  readonly before: string;
  /** The caller of the bulk call, in whose name the listener makes the remaining changes. */
  readonly caller: Caller;
}

/** Submissions per transaction. */
const BATCH_SIZE = 200;
/** Batches that the call itself changes, which is all of them for most calls. */
const SYNCHRONOUS_BATCHES = 3;

/** Assigns and unassigns tags of every submission that matches. */
export async function bulkUpdateSubmissionTagsByFilter(
  ctx: SiteCtx,
  { body }: Input<Endpoint>,
): Promise<Output<Endpoint>> {
  requireSubmissionsManager(ctx.caller);
  requireSomeTags(body);
  namespaceOf(body.filter);
  const jobId = newId();
  const { filter, assignTags, unassignTags } = body;
  const before = ctx.now.toISOString();
  let rest: TaggingJob | null = { filter, assignTags, unassignTags, after: null, before, caller: ctx.caller };
  for (let batches = 0; rest && batches < SYNCHRONOUS_BATCHES; batches++) rest = await tagBatch(ctx, rest);
  if (rest) await emit(ctx, { type: TAGGING_DUE, entityId: jobId, payload: rest });
  return { jobId };
}

/** Changes one batch and returns the rest, or null after the last batch. */
function tagBatch(ctx: SiteCtx, job: TaggingJob): Promise<TaggingJob | null> {
  const { filter, after, before } = job;
  const where = allOf([
    isCreatedUntil(new Date(before)),
    ...(after === null ? [] : [hasIdAfter(after)]),
    filterToSql(filter, submissionColumns),
  ]);
  return transaction(ctx, async (ctx) => {
    const ids = await listIds(ctx.db, ctx.site.id, where, BATCH_SIZE);
    for (const id of ids) {
      await changeLocked(ctx, id, tagChange(job)).catch((error: unknown) => {
        // The submission may have been deleted since its id was read.
        if (!(error instanceof AppError && error.code === 'SUBMISSION_NOT_FOUND')) throw error;
      });
    }
    return ids.length < BATCH_SIZE ? null : { ...job, after: ids.at(-1) as string };
  });
}

/** The listener: changes one batch in the transaction that claims the event, and emits an event for the next. */
export const continueTagging =
  (createContext: () => Ctx) =>
  async (db: Db, event: SiteEvent): Promise<void> => {
    const base = createContext();
    const site = await base.env.site(event.siteId);
    if (!site) return;
    const job = event.payload as TaggingJob;
    const ctx: SiteCtx = { ...base, db, site, caller: job.caller };
    const rest = await tagBatch(ctx, job);
    if (rest) await emit(ctx, { type: TAGGING_DUE, entityId: event.entityId, payload: rest });
  };
