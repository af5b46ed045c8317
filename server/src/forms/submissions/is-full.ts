import type { SiteCtx } from '../../kernel/ctx.ts';
import type { FormRow } from '../forms/wire.ts';
import type { Submitter } from '../permissions.ts';
import { countOwnSpam } from '../spam/store.ts';
import { countOfForm } from './count-store.ts';

/** Returns true if the form has reached its maximum number of submissions, in total or for this submitter. */
export async function isFull(ctx: SiteCtx, form: FormRow, submitter: Submitter): Promise<boolean> {
  const { maxAllowedSubmissions, submissionLimitPerUser } = (form.document.limitationRule ?? {}) as {
    maxAllowedSubmissions?: number;
    submissionLimitPerUser?: number;
  };
  const { db, site } = ctx;
  if (typeof maxAllowedSubmissions !== 'number' && typeof submissionLimitPerUser !== 'number') return false;
  // Spam of this submitter counts toward the limit, too, because the limit would otherwise reveal the verdict.
  const spam = await countOwnSpam(db, site.id, form.id, submitter);
  const isReached = async (limit: number | undefined, countedSubmitter: Submitter | null) =>
    typeof limit === 'number' && spam + (await countOfForm(db, site.id, form.id, countedSubmitter)) >= limit;
  return (await isReached(maxAllowedSubmissions, null)) || (await isReached(submissionLimitPerUser, submitter));
}
