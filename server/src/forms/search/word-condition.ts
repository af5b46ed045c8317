import { allOf, type Condition } from '../../filter/filter.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { buildQuery, type SearchInput } from './build-query.ts';
import { ensureIndexed } from './ensure-indexed.ts';
import { containsWords, countSample, listMatchingIds, matchesNothing } from './store.ts';

/** Up to this number of matches are looked up by id. With more matches, a scan in sort order fills a page quickly. */
const MAX_IDS = 5_000;
/**
 * If `MIN_COMMON_MATCHES` submissions of a sample of this size match, the words are common, and collecting all matches
 * would take long.
 */
const SAMPLE_SIZE = 200;
const MIN_COMMON_MATCHES = 10;

/**
 * Returns SQL that matches submissions that contain the words of the search, or all submissions without an expression.
 * Few matches are selected by id, because PostgreSQL would overestimate the matches of rare words and scan all
 * submissions, beginning with the newest.
 * @param maxIds Maximum number of matches to select by id. Zero if the search also covers spam reports, which a list of
 *   submission ids would exclude.
 */
export async function buildWordCondition(
  ctx: SiteCtx,
  search: SearchInput | null | undefined,
  maxIds: number = MAX_IDS,
): Promise<Condition> {
  if (!search?.expression?.trim()) return allOf([]);
  await ensureIndexed(ctx);
  const query = await buildQuery(ctx, search);
  if (query === null) return matchesNothing;
  const ids = maxIds > 0 ? await findIds(ctx, query, maxIds) : null;
  return containsWords(query, ids);
}

/**
 * Returns the ids of the matches, or null if there are more than `maxIds`. Uses the pool for slow statements, like the
 * search itself.
 */
async function findIds(ctx: SiteCtx, query: string, maxIds: number): Promise<string[] | null> {
  const { slow } = ctx.env.connectionPools;
  if ((await countSample(slow, ctx.site.id, query, SAMPLE_SIZE)) >= MIN_COMMON_MATCHES) return null;
  const ids = await listMatchingIds(slow, ctx.site.id, query, maxIds + 1);
  return ids.length > maxIds ? null : ids;
}
