import type { itemsEndpoints } from '@portico/contract/data/items';
import type { Input } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { HttpResponse } from '../../kernel/http-response.ts';
import { stampOf } from '../collections/reach.ts';
import { withReferences } from '../links/include.ts';
import { NO_LINKS, readLinkedIds, writeWithLinks } from '../links/save-links.ts';
import { buildItemResponse } from '../table/wire.ts';
import type { Outcome } from '../values/outcome.ts';
import { prepareSave } from '../values/prepare.ts';
import { requireValid } from './require-valid.ts';
import { openForSave, saveRows } from './save-rows.ts';

/**
 * Inserts the item, or replaces the item with its id. The caller needs permission to insert or to update, depending on
 * whether the id exists (data contract section 7.4).
 */
export async function saveItem(
  ctx: SiteCtx,
  { body }: Input<(typeof itemsEndpoints)['saveItem']>,
): Promise<HttpResponse> {
  const reach = await openForSave(ctx, body);
  const { collection } = reach;
  const row = prepareSave(collection, body.dataItem, stampOf(ctx), reach);
  await requireValid(ctx, reach, row.insert, true);
  const links = body.saveReferences ? readLinkedIds(reach, body.dataItem.data ?? {}) : NO_LINKS;
  const savedItem = await writeWithLinks(ctx, reach, { id: row.insert.id, links }, async (ctx) => {
    const [savedItem] = await saveRows(ctx, collection, [row], { returnItems: true });
    const { error, ...done } = savedItem as Outcome;
    if (error) throw error;
    return done;
  });
  const item = { id: row.insert.id, data: savedItem.data ?? '' };
  return buildItemResponse(collection.id, await withReferences(ctx, reach, item, body.includeReferencedItems), {
    action: savedItem.action === 'INSERT' ? 'INSERTED' : 'UPDATED',
  });
}
