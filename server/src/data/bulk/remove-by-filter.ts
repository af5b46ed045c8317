import type { bulkEndpoints } from '@portico/contract/data/bulk';
import type { Input, Output } from '@portico/contract/endpoint';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { openCollection } from '../collections/reach.ts';
import type { KindOfJob } from '../jobs/worker.ts';
import { withLinks } from '../links/save-links.ts';
import { planFilter } from '../query/plan.ts';
import { UNRESTRICTED } from '../query/scope.ts';
import { matchAll } from '../query/tree.ts';
import { deleteItems } from '../table/write-store.ts';
import { changeNext, startChange } from './change-by-filter.ts';

type Endpoint = (typeof bulkEndpoints)['asyncRemoveByFilter'];

const STRETCH = { limit: 500, whole: false };

/** Begins to remove every item that matches; answers the id under which its progress can be asked. */
export async function removeByFilter(ctx: SiteCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const reach = await openCollection(ctx, body, 'remove');
  return { jobId: await startChange(ctx, reach, 'REMOVE_BY_FILTER', body.filter) };
}

export const removeByFilterJob: KindOfJob = {
  work: (ctx, collection, job) =>
    changeNext(ctx, collection, job, 'remove', STRETCH, async (ctx, reach, rows) => {
      const ids = rows.map(({ id }) => id);
      const removed = await withLinks(ctx, collection, (ctx) =>
        deleteItems(ctx.db, reach, ids, planFilter(matchAll, UNRESTRICTED)),
      );
      return removed.length;
    }),
};
