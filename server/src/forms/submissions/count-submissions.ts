/** How many submissions there are. */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { type SubmissionStatus, submissionStatuses } from '@portico/domain';
import { sql } from 'kysely';
import { filterToSql, namespaceOf } from '../../filter/filter.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { requireSubmissionsReader } from '../permissions.ts';
import { wordCondition } from '../search/word-condition.ts';
import { type CountedForms, countByForm, countDeletedByForm, countMatching } from './count-store.ts';
import { columnsFor, readableRows } from './readable-rows.ts';

type Endpoints = typeof formsEndpoints;

/** How many submissions of the namespace each form has, one entry a form in the order asked for, also where there are none. */
export async function countSubmissions(
  ctx: SiteCtx,
  { body }: Input<Endpoints['countSubmissions']>,
): Promise<Output<Endpoints['countSubmissions']>> {
  requireSubmissionsReader(ctx.caller);
  const counted = await countByForm(ctx.db, ctx.site.id, asked(body, submissionStatuses));
  const byForm = new Map(counted.map((row) => [row.form_id, row]));
  return {
    formsSubmissionsCount: body.formIds.map((formId) => ({
      formId,
      totalCount: byForm.get(formId.toLowerCase())?.total ?? 0,
      unseenCount: byForm.get(formId.toLowerCase())?.unseen ?? 0,
    })),
  };
}

/** how a submission in the trash counts unless asked otherwise: one that was never confirmed does not */
const COUNTED_IN_TRASH: readonly SubmissionStatus[] = ['CONFIRMED', 'PAYMENT_WAITING', 'PAYMENT_CANCELED'];

/** The same of those in the trash. */
export async function countDeletedSubmissions(
  ctx: SiteCtx,
  { body }: Input<Endpoints['countDeletedSubmissions']>,
): Promise<Output<Endpoints['countDeletedSubmissions']>> {
  requireSubmissionsReader(ctx.caller);
  const counted = await countDeletedByForm(ctx.db, ctx.site.id, asked(body, COUNTED_IN_TRASH));
  const byForm = new Map(counted.map((row) => [row.form_id, row.total]));
  return {
    formsDeletedSubmissionsCount: body.formIds.map((formId) => ({
      formId,
      totalCount: byForm.get(formId.toLowerCase()) ?? 0,
    })),
  };
}

/** How many submissions match a filter and hold the words that are looked for, by form; forms without any are left out. */
export async function countSubmissionsByFilter(
  ctx: SiteCtx,
  { body }: Input<Endpoints['countSubmissionsByFilter']>,
): Promise<Output<Endpoints['countSubmissionsByFilter']>> {
  const readable = await readableRows(ctx);
  namespaceOf(body.filter);
  const filtered = filterToSql(body.filter, columnsFor(ctx));
  const where = sql<boolean>`${readable} and ${filtered} and ${await wordCondition(ctx, body.search)}`;
  const counted = await countMatching(ctx.env.lanes.slow, ctx.site.id, where);
  return {
    formsSubmissionsCount: counted.map(({ form_id, total, unseen }) => ({
      formId: form_id,
      totalCount: total,
      unseenCount: unseen,
    })),
  };
}

const asked = (
  body: Input<Endpoints['countSubmissions']>['body'],
  usual: readonly SubmissionStatus[],
): CountedForms => ({
  namespace: body.namespace,
  formIds: body.formIds.filter(isGuid),
  statuses: body.statuses?.length ? body.statuses : usual,
});
