import type { SiteCtx } from '../../kernel/ctx.ts';
import { submitterOf } from '../permissions.ts';
import { vectorsOf } from '../search/index-submissions.ts';
import { listOwnSpam, submissionsAsSent } from './store.ts';

/** Older reports of the same sender are not searchable. */
const MAX_SEARCHABLE = 200;

/**
 * What the caller has sent, spam reports included, as a source of rows that replaces the table of submissions. A search
 * finds reports by their words, too, or it would reveal the verdict. Call this before the search query is built: it stores
 * the words that a fuzzy search compares.
 */
export async function asSent(ctx: SiteCtx, isSearch: boolean): Promise<ReturnType<typeof submissionsAsSent>> {
  if (!isSearch) return submissionsAsSent([]);
  const own = await listOwnSpam(ctx.db, ctx.site.id, submitterOf(ctx.caller, ctx.paired), MAX_SEARCHABLE);
  return submissionsAsSent(own.length === 0 ? [] : await vectorsOf(ctx, own));
}
