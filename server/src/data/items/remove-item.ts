import type { itemsEndpoints } from '@portico/contract/data/items';
import type { Input } from '@portico/contract/endpoint';
import type { Answer } from '../../kernel/answer.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { openCollection, planWriteFilter } from '../collections/reach.ts';
import { withLinks } from '../links/save-links.ts';
import { settled } from '../schema-changes/settle.ts';
import { notTouched } from '../table/not-touched.ts';
import { itemAnswer } from '../table/wire.ts';
import { deleteItem } from '../table/write-store.ts';
import { assertItemId } from '../values/prepare.ts';

type Endpoints = typeof itemsEndpoints;

/** Removes an item, where it matches the condition, and answers what it was. */
export async function removeItem(ctx: SiteCtx, { body }: Input<Endpoints['removeItem']>): Promise<Answer> {
  const id: unknown = body.dataItemId;
  const reach = await openCollection(ctx, body, 'remove');
  assertItemId(id);
  const where = planWriteFilter(reach, body.condition);
  const [removed] = await withLinks(ctx, reach.collection, (ctx) =>
    settled(ctx, reach.collection, [id], async (ctx) => {
      const row = await deleteItem(ctx.db, reach, id, where);
      return row ? [row] : [];
    }),
  );
  if (!removed) throw await notTouched(ctx, reach, id, 'remove');
  return itemAnswer(reach.collection.id, removed);
}

/** The same in its REST form. */
export const removeItemByPath = (ctx: SiteCtx, { query }: Input<Endpoints['removeItemByPath']>): Promise<Answer> =>
  removeItem(ctx, { query: {}, body: query });
