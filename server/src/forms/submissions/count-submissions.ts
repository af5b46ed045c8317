/** Calls that count submissions. */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { type SubmissionStatus, submissionStatuses } from '@portico/domain';
import { readsOf } from '../../db/replicas/stale-reads.ts';
import { allOf, filterToSql, namespaceOf } from '../../filter/filter.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { requireSubmissionsReader } from '../permissions.ts';
import { buildWordCondition } from '../search/word-condition.ts';
import { type CountRequest, countByForm, countDeletedByForm, countMatching } from './count-store.ts';
import { columnsFor, selectReadable } from './readable-rows.ts';

type Endpoints = typeof formsEndpoints;

/**
 * Counts the submissions of each form in a namespace. Returns one entry per requested form, in the order of the
 * request.
 */
export async function countSubmissions(
  ctx: SiteCtx,
  { body }: Input<Endpoints['countSubmissions']>,
): Promise<Output<Endpoints['countSubmissions']>> {
  requireSubmissionsReader(ctx.caller);
  const counts = await countByForm(readsOf(ctx).db, ctx.site.id, countRequest(body, submissionStatuses));
  const byForm = new Map(counts.map((row) => [row.form_id, row]));
  return {
    formsSubmissionsCount: body.formIds.map((formId) => ({
      formId,
      totalCount: byForm.get(formId.toLowerCase())?.total ?? 0,
      unseenCount: byForm.get(formId.toLowerCase())?.unseen ?? 0,
    })),
  };
}

/**
 * The statuses that are counted in the trash if a request names none. They exclude submissions that were never
 * confirmed.
 */
const COUNTED_IN_TRASH: readonly SubmissionStatus[] = ['CONFIRMED', 'PAYMENT_WAITING', 'PAYMENT_CANCELED'];

/** Counts the submissions in the trash for each form in a namespace, like `countSubmissions`. */
export async function countDeletedSubmissions(
  ctx: SiteCtx,
  { body }: Input<Endpoints['countDeletedSubmissions']>,
): Promise<Output<Endpoints['countDeletedSubmissions']>> {
  requireSubmissionsReader(ctx.caller);
  const counts = await countDeletedByForm(readsOf(ctx).db, ctx.site.id, countRequest(body, COUNTED_IN_TRASH));
  const byForm = new Map(counts.map((row) => [row.form_id, row.total]));
  return {
    formsDeletedSubmissionsCount: body.formIds.map((formId) => ({
      formId,
      totalCount: byForm.get(formId.toLowerCase()) ?? 0,
    })),
  };
}

/** Counts per form the submissions that match a filter and a search. Forms without matches are absent. */
export async function countSubmissionsByFilter(
  ctx: SiteCtx,
  { body }: Input<Endpoints['countSubmissionsByFilter']>,
): Promise<Output<Endpoints['countSubmissionsByFilter']>> {
  const readable = await selectReadable(ctx);
  namespaceOf(body.filter);
  const filterSql = filterToSql(body.filter, columnsFor(ctx));
  const where = allOf([readable, filterSql, await buildWordCondition(ctx, body.search)]);
  const slow = { ...ctx, db: ctx.env.connectionPools.slow };
  // A search has just indexed submissions on the primary, and a replica may not have their words yet.
  const db = body.search ? slow.db : readsOf(slow).db;
  const countsByForm = await countMatching(db, ctx.site.id, where);
  return {
    formsSubmissionsCount: countsByForm.map(({ form_id, total, unseen }) => ({
      formId: form_id,
      totalCount: total,
      unseenCount: unseen,
    })),
  };
}

const countRequest = (
  body: Input<Endpoints['countSubmissions']>['body'],
  defaultStatuses: readonly SubmissionStatus[],
): CountRequest => ({
  namespace: body.namespace,
  formIds: body.formIds.filter(isGuid),
  statuses: body.statuses?.length ? body.statuses : defaultStatuses,
});
