import type { bulkEndpoints } from '@portico/contract/data/bulk';
import type { Input, Output } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { openCollection } from '../collections/reach.ts';
import { modificationsOf } from '../items/patch-rows.ts';
import type { KindOfJob } from '../jobs/worker.ts';
import type { ModificationInput } from '../values/patch.ts';
import { changeNext, startChange } from './change-by-filter.ts';
import { patchLocked } from './patch-locked.ts';

type Endpoint = (typeof bulkEndpoints)['asyncPatchByFilter'];

const AT = 'fieldModifications';
/** Items of a stretch are in memory at once, up to 500 KB each. */
const STRETCH = { limit: 250, whole: true };

/** Begins to change named fields of every item that matches; answers the id under which its progress can be asked. */
export async function patchByFilter(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const reach = await openCollection(ctx, body, 'update');
  const { filter, fieldModifications } = body;
  modificationsOf(reach, fieldModifications, AT);
  return { jobId: await startChange(ctx, reach, 'PATCH_BY_FILTER', filter, { fieldModifications }) };
}

/** An item that the patch does not fit, or that would not be valid, stays as it is and does not count. */
export const patchByFilterJob: KindOfJob = {
  work: (ctx, collection, job) =>
    changeNext(ctx, collection, job, 'update', STRETCH, async (ctx, reach, rows) => {
      const modifications = modificationsOf(reach, job.details[AT] as ModificationInput[], AT);
      return (await patchLocked(ctx, reach, rows, modifications)).size;
    }),
};
