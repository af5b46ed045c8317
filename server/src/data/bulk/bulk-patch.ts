import type { bulkEndpoints } from '@portico/contract/data/bulk';
import type { Input } from '@portico/contract/endpoint';
import { transaction } from '../../db/index.ts';
import type { Answer } from '../../kernel/answer.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { openCollection, planWriteFilter } from '../collections/reach.ts';
import { modificationsOf, patchRows } from '../items/patch-rows.ts';
import { settle } from '../schema-changes/settle.ts';
import { lockItems } from '../table/write-store.ts';
import { attempt } from '../values/outcome.ts';
import { assertItemId } from '../values/prepare.ts';
import { assertBulkSize, bulkAnswer } from './bulk-result.ts';
import { inRounds } from './bulk-rows.ts';

/** Items of one transaction: they are in memory at once, up to 500 KB each. */
const MOST_AT_ONCE = 250;

/**
 * Changes named fields of up to 1,000 items where they match the condition; each whole or not at all, whatever becomes
 * of the others. Of two patches of one item the second is made on what the first left.
 */
export async function bulkPatch(
  ctx: SiteCtx,
  { body }: Input<(typeof bulkEndpoints)['bulkPatchItems']>,
): Promise<Answer> {
  assertBulkSize(body.patches, 'patches');
  const reach = await openCollection(ctx, body, 'update');
  planWriteFilter(reach, body.condition);
  const prepared = body.patches.map(({ dataItemId: id, fieldModifications }, i) =>
    attempt(() => {
      assertItemId(id, `patches[${i}].dataItemId`);
      const modifications = modificationsOf(reach, fieldModifications, `patches[${i}].fieldModifications`);
      return { id, modifications, at: `dataItems[${i}].data` };
    }),
  );
  const outcomes = await inRounds(
    ctx,
    prepared,
    async (patches) => {
      const reach = await openCollection(ctx, body, 'update');
      const where = planWriteFilter(reach, body.condition);
      const ids = patches.map(({ id }) => id);
      return transaction(ctx, async (ctx) => {
        await settle(ctx.db, reach.collection, ids);
        const held = await lockItems(ctx.db, reach, ids, where);
        return patchRows(ctx, reach, patches, held, { answer: body.returnEntity ?? false });
      });
    },
    MOST_AT_ONCE,
  );
  return bulkAnswer('PATCH', reach.collection.id, outcomes);
}
