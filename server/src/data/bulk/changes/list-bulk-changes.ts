import type { bulkChangesEndpoints } from '@portico/contract/data/bulk-changes';
import type { Input, Output } from '@portico/contract/endpoint';
import { dataLimits } from '@portico/domain';
import type { SiteCtx } from '../../../kernel/ctx.ts';
import { loadCollection } from '../../collections/cache.ts';
import { canSeeDefinition, permissionDenied } from '../../collections/permissions.ts';
import { countBulkChanges, listBulkChanges as list } from './store.ts';
import { bulkChangeToWire } from './wire.ts';

type Endpoint = (typeof bulkChangesEndpoints)['listBulkChanges'];

/** The bulk changes of a collection, the newest first, for the people who work on the site. */
export async function listBulkChanges(ctx: SiteCtx, { query }: Input<Endpoint>): Promise<Output<Endpoint>> {
  if (!canSeeDefinition(ctx.caller)) throw permissionDenied(query.dataCollectionId, 'read');
  const collection = await loadCollection(ctx, query.dataCollectionId);
  const { limit = dataLimits.defaultPageSize, offset = 0 } = query.paging ?? {};
  const changes = await list(ctx.db, collection, { limit, offset });
  const total = await countBulkChanges(ctx.db, collection);
  return {
    bulkChanges: changes.map((change) => bulkChangeToWire(change, ctx.now)),
    pagingMetadata: {
      count: changes.length,
      offset,
      total,
      tooManyToCount: false,
      hasNext: offset + changes.length < total,
    },
  };
}
