import type { SiteCtx } from '../../kernel/ctx.ts';
import { isGuid } from '../../kernel/ids.ts';
import { readsSubmissions, submits, submitterOf } from '../permissions.ts';
import { findAsSent } from '../spam/store.ts';

/** Who reads submissions reads their files, preserved ones too; who sent one reads its files while it is not in the trash, spam or not. */
export async function mayReadSubmissionFiles(ctx: SiteCtx, submissionId: string): Promise<boolean> {
  if (readsSubmissions(ctx.caller)) return true;
  if (!submits(ctx.caller) || !isGuid(submissionId)) return false;
  const submitter = submitterOf(ctx.caller, ctx.paired);
  const { db, site } = ctx;
  const row = await findAsSent(db, site.id, submissionId);
  return row?.submitter_kind === submitter.kind && row.submitter_id === submitter.id;
}
