import type { itemsEndpoints } from '@portico/contract/data/items';
import type { Input } from '@portico/contract/endpoint';
import type { Answer } from '../../kernel/answer.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { openCollection, planWriteFilter, stampOf } from '../collections/reach.ts';
import { withReferences } from '../links/include.ts';
import { NO_LINKS, sentLinks, withSavedLinks } from '../links/save-links.ts';
import { settled } from '../schema-changes/settle.ts';
import { notTouched } from '../table/not-touched.ts';
import { itemAnswer } from '../table/wire.ts';
import { updateItems } from '../table/write-store.ts';
import { prepareUpdate } from '../values/prepare.ts';
import { requireValid } from './require-valid.ts';

/** Replaces a whole item, where it matches the condition: fields that are not sent vanish, its maker and date stay. */
export async function updateItem(
  ctx: SiteCtx,
  { query, body }: Input<(typeof itemsEndpoints)['updateItem']>,
): Promise<Answer> {
  const reach = await openCollection(ctx, body, 'update');
  const { collection } = reach;
  const row = prepareUpdate(collection, named(body.dataItem, query.dataItemId), stampOf(ctx), reach);
  const where = planWriteFilter(reach, body.condition);
  await requireValid(ctx, reach, row, false);
  const links = body.saveReferences ? sentLinks(reach, body.dataItem.data ?? {}) : NO_LINKS;
  const updated = await withSavedLinks(ctx, reach, { id: row.id, links }, async (ctx) => {
    const [updated] = await settled(ctx, collection, [row.id], (ctx) =>
      updateItems(ctx.db, reach, [row], where, { answer: true }),
    );
    return updated;
  });
  if (!updated) throw await notTouched(ctx, reach, row.id, 'update');
  return itemAnswer(collection.id, await withReferences(ctx, reach, updated, body.includeReferencedItems));
}

/** The REST form names the item in the path; it must not contradict the body. */
function named<Item extends { id?: unknown }>(item: Item, id: string | undefined): Item {
  if (id === undefined) return item;
  if (item.id !== undefined && item.id !== id) {
    throw new AppError('WDE0080', { reason: 'dataItem.id and the id in the path differ', field: 'dataItem.id' });
  }
  return { ...item, id };
}
