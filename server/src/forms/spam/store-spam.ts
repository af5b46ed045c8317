import type { SiteCtx } from '../../kernel/ctx.ts';
import type { NewSubmission } from '../records/store.ts';
import { toWire, type WireSubmission } from '../records/wire.ts';
import { insertReport, type Verdict } from './store.ts';
import { toSubmissionRow } from './wire.ts';

/**
 * Stores a submission as a spam report, in the transaction of `ctx` and without events. The response is the same as for
 * any other submission. Threat: senders of spam could otherwise learn which attempts passed.
 */
export async function storeSpam(ctx: SiteCtx, submission: NewSubmission, verdict: Verdict): Promise<WireSubmission> {
  const row = await insertReport(ctx.db, ctx.site.id, { submission, verdict, now: ctx.now });
  return toWire(toSubmissionRow(row));
}
