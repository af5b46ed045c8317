import type { collectionsEndpoints } from '@portico/contract/data/collections';
import type { Input, Output } from '@portico/contract/endpoint';
import { notifyChange } from '../../db/changes.ts';
import { transaction } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { audit } from '../../sites/index.ts';
import { requireManager } from '../permissions.ts';
import { isStorable } from '../query/text.ts';
import { changeKey, forget } from './cache.ts';
import * as store from './store.ts';

type Endpoint = (typeof collectionsEndpoints)['deleteCollection'];

/** Deletes a collection with all its items. */
export async function deleteCollection(ctx: SiteCtx, { query }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const id = query.dataCollectionId;
  requireManager(ctx.caller, id, 'delete');
  await transaction(ctx, async (ctx) => {
    const deleted = isStorable(id) ? await store.deleteCollection(ctx.db, ctx.site, id) : undefined;
    if (!deleted) throw new AppError('WDE0025', { collectionName: id });
    await store.dropItemTable(ctx.db, deleted);
    await audit(ctx, { siteId: ctx.site.id, action: 'data.collections.delete', target: id, before: deleted });
    await notifyChange(ctx.db, 'collection', changeKey(ctx.site.id, id));
  });
  forget(changeKey(ctx.site.id, id));
  return {};
}
