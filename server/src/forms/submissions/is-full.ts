import type { SiteCtx } from '../../kernel/ctx.ts';
import type { FormRow } from '../forms/wire.ts';
import type { Submitter } from '../permissions.ts';
import { countOwnSpam } from '../spam/store.ts';
import { countOfForm } from './count-store.ts';

/** True when the form has as many submissions as its owner allows, in all or of this submitter. */
export async function isFull(ctx: SiteCtx, form: FormRow, submitter: Submitter): Promise<boolean> {
  const { maxAllowedSubmissions, submissionLimitPerUser } = (form.document.limitationRule ?? {}) as {
    maxAllowedSubmissions?: number;
    submissionLimitPerUser?: number;
  };
  const { db, site } = ctx;
  const [most, mostOfOne] = [maxAllowedSubmissions, submissionLimitPerUser];
  if (typeof most !== 'number' && typeof mostOfOne !== 'number') return false;
  // What of this submitter was judged spam counts as sent, for them: who sends it must not learn that it did not arrive.
  const spam = await countOwnSpam(db, site.id, form.id, submitter);
  const reached = async (limit: number | undefined, of: Submitter | null) =>
    typeof limit === 'number' && spam + (await countOfForm(db, site.id, form.id, of)) >= limit;
  return (await reached(most, null)) || (await reached(mostOfOne, submitter));
}
