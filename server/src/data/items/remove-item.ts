import type { itemsEndpoints } from '@portico/contract/data/items';
import type { Input } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { HttpResponse } from '../../kernel/http-response.ts';
import { openCollection, planWriteFilter } from '../collections/reach.ts';
import { removeWithLinks } from '../links/save-links.ts';
import { withReshapedItems } from '../schema-changes/reshape-items.ts';
import { notFoundOrForbidden } from '../table/item-not-found.ts';
import { buildItemResponse } from '../table/wire.ts';
import { deleteItem } from '../table/write-store.ts';
import { assertItemId } from '../values/prepare.ts';

type Endpoints = typeof itemsEndpoints;

/** Removes an item if it matches the condition, and returns it. */
export async function removeItem(ctx: SiteCtx, { body }: Input<Endpoints['removeItem']>): Promise<HttpResponse> {
  const id: unknown = body.dataItemId;
  const reach = await openCollection(ctx, body, 'remove');
  assertItemId(id);
  const where = planWriteFilter(reach, body.condition);
  const [removed] = await removeWithLinks(ctx, reach.collection, (ctx) =>
    withReshapedItems(ctx, reach.collection, [id], async (ctx) => {
      const row = await deleteItem(ctx.db, reach, id, where);
      return row ? [row] : [];
    }),
  );
  if (!removed) throw await notFoundOrForbidden(ctx, reach, id, 'remove');
  return buildItemResponse(reach.collection.id, removed);
}

/** Removes an item like removeItem, with the parameters of the REST endpoint. */
export const removeItemByPath = (
  ctx: SiteCtx,
  { query }: Input<Endpoints['removeItemByPath']>,
): Promise<HttpResponse> => removeItem(ctx, { query: {}, body: query });
