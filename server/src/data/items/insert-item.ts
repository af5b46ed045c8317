import type { itemsEndpoints } from '@portico/contract/data/items';
import type { Input } from '@portico/contract/endpoint';
import type { Answer } from '../../kernel/answer.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { openCollection, stampOf } from '../collections/reach.ts';
import { withReferences } from '../links/include.ts';
import { NO_LINKS, sentLinks, withSavedLinks } from '../links/save-links.ts';
import { insertOne } from '../table/grouped-inserts.ts';
import { itemAnswer } from '../table/wire.ts';
import { jsonWithout, prepareInsert } from '../values/prepare.ts';
import { requireValid } from './require-valid.ts';

/** Adds an item. Of many that race for one id, exactly one wins; the others get WDE0074. */
export async function insertItem(
  ctx: SiteCtx,
  { body }: Input<(typeof itemsEndpoints)['insertItem']>,
): Promise<Answer> {
  const reach = await openCollection(ctx, body, 'insert');
  const { collection } = reach;
  const row = prepareInsert(collection, body.dataItem, stampOf(ctx), reach);
  await requireValid(ctx, reach, row, true);
  const links = body.saveReferences ? sentLinks(reach, body.dataItem.data ?? {}) : NO_LINKS;
  const inserted = await withSavedLinks(ctx, reach, { id: row.id, links }, (ctx) => insertOne(ctx, collection, row));
  if (!inserted) {
    throw new AppError('WDE0074', { itemId: row.id, collectionName: collection.id });
  }
  const item = { id: row.id, data: jsonWithout(reach.hidden, row) };
  return itemAnswer(collection.id, await withReferences(ctx, reach, item, body.includeReferencedItems));
}
