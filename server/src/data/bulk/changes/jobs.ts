/** The jobs that update or remove many items. Each batch saves the previous values of its items in its transaction. */

import { requireBulkEditor } from '../../collections/permissions.ts';
import { modificationsOf } from '../../items/patch-rows.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { removeWithLinks } from '../../links/save-links.ts';
import { planFilter } from '../../query/plan.ts';
import { UNRESTRICTED } from '../../query/scope.ts';
import { matchAll } from '../../query/tree.ts';
import { deleteItems } from '../../table/write-store.ts';
import type { ModificationInput } from '../../values/patch.ts';
import { changeNextBatch } from '../change-by-filter.ts';
import { patchLocked } from '../patch-locked.ts';
import { MODIFICATIONS_PATH } from './plan.ts';
import { savePreviousFields, saveRemovedItems, saveWrittenFields } from './previous-values-store.ts';
import { detailsOf } from './undo-rules.ts';

/** Limits a batch, because its items are in memory at the same time, up to 500 KB each. */
const UPDATE_BATCH = { limit: 250, includesData: true };
const REMOVE_BATCH = { limit: 250, includesData: false };

/** Items that patchLocked cannot patch are left unchanged and not counted. */
export const updateItemsJob: JobHandler = {
  runBatch: (ctx, collection, job) =>
    changeNextBatch(ctx, collection, job, 'update', UPDATE_BATCH, async (ctx, reach, rows) => {
      requireBulkEditor(ctx.caller, collection.id, 'update');
      const modifications = modificationsOf(
        reach,
        job.details.fieldModifications as ModificationInput[],
        MODIFICATIONS_PATH,
      );
      const { keys } = detailsOf(job);
      const items = { changeId: job.id, ids: rows.map(({ id }) => id) };
      await savePreviousFields(ctx.db, collection, items, keys);
      const writtenIds = await patchLocked(ctx, reach, rows, modifications);
      await saveWrittenFields(ctx.db, collection, items, keys, writtenIds);
      return writtenIds.size;
    }),
};

export const removeItemsJob: JobHandler = {
  runBatch: (ctx, collection, job) =>
    changeNextBatch(ctx, collection, job, 'remove', REMOVE_BATCH, async (ctx, reach, rows) => {
      requireBulkEditor(ctx.caller, collection.id, 'remove');
      const ids = rows.map(({ id }) => id);
      await saveRemovedItems(ctx.db, collection, { changeId: job.id, ids });
      const removed = await removeWithLinks(ctx, collection, (ctx) =>
        deleteItems(ctx.db, reach, ids, planFilter(matchAll, UNRESTRICTED)),
      );
      return removed.length;
    }),
};
