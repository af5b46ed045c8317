import type { bulkEndpoints } from '@portico/contract/data/bulk';
import type { Input } from '@portico/contract/endpoint';
import { transaction } from '../../db/index.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { HttpResponse } from '../../kernel/http-response.ts';
import { openCollection, planWriteFilter } from '../collections/reach.ts';
import { modificationsOf, patchRows } from '../items/patch-rows.ts';
import { reshapeItems } from '../schema-changes/reshape-items.ts';
import { lockItems } from '../table/write-store.ts';
import { attempt } from '../values/outcome.ts';
import { assertItemId } from '../values/prepare.ts';
import { assertBulkSize, bulkResponse } from './bulk-result.ts';
import { writeInRounds } from './bulk-rows.ts';

/** Maximum number of items per transaction. All of them are in memory at the same time, up to 500 KB each. */
const BATCH_SIZE = 250;

/**
 * Patches up to 1,000 items that match the condition. Each patch is atomic and independent of the others. A second patch
 * of the same item is applied to the result of the first.
 */
export async function bulkPatch(
  ctx: SiteCtx,
  { body }: Input<(typeof bulkEndpoints)['bulkPatchItems']>,
): Promise<HttpResponse> {
  assertBulkSize(body.patches, 'patches');
  const reach = await openCollection(ctx, body, 'update');
  planWriteFilter(reach, body.condition);
  const preparedPatches = body.patches.map(({ dataItemId: id, fieldModifications }, i) =>
    attempt(() => {
      assertItemId(id, `patches[${i}].dataItemId`);
      const modifications = modificationsOf(reach, fieldModifications, `patches[${i}].fieldModifications`);
      return { id, modifications, at: `dataItems[${i}].data` };
    }),
  );
  const outcomes = await writeInRounds(
    ctx,
    preparedPatches,
    async (patches) => {
      const reach = await openCollection(ctx, body, 'update');
      const where = planWriteFilter(reach, body.condition);
      const ids = patches.map(({ id }) => id);
      return transaction(ctx, async (ctx) => {
        await reshapeItems(ctx.db, reach.collection, ids);
        const locked = await lockItems(ctx.db, reach, ids, where);
        return patchRows(ctx, reach, patches, locked, { returnItems: body.returnEntity ?? false });
      });
    },
    BATCH_SIZE,
  );
  return bulkResponse('PATCH', reach.collection.id, outcomes);
}
