/** The jobs that change or remove many items and keep what the items held, in the transaction of each batch. */

import { requireBulkEditor } from '../../collections/permissions.ts';
import { modificationsOf } from '../../items/patch-rows.ts';
import type { KindOfJob } from '../../jobs/worker.ts';
import { withLinks } from '../../links/save-links.ts';
import { planFilter } from '../../query/plan.ts';
import { UNRESTRICTED } from '../../query/scope.ts';
import { matchAll } from '../../query/tree.ts';
import { deleteItems } from '../../table/write-store.ts';
import type { ModificationInput } from '../../values/patch.ts';
import { changeNext } from '../change-by-filter.ts';
import { patchLocked } from '../patch-locked.ts';
import { keepFields, keepItems, keepWritten } from './kept-store.ts';
import { AT } from './plan.ts';
import { detailsOf } from './rules.ts';

/** The items of a batch are in memory at once, up to 500 KB each. */
const UPDATE_BATCH = { limit: 250, whole: true };
const REMOVE_BATCH = { limit: 250, whole: false };

/** An item that the new values do not fit, or that would not be valid, stays as it is and is not counted. */
export const updateItemsJob: KindOfJob = {
  work: (ctx, collection, job) =>
    changeNext(ctx, collection, job, 'update', UPDATE_BATCH, async (ctx, reach, rows) => {
      requireBulkEditor(ctx.caller, collection.id, 'update');
      const modifications = modificationsOf(reach, job.details.fieldModifications as ModificationInput[], AT);
      const { keys } = detailsOf(job);
      const items = { changeId: job.id, ids: rows.map(({ id }) => id) };
      await keepFields(ctx.db, collection, items, keys);
      const written = await patchLocked(ctx, reach, rows, modifications);
      await keepWritten(ctx.db, collection, items, keys, written);
      return written.size;
    }),
};

export const removeItemsJob: KindOfJob = {
  work: (ctx, collection, job) =>
    changeNext(ctx, collection, job, 'remove', REMOVE_BATCH, async (ctx, reach, rows) => {
      requireBulkEditor(ctx.caller, collection.id, 'remove');
      const ids = rows.map(({ id }) => id);
      await keepItems(ctx.db, collection, { changeId: job.id, ids });
      const removed = await withLinks(ctx, collection, (ctx) =>
        deleteItems(ctx.db, reach, ids, planFilter(matchAll, UNRESTRICTED)),
      );
      return removed.length;
    }),
};
