import type { SiteCtx } from '../kernel/ctx.ts';
import { listSubmissionsOf } from './records/people-store.ts';
import { toWire } from './records/wire.ts';
import { listReportsOf } from './spam/store.ts';
import { asSubmission } from './spam/wire.ts';

/**
 * What these people sent, the trash included, and what was judged spam as what they take it for; `cut` where there is
 * more than the bound allows.
 */
export async function exportSubmissions(
  ctx: SiteCtx,
  submitterIds: readonly string[],
  most: { readonly rows: number; readonly bytes: number },
): Promise<{ entries: unknown[]; cut: boolean }> {
  const rows = await listSubmissionsOf(ctx.db, ctx.site.id, submitterIds, most);
  const taken = rows.reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(row.answers)), 0);
  const left = { rows: most.rows - rows.length, bytes: most.bytes - taken };
  // asked for one more than there is room for, so that it is known whether any was left out
  const spam = await listReportsOf(ctx.db, ctx.site.id, submitterIds, { ...left, rows: left.rows + 1 });
  const shown = spam.slice(0, Math.max(0, left.rows));
  const total = (rows[0]?.total ?? 0) + (spam[0]?.total ?? 0);
  const entries = [...rows, ...shown.map(asSubmission)].map(toWire);
  return { entries, cut: entries.length < total || (left.bytes <= 0 && total > rows.length) };
}
