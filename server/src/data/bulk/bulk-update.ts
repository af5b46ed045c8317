import type { bulkEndpoints } from '@portico/contract/data/bulk';
import type { Input } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { HttpResponse } from '../../kernel/http-response.ts';
import { openCollection, planWriteFilter, stampOf } from '../collections/reach.ts';
import { NO_ROW_LINKS, readRowLinks, writeRowsWithLinks } from '../links/bulk-links.ts';
import { withReshapedItems } from '../schema-changes/reshape-items.ts';
import { itemNotFound } from '../table/item-not-found.ts';
import { updateItems } from '../table/write-store.ts';
import { prepareUpdate } from '../values/prepare.ts';
import { assertBulkSize, bulkResponse } from './bulk-result.ts';
import { prepareAll, writeInRounds } from './bulk-rows.ts';

/**
 * Replaces up to 1,000 items that match the condition. An item that does not exist, does not match, or may not be
 * updated by the caller is reported as an error. Of two items with the same id, the later one wins.
 */
export async function bulkUpdate(
  ctx: SiteCtx,
  { body }: Input<(typeof bulkEndpoints)['bulkUpdateItems']>,
): Promise<HttpResponse> {
  assertBulkSize(body.dataItems, 'dataItems');
  const reach = await openCollection(ctx, body, 'update');
  const stamp = stampOf(ctx);
  planWriteFilter(reach, body.condition);
  const preparedRows = await prepareAll(
    ctx,
    reach,
    body.dataItems,
    (item, options) => prepareUpdate(reach.collection, item, stamp, options),
    (row) => ({ row, isNew: false }),
  );
  const links = body.saveReferences ? await readRowLinks(ctx, reach, body.dataItems, preparedRows) : NO_ROW_LINKS;
  const outcomes = await writeInRounds(ctx, preparedRows, async (rows) => {
    const reach = await openCollection(ctx, body, 'update');
    const where = planWriteFilter(reach, body.condition);
    const ids = rows.map(({ id }) => id);
    return writeRowsWithLinks(ctx, reach, links, rows, async (ctx) => {
      const updated = await withReshapedItems(ctx, reach.collection, ids, (ctx) =>
        updateItems(ctx.db, reach, rows, where, { returnItems: body.returnEntity ?? false }),
      );
      const done = new Map(updated.map((row) => [row.id, row]));
      return ids.map((id) => done.get(id) ?? { id, error: itemNotFound(reach, id) });
    });
  });
  return bulkResponse('UPDATE', reach.collection.id, outcomes);
}
