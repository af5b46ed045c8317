import type { indexesEndpoints } from '@portico/contract/data/indexes';
import type { Input, Output } from '@portico/contract/endpoint';
import { dataLimits } from '@portico/domain';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { loadCollection } from '../collections/cache.ts';
import { requireManager } from '../collections/permissions.ts';
import { countRemainingIndexes } from './rules.ts';
import { indexToWire, systemIndexes } from './wire.ts';

type List = (typeof indexesEndpoints)['listIndexes'];
type Available = (typeof indexesEndpoints)['listAvailableIndexes'];

/** Lists the indexes of a collection: system indexes first, the others in order of creation. */
export async function listIndexes(ctx: SiteCtx, { query }: Input<List>): Promise<Output<List>> {
  requireManager(ctx.caller, query.dataCollectionId, 'listIndexes');
  const { layout } = await loadCollection(ctx, query.dataCollectionId);
  const all = [...systemIndexes, ...layout.indexes];
  const { limit = dataLimits.pageSize, offset = 0 } = query.paging ?? {};
  const page = all.slice(offset, offset + limit);
  return {
    indexes: page.map((index) => indexToWire(index, layout)),
    pagingMetadata: {
      count: page.length,
      offset,
      total: all.length,
      tooManyToCount: false,
      hasNext: offset + page.length < all.length,
    },
  };
}

/** Returns how many more indexes of each kind the collection can have. */
export async function listAvailableIndexes(ctx: SiteCtx, { query }: Input<Available>): Promise<Output<Available>> {
  requireManager(ctx.caller, query.dataCollectionId, 'listIndexes');
  const { regular, unique } = countRemainingIndexes((await loadCollection(ctx, query.dataCollectionId)).layout.indexes);
  return { regular1Field: regular, regular3Field: regular, unique1Field: unique, total: regular + unique };
}
