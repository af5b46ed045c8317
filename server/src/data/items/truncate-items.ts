import type { itemsEndpoints } from '@portico/contract/data/items';
import type { Input, Output } from '@portico/contract/endpoint';
import { transaction } from '../../db/index.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { audit } from '../../sites/index.ts';
import { ownsEverything, refused } from '../collections/permissions.ts';
import { open } from '../collections/reach.ts';
import { clearAllLinks } from '../links/save-links.ts';
import { deleteWords } from '../search/store.ts';
import { lockTable, truncateItems as truncate } from '../table/write-store.ts';

type Endpoint = (typeof itemsEndpoints)['truncateItems'];

/** Removes every item; for those who own everything, whatever the collection's levels say. */
export async function truncateItems(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const { collection } = await open(ctx, body, 'remove');
  if (!ownsEverything(ctx.caller)) throw refused(collection.id, 'remove');
  await transaction(ctx, async (ctx) => {
    await lockTable(ctx.db, collection);
    await truncate(ctx.db, collection);
    await clearAllLinks(ctx, collection);
    await deleteWords(ctx.db, collection);
    await audit(ctx, { siteId: ctx.site.id, action: 'data.items.truncate', target: collection.id });
  });
  return {};
}
