import type { itemsEndpoints } from '@portico/contract/data/items';
import type { Input } from '@portico/contract/endpoint';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { HttpResponse } from '../../kernel/http-response.ts';
import { openCollection, stampOf } from '../collections/reach.ts';
import { withReferences } from '../links/include.ts';
import { NO_LINKS, readLinkedIds, writeWithLinks } from '../links/save-links.ts';
import { insertOne } from '../table/grouped-inserts.ts';
import { buildItemResponse } from '../table/wire.ts';
import { omitFromJson, prepareInsert } from '../values/prepare.ts';
import { requireValid } from './require-valid.ts';

/** Inserts an item. Of concurrent inserts with the same id, exactly one succeeds; the others fail with WDE0074. */
export async function insertItem(
  ctx: SiteCtx,
  { body }: Input<(typeof itemsEndpoints)['insertItem']>,
): Promise<HttpResponse> {
  const reach = await openCollection(ctx, body, 'insert');
  const { collection } = reach;
  const row = prepareInsert(collection, body.dataItem, stampOf(ctx), reach);
  await requireValid(ctx, reach, row, true);
  const links = body.saveReferences ? readLinkedIds(reach, body.dataItem.data ?? {}) : NO_LINKS;
  const inserted = await writeWithLinks(ctx, reach, { id: row.id, links }, (ctx) => insertOne(ctx, collection, row));
  if (!inserted) {
    throw new AppError('WDE0074', { itemId: row.id, collectionName: collection.id });
  }
  const item = { id: row.id, data: omitFromJson(reach.hidden, row) };
  return buildItemResponse(collection.id, await withReferences(ctx, reach, item, body.includeReferencedItems));
}
