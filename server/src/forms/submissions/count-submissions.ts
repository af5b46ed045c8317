/** Counting submissions, and marking them as seen. */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { submissionStatuses } from '@portico/domain';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid, newId } from '../../kernel/ids.ts';
import { requireSubmissionsManager, requireSubmissionsReader } from '../permissions.ts';
import { countByForm, markSeen } from './store.ts';

type Endpoints = typeof formsEndpoints;

/** How many submissions each form has, one entry a form in the order asked for, also where there are none. */
export async function countSubmissions(
  ctx: SiteCtx,
  { body }: Input<Endpoints['countSubmissions']>,
): Promise<Output<Endpoints['countSubmissions']>> {
  requireSubmissionsReader(ctx.caller);
  const statuses = body.statuses?.length ? body.statuses : submissionStatuses;
  const counted = await countByForm(ctx.db, ctx.site.id, body.formIds.filter(isGuid), statuses);
  const byForm = new Map(counted.map((row) => [row.form_id, row]));
  return {
    formsSubmissionsCount: body.formIds.map((formId) => ({
      formId,
      totalCount: byForm.get(formId)?.total ?? 0,
      unseenCount: byForm.get(formId)?.unseen ?? 0,
    })),
  };
}

/** At most a hundred rows: done before it answers, although the vendor calls it a job. */
export async function bulkMarkSubmissionsAsSeen(
  ctx: SiteCtx,
  { body }: Input<Endpoints['bulkMarkSubmissionsAsSeen']>,
): Promise<Output<Endpoints['bulkMarkSubmissionsAsSeen']>> {
  requireSubmissionsManager(ctx.caller);
  if (isGuid(body.formId)) await markSeen(ctx.db, ctx.site.id, body.formId, body.ids.filter(isGuid));
  return { jobId: newId() };
}
