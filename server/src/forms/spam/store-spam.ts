import type { SiteCtx } from '../../kernel/ctx.ts';
import type { NewSubmission } from '../records/store.ts';
import { toWire, type WireSubmission } from '../records/wire.ts';
import { insertReport, type Verdict } from './store.ts';
import { asSubmission } from './wire.ts';

/**
 * Stores a submission that is spam as a report, in the caller's transaction, and answers what is answered of any other:
 * who sends spam must not learn which of their tries went through. Nothing is announced.
 */
export async function storeSpam(ctx: SiteCtx, submission: NewSubmission, verdict: Verdict): Promise<WireSubmission> {
  const row = await insertReport(ctx.db, ctx.site.id, { submission, verdict, now: ctx.now });
  return toWire(asSubmission(row));
}
