import type { bulkEndpoints } from '@portico/contract/data/bulk';
import type { Input, Output } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { openCollection } from '../collections/reach.ts';
import { modificationsOf } from '../items/patch-rows.ts';
import type { JobHandler } from '../jobs/worker.ts';
import type { ModificationInput } from '../values/patch.ts';
import { changeNextBatch, startChange } from './change-by-filter.ts';
import { patchLocked } from './patch-locked.ts';

type Endpoint = (typeof bulkEndpoints)['asyncPatchByFilter'];

const MODIFICATIONS = 'fieldModifications';
/** Limits a batch, because its items are in memory at the same time, up to 500 KB each. */
const BATCH = { limit: 250, includesData: true };

/** Starts a job that patches every matching item, and returns its id. */
export async function patchByFilter(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const reach = await openCollection(ctx, body, 'update');
  const { filter, fieldModifications } = body;
  modificationsOf(reach, fieldModifications, MODIFICATIONS);
  return { jobId: await startChange(ctx, reach, 'PATCH_BY_FILTER', filter, { fieldModifications }) };
}

/** Items that patchLocked cannot patch are left unchanged and not counted. */
export const patchByFilterJob: JobHandler = {
  runBatch: (ctx, collection, job) =>
    changeNextBatch(ctx, collection, job, 'update', BATCH, async (ctx, reach, rows) => {
      const modifications = modificationsOf(reach, job.details[MODIFICATIONS] as ModificationInput[], MODIFICATIONS);
      return (await patchLocked(ctx, reach, rows, modifications)).size;
    }),
};
