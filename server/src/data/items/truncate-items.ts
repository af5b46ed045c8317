import type { itemsEndpoints } from '@portico/contract/data/items';
import type { Input, Output } from '@portico/contract/endpoint';
import { isCatalogConflict } from '../../db/errors.ts';
import { transaction } from '../../db/index.ts';
import { deleteWords } from '../../full-text/word-store.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { audit } from '../../sites/index.ts';
import { hasFullItemAccess, permissionDenied } from '../collections/permissions.ts';
import { openCollection } from '../collections/reach.ts';
import { clearAllLinks } from '../links/save-links.ts';
import { itemIndex } from '../search/index-items.ts';
import { lockTable, truncateItems as truncate } from '../table/write-store.ts';

type Endpoint = (typeof itemsEndpoints)['truncateItems'];

/**
 * Removes all items. Requires full access to the site's items (hasFullItemAccess), regardless of the collection's
 * permissions.
 */
export async function truncateItems(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const { collection } = await openCollection(ctx, body, 'remove');
  if (!hasFullItemAccess(ctx.caller)) throw permissionDenied(collection.id, 'remove');
  const truncateOnce = () =>
    transaction(ctx, async (ctx) => {
      await lockTable(ctx.db, collection);
      await truncate(ctx.db, collection);
      await clearAllLinks(ctx, collection);
      await deleteWords(ctx.db, itemIndex(ctx, collection).words);
      await audit(ctx, { siteId: ctx.site.id, action: 'data.items.truncate', target: collection.id });
    });
  await truncateOnce().catch((error: unknown) => {
    if (!isCatalogConflict(error)) throw error;
    return truncateOnce();
  });
  return {};
}
