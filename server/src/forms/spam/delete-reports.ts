/** Spam reports away for good, and the files that came with them (forms contract section 10). */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { sql } from 'kysely';
import { transaction } from '../../db/index.ts';
import { type Condition, filterToSql, namespaceOf } from '../../filter/filter.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid, newId } from '../../kernel/ids.ts';
import { releaseFiles } from '../../media/index.ts';
import { eachOf } from '../bulk.ts';
import { requireSubmissionsManager } from '../permissions.ts';
import { fileOwner } from '../records/file-owners.ts';
import { reportColumns } from './columns.ts';
import { deleteReports } from './store.ts';

type Endpoints = typeof formsEndpoints;

export async function deleteSpamReport(
  ctx: SiteCtx,
  { query }: Input<Endpoints['deleteSpamReport']>,
): Promise<Output<Endpoints['deleteSpamReport']>> {
  requireSubmissionsManager(ctx.caller);
  await deleteOne(ctx, query.formSpamSubmissionReportId, sql<boolean>`true`);
  return {};
}

/** Several; where a form is named, those of another form are not found. */
export async function bulkDeleteSpamReports(
  ctx: SiteCtx,
  { body }: Input<Endpoints['bulkDeleteSpamReports']>,
): Promise<Output<Endpoints['bulkDeleteSpamReports']>> {
  requireSubmissionsManager(ctx.caller);
  const { formId } = body;
  const ofForm = formId === undefined ? sql<boolean>`true` : filterToSql({ formId }, reportColumns);
  return eachOf(
    body.formSpamSubmissionReportIds,
    (id) => id,
    async (id) => {
      await deleteOne(ctx, id, ofForm);
      return undefined;
    },
  );
}

async function deleteOne(ctx: SiteCtx, id: string, condition: Condition): Promise<void> {
  const gone = isGuid(id) ? await deleteBatch(ctx, sql<boolean>`id = ${id} and ${condition}`, 1) : 0;
  if (gone === 0) throw new AppError('SPAM_REPORT_NOT_FOUND', { reportId: id });
}

/** All that match; the filter must name a namespace. Done before it answers, although the vendor calls it a job. */
export async function deleteSpamReportsByFilter(
  ctx: SiteCtx,
  { body }: Input<Endpoints['deleteSpamReportsByFilter']>,
): Promise<Output<Endpoints['deleteSpamReportsByFilter']>> {
  requireSubmissionsManager(ctx.caller);
  namespaceOf(body.filter);
  await deleteAll(ctx, filterToSql(body.filter, reportColumns));
  return { jobId: newId() };
}

const BATCH = 500;

/** In batches, so that no statement runs into its timeout; a second run ends what a crash broke off. */
export async function deleteAll(ctx: SiteCtx, condition: Condition): Promise<void> {
  while ((await deleteBatch(ctx, condition, BATCH)) === BATCH);
}

function deleteBatch(ctx: SiteCtx, condition: Condition, limit: number): Promise<number> {
  return transaction(ctx, async (ctx) => {
    const ids = await deleteReports(ctx.db, ctx.site.id, condition, limit);
    if (ids.length > 0) await releaseFiles(ctx, ids.map(fileOwner));
    return ids.length;
  });
}
