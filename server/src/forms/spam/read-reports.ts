/** Calls that read spam reports or preview a verdict (forms contract section 10). */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { idColumn } from '../../filter/columns.ts';
import { filterToSql, namespaceOf } from '../../filter/filter.ts';
import { buildPageSql, cutPage, limitOf, readPageRequest, type SortKey } from '../../filter/page.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { loadFormWithNested } from '../forms/load-form.ts';
import { requireSubmissionsReader } from '../permissions.ts';
import { previewVerdict } from './classify.ts';
import { reportColumns } from './filter-store.ts';
import { countReportsByForm, findReport, listReports } from './store.ts';
import { toWire } from './wire.ts';

type Endpoints = typeof formsEndpoints;

const NEWEST_FIRST: SortKey[] = [{ fieldName: 'reportedDate', order: 'DESC' }];

export async function getSpamReport(
  ctx: SiteCtx,
  { query }: Input<Endpoints['getSpamReport']>,
): Promise<Output<Endpoints['getSpamReport']>> {
  requireSubmissionsReader(ctx.caller);
  const reportId = query.formSpamSubmissionReportId;
  const row = isGuid(reportId) ? await findReport(ctx.db, ctx.site.id, reportId) : undefined;
  if (!row) throw new AppError('SPAM_REPORT_NOT_FOUND', { reportId });
  return { formSpamSubmissionReport: toWire(row) };
}

/**
 * Returns a page of reports by filter, the most recently reported first. Requests for the next pages contain only the
 * cursor.
 */
export async function querySpamReports(
  ctx: SiteCtx,
  { body }: Input<Endpoints['querySpamReports']>,
): Promise<Output<Endpoints['querySpamReports']>> {
  requireSubmissionsReader(ctx.caller);
  const { query } = body;
  const state = await readPageRequest(ctx, 'spam.query', query, NEWEST_FIRST);
  namespaceOf(state.filter);
  const where = filterToSql(state.filter, reportColumns);
  const limit = limitOf(query);
  const read = await listReports(ctx.db, ctx.site.id, where, buildPageSql(state, reportColumns, idColumn), limit + 1);
  const page = await cutPage(ctx, 'spam.query', state, read, limit);
  return { formSpamSubmissionReports: page.rows.map(toWire), pagingMetadata: page.metadata };
}

/** Counts the reports of each form. Returns one entry per requested form, in the order of the request. */
export async function countSpamReports(
  ctx: SiteCtx,
  { body }: Input<Endpoints['countSpamReports']>,
): Promise<Output<Endpoints['countSpamReports']>> {
  requireSubmissionsReader(ctx.caller);
  const counts = await countReportsByForm(ctx.db, ctx.site.id, body.namespace, body.formIds.filter(isGuid));
  const byForm = new Map(counts.map((row) => [row.form_id, row.total]));
  return {
    formsSpamSubmissionReportsCount: body.formIds.map((formId) => ({ formId, totalCount: byForm.get(formId) ?? 0 })),
  };
}

/**
 * Previews the verdict on a submission for staff. Threat: a sender of spam could use this call to find out what passes.
 */
export async function checkForSpam(
  ctx: SiteCtx,
  { body }: Input<Endpoints['checkForSpam']>,
): Promise<Output<Endpoints['checkForSpam']>> {
  requireSubmissionsReader(ctx.caller);
  const { formId, submissions = {} } = body.submission;
  const verdict = await previewVerdict(ctx, { form: await loadFormWithNested(ctx, formId), values: submissions });
  if (!verdict) return { spam: false };
  return { spam: true, spamReport: { reportReason: verdict.reason, reportReasonDescription: verdict.description } };
}
