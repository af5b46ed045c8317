import { sql } from 'kysely';
import type { Condition } from '../../filter/filter.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { keepWords } from './keep-words.ts';
import { countSample, listHits } from './store.ts';
import { type Search, wantedBy } from './wanted.ts';

/** hits that are looked up one by one; of more, a walk along a sort soon meets enough */
const FEW = 5_000;
/** submissions that tell a common word, whose hits take long to gather, and how many of them must hold it */
const SAMPLE = 200;
const COMMON = 10;

/**
 * The submissions that hold the words; every one where nothing is looked for. Few of them are named by their ids: how
 * many hold a rare word PostgreSQL guesses many times too high, and would walk along the newest in vain.
 * @param few zero where more than the table of submissions is searched: ids from there alone would leave out the rest
 */
export async function holdingWords(
  ctx: SiteCtx,
  search: Search | null | undefined,
  few: number = FEW,
): Promise<Condition> {
  if (!search?.expression?.trim()) return sql<boolean>`true`;
  await keepWords(ctx);
  const wanted = await wantedBy(ctx, search);
  if (wanted === null) return sql<boolean>`false`;
  const holding = sql<boolean>`words @@ ${wanted}::tsquery`;
  const hits = few > 0 ? await fewHits(ctx, wanted, few) : null;
  // again by its words, which may have changed since; the ids unnested, so that their number does not speak for a walk
  return hits ? sql<boolean>`id = any(array(select unnest(${hits}::uuid[]))) and ${holding}` : holding;
}

/** Null when there are more. In the lane of what may be slow, like the search itself. */
async function fewHits(ctx: SiteCtx, wanted: string, few: number): Promise<string[] | null> {
  const { slow } = ctx.env.lanes;
  if ((await countSample(slow, ctx.site.id, wanted, SAMPLE)) >= COMMON) return null;
  const hits = await listHits(slow, ctx.site.id, wanted, few + 1);
  return hits.length > few ? null : hits;
}
