/** Submissions that people report as spam (forms contract section 10). */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid, newId } from '../../kernel/ids.ts';
import { eachOf } from '../bulk.ts';
import { loadWholeForm } from '../forms/load-form.ts';
import { requireSubmissionsManager, submitterOf } from '../permissions.ts';
import { checkedValues } from '../records/check-values.ts';
import { claimAnswers } from '../records/claim-answers.ts';
import { insertReport, moveToReports, type Verdict } from './store.ts';
import { toWire, type WireReport } from './wire.ts';

type Endpoints = typeof formsEndpoints;

interface Given {
  readonly reportReason?: Verdict['reason'];
  readonly reportReasonDescription?: string;
}

const verdictOf = ({ reportReason = 'MANUALLY_REPORTED', reportReasonDescription = '' }: Given): Verdict => ({
  reason: reportReason,
  description: reportReasonDescription,
});

/** Takes a submission away from the others: a report under the same id, with all that the submission had. */
export async function reportSpamSubmission(
  ctx: SiteCtx,
  { query, body }: Input<Endpoints['reportSpamSubmission']>,
): Promise<Output<Endpoints['reportSpamSubmission']>> {
  requireSubmissionsManager(ctx.caller);
  return { formSpamSubmissionReport: await report(ctx, query.submissionId, null, verdictOf(body)) };
}

/** Several of one form; those of another form are not found. */
export async function bulkReportSpamSubmissions(
  ctx: SiteCtx,
  { body }: Input<Endpoints['bulkReportSpamSubmissions']>,
): Promise<Output<Endpoints['bulkReportSpamSubmissions']>> {
  requireSubmissionsManager(ctx.caller);
  return eachOf(
    body.submissionIds,
    (id) => id,
    async (id) => {
      const item = await report(ctx, id, body.formId, verdictOf(body));
      return body.returnEntity ? { item } : undefined;
    },
  );
}

/** @param formId null for whatever form the submission is of */
async function report(ctx: SiteCtx, id: string, formId: string | null, verdict: Verdict): Promise<WireReport> {
  const isId = isGuid(id) && (formId === null || isGuid(formId));
  const row = isId ? await moveToReports(ctx.db, ctx.site.id, { id, formId, verdict, now: ctx.now }) : undefined;
  if (!row) throw new AppError('SUBMISSION_NOT_FOUND', { submissionId: id });
  return toWire(row);
}

/**
 * A report of what was no submission yet. Its values must fit the form, closed or not: it may become a submission.
 * @throws ViolationError with every violation of the values
 */
export async function createSpamReport(
  ctx: SiteCtx,
  { body }: Input<Endpoints['createSpamReport']>,
): Promise<Output<Endpoints['createSpamReport']>> {
  requireSubmissionsManager(ctx.caller);
  const { formId, submissions = {}, extendedFields, ...given } = body.formSpamSubmissionReport;
  const form = await loadWholeForm(ctx, formId);
  const values = checkedValues(ctx, form, submissions, { open: true });
  return transaction(ctx, async (ctx) => {
    const id = newId();
    const submission = {
      id,
      formId: form.id,
      namespace: form.namespace,
      status: 'CONFIRMED' as const,
      submitter: submitterOf(ctx.caller, ctx.paired),
      answers: await claimAnswers(ctx, { form, submissionId: id, values }),
      extendedFields,
      tags: undefined,
    };
    const row = await insertReport(ctx.db, ctx.site.id, { submission, verdict: verdictOf(given), now: ctx.now });
    return { formSpamSubmissionReport: toWire(row) };
  });
}
