import { dataLimits } from '@portico/domain';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { itemReads } from '../collections/item-reads.ts';
import type { Reach } from '../collections/reach.ts';
import type { Total } from '../query/page.ts';
import type { FilterTarget } from '../query/scope.ts';
import type { Filter } from '../query/tree.ts';
import { countItems } from '../table/read-store.ts';

/** Counts the matching items, up to a bound. */
export async function countTotal(ctx: SiteCtx, reach: Reach, filter: Filter<FilterTarget>): Promise<Total> {
  const bound = dataLimits.totalCount;
  const count = await countItems(itemReads(ctx, reach.collection).db, reach, filter, bound + 1);
  return { count, exceedsBound: count > bound };
}
