import type { bulkEndpoints } from '@portico/contract/data/bulk';
import type { Input } from '@portico/contract/endpoint';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { assertBulkSize, attempt, type BulkResult, bulkResult } from './bulk-result.ts';
import { open, rowsOf } from './open.ts';
import { assertItemId } from './prepare.ts';
import { deleteItems } from './write-store.ts';

/** Removes up to 1,000 items by id; those that are not there, or not the caller's, are told apart from the rest. */
export async function bulkRemove(
  ctx: SiteCtx,
  { body }: Input<(typeof bulkEndpoints)['bulkRemoveItems']>,
): Promise<BulkResult> {
  assertBulkSize(body.dataItemIds, 'dataItemIds');
  const reach = await open(ctx, body, 'remove');
  const rows = rowsOf(reach, body.condition);
  const refusals = body.dataItemIds.map((id) => attempt(() => assertItemId(id)));
  const ids = body.dataItemIds.filter((_, i) => !refusals[i]);
  const removed = await deleteItems(ctx.db, reach, ids, rows);
  const outcomes = body.dataItemIds.map((id, i) => {
    const refusal = refusals[i];
    if (refusal) return { id, error: refusal };
    if (removed.delete(id)) return { id };
    return { id, error: new AppError('WDE0073', { itemId: id, collectionName: reach.collection.id }) };
  });
  return bulkResult('DELETE', outcomes);
}
