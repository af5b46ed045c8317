import type { SiteCtx } from '../../kernel/ctx.ts';
import { submitterOf } from '../permissions.ts';
import { vectorsOf } from '../search/index-submissions.ts';
import { listOwnSpam, submissionsWithReports } from './store.ts';

/** Older reports of the same sender are not searchable. */
const MAX_SEARCHABLE = 200;

/**
 * Returns SQL for a source of rows that replaces the table of submissions when callers read their own submissions. It
 * contains spam reports, also for searches, because their absence would reveal the verdict. Call this before the search
 * query is built, because this function stores the words that a fuzzy search compares.
 */
export async function selectOwnSubmissions(
  ctx: SiteCtx,
  isSearch: boolean,
): Promise<ReturnType<typeof submissionsWithReports>> {
  if (!isSearch) return submissionsWithReports([]);
  const ownReports = await listOwnSpam(ctx.db, ctx.site.id, submitterOf(ctx.caller, ctx.paired), MAX_SEARCHABLE);
  return submissionsWithReports(ownReports.length === 0 ? [] : await vectorsOf(ctx, ownReports));
}
