import { randomBytes } from 'node:crypto';
import type { collectionsEndpoints } from '@portico/contract/data/collections';
import type { Input, Output } from '@portico/contract/endpoint';
import { notifyChange } from '../../db/changes.ts';
import { violatesConstraint } from '../../db/errors.ts';
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { audit } from '../../sites/index.ts';
import { changeKey, evictCollection } from '../collections/cache.ts';
import type { Collection } from '../collections/collection.ts';
import { createItemTable } from '../collections/item-table-store.ts';
import { requireManager } from '../collections/permissions.ts';
import { insertCollection } from '../collections/store.ts';
import { applyDefinition } from './apply-definition.ts';
import { assertCollectionId, toDefinition } from './definition.ts';
import { collectionToWire } from './wire.ts';

type Endpoint = (typeof collectionsEndpoints)['createCollection'];

/** Creates a collection: its row and its item table in one transaction. */
export async function createCollection(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const { id } = body.collection;
  requireManager(ctx.caller, id, 'create');
  assertCollectionId(id);
  const definition = toDefinition(body.collection, id);
  const tableName = `items_${randomBytes(8).toString('hex')}`;
  try {
    const collection = await transaction(ctx, async (ctx): Promise<Collection> => {
      const inserted = await insertCollection(ctx.db, ctx.site, { id, tableName, definition, now: ctx.now });
      await createItemTable(ctx.db, ctx.site, tableName);
      const connected = await applyDefinition(ctx, null, inserted, []);
      await audit(ctx, { siteId: ctx.site.id, action: 'data.collections.create', target: id, after: definition });
      await notifyChange(ctx.db, 'collection', changeKey(ctx.site.id, id));
      return connected;
    });
    evictCollection(changeKey(ctx.site.id, id));
    return { collection: collectionToWire(collection) };
  } catch (error) {
    if (violatesConstraint(error, 'collections_pkey')) throw new AppError('WDE0104', { collectionName: id }, error);
    throw error;
  }
}
