import type { bulkEndpoints } from '@portico/contract/data/bulk';
import type { Input, Output } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { openCollection } from '../collections/reach.ts';
import type { JobHandler } from '../jobs/worker.ts';
import { removeWithLinks } from '../links/save-links.ts';
import { planFilter } from '../query/plan.ts';
import { UNRESTRICTED } from '../query/scope.ts';
import { matchAll } from '../query/tree.ts';
import { deleteItems } from '../table/write-store.ts';
import { changeNextBatch, startChange } from './change-by-filter.ts';

type Endpoint = (typeof bulkEndpoints)['asyncRemoveByFilter'];

const BATCH = { limit: 500, includesData: false };

/** Starts a job that removes every matching item, and returns its id. */
export async function removeByFilter(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const reach = await openCollection(ctx, body, 'remove');
  return { jobId: await startChange(ctx, reach, 'REMOVE_BY_FILTER', body.filter) };
}

export const removeByFilterJob: JobHandler = {
  runBatch: (ctx, collection, job) =>
    changeNextBatch(ctx, collection, job, 'remove', BATCH, async (ctx, reach, rows) => {
      const ids = rows.map(({ id }) => id);
      const removed = await removeWithLinks(ctx, collection, (ctx) =>
        deleteItems(ctx.db, reach, ids, planFilter(matchAll, UNRESTRICTED)),
      );
      return removed.length;
    }),
};
