import type { collectionsEndpoints } from '@portico/contract/data/collections';
import type { Input, Output } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../../kernel/ctx.ts';
import { audit } from '../../../sites/index.ts';
import { definitionOf } from '../../collections/collection.ts';
import { moveToDeleted } from '../../collections/deleted-store.ts';
import { requireManager } from '../../collections/permissions.ts';
import { stopJobs } from '../../jobs/store.ts';
import { withCollectionLock } from '../change-definition.ts';

type Endpoint = (typeof collectionsEndpoints)['deleteCollection'];

/** Deletes a collection. It can be restored with all its items for 30 days. Its id can be reused immediately. */
export async function deleteCollection(ctx: SiteCtx, { query }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const id = query.dataCollectionId;
  requireManager(ctx.caller, id, 'delete');
  await withCollectionLock(ctx, id, async (ctx, collection) => {
    await moveToDeleted(ctx.db, ctx.site, id, ctx.now);
    await stopJobs(ctx.db, collection);
    const entry = { siteId: ctx.site.id, action: 'data.collections.delete', target: id };
    await audit(ctx, { ...entry, before: definitionOf(collection) });
  });
  return {};
}
