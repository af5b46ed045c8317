import type { collectionsEndpoints } from '@portico/contract/data/collections';
import type { Input, Output } from '@portico/contract/endpoint';
import { notifyChange } from '../../db/changes.ts';
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { audit } from '../../sites/index.ts';
import { requireManager } from '../permissions.ts';
import { changeKey, forget } from './cache.ts';
import { assertCollectionId, type Collection, toDefinition } from './collection.ts';
import * as store from './store.ts';
import { collectionToWire } from './wire.ts';

type Endpoint = (typeof collectionsEndpoints)['updateCollection'];

/** Replaces the definition. The revision that was read comes back with it, so that no change of another is lost. */
export async function updateCollection(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const { id, revision } = body.collection;
  requireManager(ctx.caller, id, 'update');
  assertCollectionId(id);
  const collection = await transaction(ctx, async (ctx): Promise<Collection> => {
    const before = await store.findCollection(ctx.db, ctx.site, id);
    if (!before) throw new AppError('WDE0025', { collectionName: id });
    const definition = toDefinition(body.collection, id, before);
    const change = { id, revision: before.revision, definition, now: ctx.now };
    const isCurrent = revision === String(before.revision);
    // The revision stands in the update as well: of two that read the same one, the second finds no row.
    const after = isCurrent ? await store.updateCollection(ctx.db, ctx.site, change) : undefined;
    if (!after) throw new AppError('WDE0178', { collectionName: id, revision: String(before.revision) });
    await audit(ctx, { siteId: ctx.site.id, action: 'data.collections.update', target: id, before, after: definition });
    await notifyChange(ctx.db, 'collection', changeKey(ctx.site.id, id));
    return after;
  });
  forget(changeKey(ctx.site.id, id));
  return { collection: collectionToWire(collection) };
}
