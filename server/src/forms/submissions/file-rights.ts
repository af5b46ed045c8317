import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { mayReadSubmissions, maySubmit, submitterOf } from '../permissions.ts';
import { findSubmissionOrReport } from '../spam/store.ts';

/**
 * Returns true if the caller may read the files of the submission. Callers who may read submissions may always do so,
 * even if only the preserved files are left; the submitter may while the submission is not in the trash. The same
 * applies to spam, because a difference would reveal the verdict.
 */
export async function mayReadSubmissionFiles(ctx: SiteCtx, submissionId: string): Promise<boolean> {
  if (mayReadSubmissions(ctx.caller)) return true;
  if (!maySubmit(ctx.caller) || !isGuid(submissionId)) return false;
  const submitter = submitterOf(ctx.caller, ctx.paired);
  const { db, site } = ctx;
  const row = await findSubmissionOrReport(db, site.id, submissionId);
  return row?.submitter_kind === submitter.kind && row.submitter_id === submitter.id;
}
