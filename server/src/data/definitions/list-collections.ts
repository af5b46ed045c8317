import type { collectionsEndpoints } from '@portico/contract/data/collections';
import type { Input, Output } from '@portico/contract/endpoint';
import { dataLimits } from '@portico/domain';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { canSeeDefinition, permissionDenied } from '../collections/permissions.ts';
import * as store from '../collections/store.ts';
import { collectionToWire, pickParts } from './wire.ts';

type Endpoint = (typeof collectionsEndpoints)['listCollections'];

/** Lists the collections of the site, by default sorted by id. */
export async function listCollections(ctx: SiteCtx, { query }: Input<Endpoint>): Promise<Output<Endpoint>> {
  if (!canSeeDefinition(ctx.caller)) throw permissionDenied('*', 'read');
  const limit = query.paging?.limit ?? dataLimits.defaultPageSize;
  const offset = query.paging?.offset ?? 0;
  const { fieldName = 'id', order } = query.sort ?? {};
  const page = { sort: fieldName, descending: order === 'DESC', limit, offset };
  const collections = await store.listCollections(ctx.db, ctx.site, page);
  const total = await store.countCollections(ctx.db, ctx.site.id);
  return {
    collections: collections.map((collection) => pickParts(collectionToWire(collection), query.fields)),
    pagingMetadata: {
      count: collections.length,
      offset,
      total,
      tooManyToCount: false,
      hasNext: offset + collections.length < total,
    },
  };
}
