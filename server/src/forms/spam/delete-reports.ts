/** Calls that permanently delete spam reports and their files (forms contract section 10). */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { transaction } from '../../db/index.ts';
import { allOf, type Condition, filterToSql, namespaceOf } from '../../filter/filter.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid, newId } from '../../kernel/ids.ts';
import { releaseFiles } from '../../media/index.ts';
import { runBulk } from '../bulk.ts';
import { requireSubmissionsManager } from '../permissions.ts';
import { fileOwnerOf } from '../records/file-owners.ts';
import { hasId, isOfForm } from '../records/filter-store.ts';
import { reportColumns } from './filter-store.ts';
import { deleteReports } from './store.ts';

type Endpoints = typeof formsEndpoints;

export async function deleteSpamReport(
  ctx: SiteCtx,
  { query }: Input<Endpoints['deleteSpamReport']>,
): Promise<Output<Endpoints['deleteSpamReport']>> {
  requireSubmissionsManager(ctx.caller);
  await deleteOne(ctx, query.formSpamSubmissionReportId);
  return {};
}

/** Deletes several reports. If the request names a form, reports of other forms are not found. */
export async function bulkDeleteSpamReports(
  ctx: SiteCtx,
  { body }: Input<Endpoints['bulkDeleteSpamReports']>,
): Promise<Output<Endpoints['bulkDeleteSpamReports']>> {
  requireSubmissionsManager(ctx.caller);
  return runBulk(
    body.formSpamSubmissionReportIds,
    (id) => id,
    async (id) => {
      await deleteOne(ctx, id, body.formId);
      return undefined;
    },
  );
}

async function deleteOne(ctx: SiteCtx, id: string, formId?: string): Promise<void> {
  const isValid = isGuid(id) && (formId === undefined || isGuid(formId));
  const condition = allOf([hasId(id), ...(formId === undefined ? [] : [isOfForm(formId)])]);
  const count = isValid ? await deleteBatch(ctx, condition, 1) : 0;
  if (count === 0) throw new AppError('SPAM_REPORT_NOT_FOUND', { reportId: id });
}

/**
 * Deletes all reports that match the filter, which must name a namespace. The vendor starts a job; Portico deletes the
 * reports before the call returns.
 */
export async function deleteSpamReportsByFilter(
  ctx: SiteCtx,
  { body }: Input<Endpoints['deleteSpamReportsByFilter']>,
): Promise<Output<Endpoints['deleteSpamReportsByFilter']>> {
  requireSubmissionsManager(ctx.caller);
  namespaceOf(body.filter);
  await deleteReportsInBatches(ctx, filterToSql(body.filter, reportColumns));
  return { jobId: newId() };
}

const BATCH = 500;

/** Deletes all reports that match, with their files, in batches that keep each statement within its timeout. */
export async function deleteReportsInBatches(ctx: SiteCtx, condition: Condition): Promise<void> {
  while ((await deleteBatch(ctx, condition, BATCH)) === BATCH);
}

function deleteBatch(ctx: SiteCtx, condition: Condition, limit: number): Promise<number> {
  return transaction(ctx, async (ctx) => {
    const ids = await deleteReports(ctx.db, ctx.site.id, condition, limit);
    if (ids.length > 0) await releaseFiles(ctx, ids.map(fileOwnerOf));
    return ids.length;
  });
}
