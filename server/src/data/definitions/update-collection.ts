import type { collectionsEndpoints } from '@portico/contract/data/collections';
import type { Input, Output } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { changeDefinition } from './change-definition.ts';
import { patchDefinition, toDefinition } from './definition.ts';
import { collectionToWire } from './wire.ts';

type Endpoints = Pick<typeof collectionsEndpoints, 'updateCollection' | 'patchCollection'>;

/** Replaces the definition. The request must contain the current revision, so that concurrent changes are not lost. */
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

/** Changes the properties that the request contains. If it contains a revision, it must be the current one. */
export async function patchCollection(
  ctx: SiteCtx,
  { query, body }: Input<Endpoints['patchCollection']>,
): Promise<Output<Endpoints['patchCollection']>> {
  const { revision } = body.dataCollection;
  const collection = await changeDefinition(ctx, query.dataCollectionId, { revision }, (before) =>
    patchDefinition(body.dataCollection, before),
  );
  return { dataCollection: collectionToWire(collection) };
}
