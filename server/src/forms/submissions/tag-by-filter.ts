/** Tags of every submission that matches: some at once, the rest by the worker, a stretch at a time. */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { sql } from 'kysely';
import { type Db, transaction } from '../../db/index.ts';
import { emit, type SiteEvent } from '../../events/index.ts';
import { filterToSql, namespaceOf } from '../../filter/filter.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Ctx, SiteCtx } from '../../kernel/ctx.ts';
import { newId } from '../../kernel/ids.ts';
import { requireSubmissionsManager } from '../permissions.ts';
import { listIds } from '../records/store.ts';
import { type AssignedTags, requireSomeTags } from '../tags.ts';
import { changeHeld, retagged } from './change-submission.ts';
import { submissionColumns } from './columns.ts';

type Endpoint = (typeof formsEndpoints)['bulkUpdateSubmissionTagsByFilter'];

/** our own event: nobody outside hears of it */
export const TAGGING_DUE = 'portico.forms.tagging_due';

/** What is left to do. Submissions that come after the call are left alone. */
interface Tagging extends AssignedTags {
  readonly filter: unknown;
  /** the last id that is done */
  readonly after: string | null;
  readonly before: string;
  /** who asked for it: the events of the changes name them */
  readonly caller: Caller;
}

/** submissions of one transaction */
const STRETCH = 200;
/** stretches that the call itself does: for most, all there is to do */
const AT_ONCE = 3;

/** Assigns and takes away tags of every submission that matches. */
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
  let left: Tagging | null = { filter, assignTags, unassignTags, after: null, before, caller: ctx.caller };
  for (let done = 0; left && done < AT_ONCE; done++) left = await stretch(ctx, left);
  if (left) await emit(ctx, { type: TAGGING_DUE, entityId: jobId, payload: left });
  return { jobId };
}

/** Null when nothing is left. */
function stretch(ctx: SiteCtx, tagging: Tagging): Promise<Tagging | null> {
  const { filter, after, before } = tagging;
  const next = after === null ? sql<boolean>`true` : sql<boolean>`id > ${after}`;
  const where = sql<boolean>`created_at <= ${new Date(before)} and ${next} and ${filterToSql(filter, submissionColumns)}`;
  return transaction(ctx, async (ctx) => {
    const ids = await listIds(ctx.db, ctx.site.id, where, STRETCH);
    for (const id of ids) {
      await changeHeld(ctx, id, retagged(tagging)).catch((error: unknown) => {
        // deleted this moment
        if (!(error instanceof AppError && error.code === 'SUBMISSION_NOT_FOUND')) throw error;
      });
    }
    return ids.length < STRETCH ? null : { ...tagging, after: ids.at(-1) as string };
  });
}

/** The worker's half: one stretch, in the transaction that takes the event, then an event for the next. */
export const continueTagging =
  (installation: () => Ctx) =>
  async (db: Db, event: SiteEvent): Promise<void> => {
    const base = installation();
    const site = await base.env.site(event.siteId);
    if (!site) return;
    const tagging = event.payload as Tagging;
    const ctx: SiteCtx = { ...base, db, site, caller: tagging.caller };
    const left = await stretch(ctx, tagging);
    if (left) await emit(ctx, { type: TAGGING_DUE, entityId: event.entityId, payload: left });
  };
