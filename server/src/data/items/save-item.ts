import type { itemsEndpoints } from '@portico/contract/data/items';
import type { Input } from '@portico/contract/endpoint';
import type { Answer } from '../../kernel/answer.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { loadCollection } from '../collections/cache.ts';
import type { Outcome } from './bulk-result.ts';
import { reachInto, stampOf } from './open.ts';
import { prepareSave } from './prepare.ts';
import { requireValid } from './require-valid.ts';
import { saveRows } from './save-rows.ts';
import { itemAnswer } from './wire.ts';

/** Inserts the item, or replaces the one with its id; it takes the right to do what then happens (data contract 7.4). */
export async function saveItem(ctx: SiteCtx, { body }: Input<(typeof itemsEndpoints)['saveItem']>): Promise<Answer> {
  if (body.environment === 'SANDBOX') throw new AppError('WDE0179');
  const collection = await loadCollection(ctx, body.dataCollectionId);
  const reach = reachInto(ctx, collection, null);
  const row = prepareSave(collection, body.dataItem, stampOf(ctx), reach);
  await requireValid(ctx, reach, row.insert, true);
  const [saved] = await saveRows(ctx, collection, [row], { answer: true });
  const { error, action, data = '' } = saved as Outcome;
  if (error) throw error;
  return itemAnswer(
    collection.id,
    { id: row.insert.id, data },
    { action: action === 'INSERT' ? 'INSERTED' : 'UPDATED' },
  );
}
