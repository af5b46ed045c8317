import type { itemsEndpoints } from '@portico/contract/data/items';
import type { Input } from '@portico/contract/endpoint';
import type { Answer } from '../../kernel/answer.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { notTouched } from './not-touched.ts';
import { open, rowsOf } from './open.ts';
import { assertItemId } from './prepare.ts';
import { itemAnswer } from './wire.ts';
import { deleteItem } from './write-store.ts';

type Endpoints = typeof itemsEndpoints;

/** Removes an item, where it matches the condition, and answers what it was. */
export async function removeItem(ctx: SiteCtx, { body }: Input<Endpoints['removeItem']>): Promise<Answer> {
  const reach = await open(ctx, body, 'remove');
  assertItemId(body.dataItemId);
  const removed = await deleteItem(ctx.db, reach, body.dataItemId, rowsOf(reach, body.condition));
  if (!removed) throw await notTouched(ctx, reach, body.dataItemId, 'remove');
  return itemAnswer(reach.collection.id, removed);
}

/** The same in its REST form. */
export const removeItemByPath = (ctx: SiteCtx, { query }: Input<Endpoints['removeItemByPath']>): Promise<Answer> =>
  removeItem(ctx, { query: {}, body: query });
