import type { collectionsEndpoints } from '@portico/contract/data/collections';
import type { Input, Output } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { loadCollection } from '../collections/cache.ts';
import { canSeeDefinition, canSeeFields, listHiddenFields, permissionDenied } from '../collections/permissions.ts';
import { collectionToVisitor, collectionToWire, pickParts } from './wire.ts';

type Endpoint = (typeof collectionsEndpoints)['getCollection'];

/**
 * Returns a collection: the full definition if the caller may see it, otherwise a reduced form for callers who may use
 * it.
 */
export async function getCollection(ctx: SiteCtx, { query }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const collection = await loadCollection(ctx, query.dataCollectionId);
  if (canSeeDefinition(ctx.caller)) return { collection: pickParts(collectionToWire(collection), query.fields) };
  if (!canSeeFields(ctx.caller, collection)) throw permissionDenied(collection.id, 'read');
  const hidden = listHiddenFields(ctx.caller, collection.fields);
  return { collection: pickParts(collectionToVisitor(collection, hidden), query.fields) };
}
