import type { collectionsEndpoints } from '@portico/contract/data/collections';
import type { Input, Output } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { changeDefinition } from './change-definition.ts';
import { patchedDefinition, toDefinition } from './definition.ts';
import { collectionToWire } from './wire.ts';

type Endpoints = Pick<typeof collectionsEndpoints, 'updateCollection' | 'patchCollection'>;

/** Replaces the definition. The revision that was read comes back with it, so that no change of another is lost. */
export async function updateCollection(
  ctx: SiteCtx,
  { body }: Input<Endpoints['updateCollection']>,
): Promise<Output<Endpoints['updateCollection']>> {
  const { id, revision = null } = body.collection;
  const collection = await changeDefinition(ctx, id, { revision }, (before) =>
    toDefinition(body.collection, id, before),
  );
  return { collection: collectionToWire(collection) };
}

/** Changes the parts that are sent; a revision is held against the current one where it is sent. */
export async function patchCollection(
  ctx: SiteCtx,
  { query, body }: Input<Endpoints['patchCollection']>,
): Promise<Output<Endpoints['patchCollection']>> {
  const { revision } = body.dataCollection;
  const collection = await changeDefinition(ctx, query.dataCollectionId, { revision }, (before) =>
    patchedDefinition(body.dataCollection, before),
  );
  return { dataCollection: collectionToWire(collection) };
}
