/** Calls that report submissions as spam (forms contract section 10). */
import type { Input, Output } from '@portico/contract/endpoint';
import type { formsEndpoints } from '@portico/contract/forms/index';
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid, newId } from '../../kernel/ids.ts';
import { runBulk } from '../bulk.ts';
import { loadFormWithNested } from '../forms/load-form.ts';
import { requireSubmissionsManager, submitterOf } from '../permissions.ts';
import { checkValues } from '../records/check-values.ts';
import { claimAnswerFiles } from '../records/claim-answer-files.ts';
import { insertReport, moveToReports, type Verdict } from './store.ts';
import { toWire, type WireReport } from './wire.ts';

type Endpoints = typeof formsEndpoints;

interface ReportInput {
  readonly reportReason?: Verdict['reason'];
  readonly reportReasonDescription?: string;
}

const verdictOf = ({ reportReason = 'MANUALLY_REPORTED', reportReasonDescription = '' }: ReportInput): Verdict => ({
  reason: reportReason,
  description: reportReasonDescription,
});

/** Moves a submission to the spam reports, with the same id and all of its data. */
export async function reportSpamSubmission(
  ctx: SiteCtx,
  { query, body }: Input<Endpoints['reportSpamSubmission']>,
): Promise<Output<Endpoints['reportSpamSubmission']>> {
  requireSubmissionsManager(ctx.caller);
  return { formSpamSubmissionReport: await report(ctx, query.submissionId, null, verdictOf(body)) };
}

/** Reports several submissions of one form. Submissions of other forms are not found. */
export async function bulkReportSpamSubmissions(
  ctx: SiteCtx,
  { body }: Input<Endpoints['bulkReportSpamSubmissions']>,
): Promise<Output<Endpoints['bulkReportSpamSubmissions']>> {
  requireSubmissionsManager(ctx.caller);
  return runBulk(
    body.submissionIds,
    (id) => id,
    async (id) => {
      const item = await report(ctx, id, body.formId, verdictOf(body));
      return body.returnEntity ? { item } : undefined;
    },
  );
}

/** @param formId null accepts submissions of any form */
async function report(ctx: SiteCtx, id: string, formId: string | null, verdict: Verdict): Promise<WireReport> {
  const isId = isGuid(id) && (formId === null || isGuid(formId));
  const row = isId ? await moveToReports(ctx.db, ctx.site.id, { id, formId, verdict, now: ctx.now }) : undefined;
  if (!row) throw new AppError('SUBMISSION_NOT_FOUND', { submissionId: id });
  return toWire(row);
}

/**
 * Creates a report without a previous submission. It may become a submission later, so its values must fit the form.
 * @throws ViolationError with every violation of the values
 */
export async function createSpamReport(
  ctx: SiteCtx,
  { body }: Input<Endpoints['createSpamReport']>,
): Promise<Output<Endpoints['createSpamReport']>> {
  requireSubmissionsManager(ctx.caller);
  const { formId, submissions = {}, extendedFields, ...report } = body.formSpamSubmissionReport;
  const form = await loadFormWithNested(ctx, formId);
  const values = checkValues(ctx, form, submissions, { ignoresClosing: true });
  return transaction(ctx, async (ctx) => {
    const id = newId();
    const submission = {
      id,
      formId: form.id,
      namespace: form.namespace,
      status: 'CONFIRMED' as const,
      submitter: submitterOf(ctx.caller, ctx.paired),
      answers: await claimAnswerFiles(ctx, { form, submissionId: id, values }),
      extendedFields,
      tags: undefined,
    };
    const row = await insertReport(ctx.db, ctx.site.id, { submission, verdict: verdictOf(report), now: ctx.now });
    return { formSpamSubmissionReport: toWire(row) };
  });
}
