import type { SiteCtx } from '../../kernel/ctx.ts';
import type { FormRow } from '../forms/wire.ts';
import type { Submitter } from '../permissions.ts';
import { countOfForm } from './store.ts';

/** True when the form has as many submissions as its owner allows, in all or of this submitter. */
export async function isFull(ctx: SiteCtx, form: FormRow, submitter: Submitter): Promise<boolean> {
  const { maxAllowedSubmissions, submissionLimitPerUser } = (form.document.limitationRule ?? {}) as {
    maxAllowedSubmissions?: number;
    submissionLimitPerUser?: number;
  };
  const reached = async (limit: number | undefined, of: Submitter | null) =>
    limit !== undefined && (await countOfForm(ctx.db, ctx.site.id, form.id, of)) >= limit;
  return (await reached(maxAllowedSubmissions, null)) || (await reached(submissionLimitPerUser, submitter));
}
