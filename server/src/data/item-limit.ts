import { AppError } from '../kernel/app-error.ts';
import { createBoundedCache } from '../kernel/bounded-cache.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { limitsOf } from '../kernel/site-limits.ts';
import { countItemsOfSite } from './collections/item-count-store.ts';

/** How long a count is used; this process adds the items that it writes meanwhile. */
const COUNT_MS = 60_000;
/** How long the count of a full site is used, so that deleted items soon make space. */
const FULL_COUNT_MS = 5_000;

interface Count {
  readonly countedAt: number;
  items: number;
}

const counts = createBoundedCache<Count>(10_000);

/**
 * Runs `work`, which may add `added` items, unless the site would then have more than its limit. Sites without a limit
 * are not counted. Several processes together can exceed the limit by what they write within a minute.
 * @throws AppError WDE0091
 */
export async function withItemLimit<R>(ctx: SiteCtx, added: number, work: () => Promise<R>): Promise<R> {
  const { items: limit } = limitsOf(ctx);
  if (limit === null) return work();
  let count = counts.get(ctx.site.id);
  const age = count ? performance.now() - count.countedAt : Number.POSITIVE_INFINITY;
  const isFull = count !== undefined && count.items + added > limit;
  if (!count || age > (isFull ? FULL_COUNT_MS : COUNT_MS)) {
    const items = await countItemsOfSite(ctx.env.connectionPools.slow, ctx.site);
    count = { countedAt: performance.now(), items };
    counts.set(ctx.site.id, count);
  }
  if (count.items + added > limit) throw new AppError('WDE0091', { limit });
  const reserved = count;
  reserved.items += added;
  try {
    return await work();
  } catch (error) {
    // Threat: calls that are rejected, such as those without permission, use up the limit until the next count.
    reserved.items -= added;
    throw error;
  }
}
