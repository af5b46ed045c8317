import type { bulkEndpoints } from '@portico/contract/data/bulk';
import type { Input } from '@portico/contract/endpoint';
import type { Answer } from '../../kernel/answer.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { openCollection, planWriteFilter } from '../collections/reach.ts';
import { withLinks } from '../links/save-links.ts';
import { settled } from '../schema-changes/settle.ts';
import { missing } from '../table/not-touched.ts';
import { deleteItems } from '../table/write-store.ts';
import { attempt, type Outcome } from '../values/outcome.ts';
import { assertItemId } from '../values/prepare.ts';
import { assertBulkSize, bulkAnswer } from './bulk-result.ts';

/** Removes up to 1,000 items by id; those that are not there, or not the caller's, are told apart from the rest. */
export async function bulkRemove(
  ctx: SiteCtx,
  { body }: Input<(typeof bulkEndpoints)['bulkRemoveItems']>,
): Promise<Answer> {
  assertBulkSize(body.dataItemIds, 'dataItemIds');
  const refusals = body.dataItemIds.map((id, i) => attempt(() => assertItemId(id, `dataItemIds[${i}]`)));
  const ids = body.dataItemIds.filter((_, i) => !refusals[i]);
  const reach = await openCollection(ctx, body, 'remove');
  const where = planWriteFilter(reach, body.condition);
  const answering = { answer: body.returnEntity ?? false };
  const removed = await withLinks(ctx, reach.collection, (ctx) =>
    settled(ctx, reach.collection, ids, (ctx) => deleteItems(ctx.db, reach, ids, where, answering)),
  );
  const done = new Map(removed.map((row) => [row.id, row]));
  const outcomes = body.dataItemIds.map((id, i): Outcome => {
    const refusal = refusals[i];
    if (refusal) return { id, error: refusal };
    const row = done.get(id);
    // Deleted from the map when told: named a second time, it is gone.
    done.delete(id);
    return row ?? { id, error: missing(reach, id) };
  });
  return bulkAnswer('DELETE', reach.collection.id, outcomes);
}
