import type { bulkEndpoints } from '@portico/contract/data/bulk';
import type { Input } from '@portico/contract/endpoint';
import type { Answer } from '../../kernel/answer.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { openCollection, planWriteFilter, stampOf } from '../collections/reach.ts';
import { linksOfItems, NO_ROW_LINKS, withRowLinks } from '../links/bulk-links.ts';
import { settled } from '../schema-changes/settle.ts';
import { missing } from '../table/not-touched.ts';
import { updateItems } from '../table/write-store.ts';
import { prepareUpdate } from '../values/prepare.ts';
import { assertBulkSize, bulkAnswer } from './bulk-result.ts';
import { inRounds, prepareAll } from './bulk-rows.ts';

/**
 * Replaces up to 1,000 items where they match the condition. Those that are not there, do not match or are not the
 * caller's are told apart from the rest. Of two with one id the later one stays.
 */
export async function bulkUpdate(
  ctx: SiteCtx,
  { body }: Input<(typeof bulkEndpoints)['bulkUpdateItems']>,
): Promise<Answer> {
  assertBulkSize(body.dataItems, 'dataItems');
  const reach = await openCollection(ctx, body, 'update');
  const stamp = stampOf(ctx);
  planWriteFilter(reach, body.condition);
  const prepared = await prepareAll(
    ctx,
    reach,
    body.dataItems,
    (item, manner) => prepareUpdate(reach.collection, item, stamp, manner),
    (row) => ({ row, isNew: false }),
  );
  const links = body.saveReferences ? await linksOfItems(ctx, reach, body.dataItems, prepared) : NO_ROW_LINKS;
  const outcomes = await inRounds(ctx, prepared, async (rows) => {
    const reach = await openCollection(ctx, body, 'update');
    const where = planWriteFilter(reach, body.condition);
    const ids = rows.map(({ id }) => id);
    return withRowLinks(ctx, reach, links, rows, async (ctx) => {
      const updated = await settled(ctx, reach.collection, ids, (ctx) =>
        updateItems(ctx.db, reach, rows, where, { answer: body.returnEntity ?? false }),
      );
      const done = new Map(updated.map((row) => [row.id, row]));
      return ids.map((id) => done.get(id) ?? { id, error: missing(reach, id) });
    });
  });
  return bulkAnswer('UPDATE', reach.collection.id, outcomes);
}
