import type { itemsEndpoints } from '@portico/contract/data/items';
import type { Input } from '@portico/contract/endpoint';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { HttpResponse } from '../../kernel/http-response.ts';
import { openCollection, planWriteFilter, stampOf } from '../collections/reach.ts';
import { withReferences } from '../links/include.ts';
import { NO_LINKS, readLinkedIds, writeWithLinks } from '../links/save-links.ts';
import { withReshapedItems } from '../schema-changes/reshape-items.ts';
import { notFoundOrForbidden } from '../table/item-not-found.ts';
import { buildItemResponse } from '../table/wire.ts';
import { updateItems } from '../table/write-store.ts';
import { prepareUpdate } from '../values/prepare.ts';
import { requireValid } from './require-valid.ts';

/**
 * Replaces an item if it matches the condition. Fields that are missing in the request are removed, except owner and
 * creation date.
 */
export async function updateItem(
  ctx: SiteCtx,
  { query, body }: Input<(typeof itemsEndpoints)['updateItem']>,
): Promise<HttpResponse> {
  const reach = await openCollection(ctx, body, 'update');
  const { collection } = reach;
  const row = prepareUpdate(collection, withPathId(body.dataItem, query.dataItemId), stampOf(ctx), reach);
  const where = planWriteFilter(reach, body.condition);
  await requireValid(ctx, reach, row, false);
  const links = body.saveReferences ? readLinkedIds(reach, body.dataItem.data ?? {}) : NO_LINKS;
  const updated = await writeWithLinks(ctx, reach, { id: row.id, links }, async (ctx) => {
    const [updated] = await withReshapedItems(ctx, collection, [row.id], (ctx) =>
      updateItems(ctx.db, reach, [row], where, { returnItems: true }),
    );
    return updated;
  });
  if (!updated) throw await notFoundOrForbidden(ctx, reach, row.id, 'update');
  return buildItemResponse(collection.id, await withReferences(ctx, reach, updated, body.includeReferencedItems));
}

/** Adds the id from the path of a REST request. @throws AppError WDE0080 if the body has a different id */
function withPathId<Item extends { id?: unknown }>(item: Item, id: string | undefined): Item {
  if (id === undefined) return item;
  if (item.id !== undefined && item.id !== id) {
    throw new AppError('WDE0080', { reason: 'dataItem.id and the id in the path differ', field: 'dataItem.id' });
  }
  return { ...item, id };
}
