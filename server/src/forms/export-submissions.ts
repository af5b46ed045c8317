import type { SiteCtx } from '../kernel/ctx.ts';
import { type ExportLimit, listSubmissionsOfPersons } from './records/submitter-store.ts';
import { toWire } from './records/wire.ts';
import { listReportsOfPersons } from './spam/store.ts';
import { toSubmissionRow } from './spam/wire.ts';

/**
 * Exports what these persons have submitted, including submissions in the trash. Submissions classified as spam look
 * like all others, because the export would otherwise reveal the classification.
 * @returns `isCut` is true if there is more than the limit allows
 */
export async function exportSubmissions(
  ctx: SiteCtx,
  submitterIds: readonly string[],
  limit: ExportLimit,
): Promise<{ entries: unknown[]; isCut: boolean }> {
  const rows = await listSubmissionsOfPersons(ctx.db, ctx.site.id, submitterIds, limit);
  const usedBytes = rows.reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(row.answers)), 0);
  const rest = { rows: limit.rows - rows.length, bytes: limit.bytes - usedBytes };
  // Reads one row more than the limit. Each row contains `total`, which is needed even if no row may be exported.
  const spam = await listReportsOfPersons(ctx.db, ctx.site.id, submitterIds, { ...rest, rows: rest.rows + 1 });
  const exportedSpam = spam.slice(0, Math.max(0, rest.rows));
  const total = (rows[0]?.total ?? 0) + (spam[0]?.total ?? 0);
  const entries = [...rows, ...exportedSpam.map(toSubmissionRow)].map(toWire);
  return { entries, isCut: entries.length < total || (rest.bytes <= 0 && total > rows.length) };
}
