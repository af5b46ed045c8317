import type { bulkEndpoints } from '@portico/contract/data/bulk';
import type { Input } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { HttpResponse } from '../../kernel/http-response.ts';
import { openCollection, planWriteFilter } from '../collections/reach.ts';
import { removeWithLinks } from '../links/save-links.ts';
import { withReshapedItems } from '../schema-changes/reshape-items.ts';
import { itemNotFound } from '../table/item-not-found.ts';
import { deleteItems } from '../table/write-store.ts';
import { attempt, type Outcome } from '../values/outcome.ts';
import { assertItemId } from '../values/prepare.ts';
import { assertBulkSize, bulkResponse } from './bulk-result.ts';

/** Removes up to 1,000 items by id. Items that do not exist or that the caller may not remove are reported as errors. */
export async function bulkRemove(
  ctx: SiteCtx,
  { body }: Input<(typeof bulkEndpoints)['bulkRemoveItems']>,
): Promise<HttpResponse> {
  assertBulkSize(body.dataItemIds, 'dataItemIds');
  const rejections = body.dataItemIds.map((id, i) => attempt(() => assertItemId(id, `dataItemIds[${i}]`)));
  const ids = body.dataItemIds.filter((_, i) => !rejections[i]);
  const reach = await openCollection(ctx, body, 'remove');
  const where = planWriteFilter(reach, body.condition);
  const options = { returnItems: body.returnEntity ?? false };
  const removedRows = await removeWithLinks(ctx, reach.collection, (ctx) =>
    withReshapedItems(ctx, reach.collection, ids, (ctx) => deleteItems(ctx.db, reach, ids, where, options)),
  );
  const done = new Map(removedRows.map((row) => [row.id, row]));
  const outcomes = body.dataItemIds.map((id, i): Outcome => {
    const rejection = rejections[i];
    if (rejection) return { id, error: rejection };
    const row = done.get(id);
    // An id that occurs twice is removed by its first occurrence; the second one reports that it does not exist.
    done.delete(id);
    return row ?? { id, error: itemNotFound(reach, id) };
  });
  return bulkResponse('DELETE', reach.collection.id, outcomes);
}
