import type { SiteCtx } from '../../kernel/ctx.ts';
import { submitterOf } from '../permissions.ts';
import { wordsIn } from '../search/cut-words.ts';
import { listOwnSpam, submissionsAsSent } from './store.ts';

/** more of one sender is found by no word */
const MOST = 200;

/**
 * What the caller has sent, spam or not, in the place of the table of submissions: also by its words, where some are
 * looked for, else a search would tell the verdict. Before the words of the search are read: misspellings are found
 * among those that are kept here.
 */
export async function asSent(ctx: SiteCtx, isSearch: boolean): Promise<ReturnType<typeof submissionsAsSent>> {
  if (!isSearch) return submissionsAsSent([]);
  const own = await listOwnSpam(ctx.db, ctx.site.id, submitterOf(ctx.caller, ctx.paired), MOST);
  return submissionsAsSent(own.length === 0 ? [] : await wordsIn(ctx, own));
}
