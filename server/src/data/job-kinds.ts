import { removeItemsJob, updateItemsJob } from './bulk/changes/jobs.ts';
import { undoBulkChangeJob } from './bulk/changes/undo-job.ts';
import { patchByFilterJob } from './bulk/patch-by-filter.ts';
import { removeByFilterJob } from './bulk/remove-by-filter.ts';
import { buildIndex } from './indexes/build-index.ts';
import { dropIndexJob } from './indexes/drop-index-job.ts';
import type { JobKind } from './jobs/store.ts';
import type { JobHandler } from './jobs/worker.ts';
import { reshapeJob } from './schema-changes/reshape-job.ts';
import { indexWhenDone } from './search/ensure-indexed.ts';
import { indexJob } from './search/index-job.ts';

/** The handler of each kind of job. */
export const jobKinds: Readonly<Partial<Record<JobKind, JobHandler>>> = {
  PATCH_BY_FILTER: indexWhenDone(patchByFilterJob),
  REMOVE_BY_FILTER: removeByFilterJob,
  UPDATE_ITEMS: indexWhenDone(updateItemsJob),
  REMOVE_ITEMS: removeItemsJob,
  UNDO_BULK_CHANGE: indexWhenDone(undoBulkChangeJob),
  RESHAPE: reshapeJob,
  BUILD_WORDS: indexJob,
  BUILD_INDEX: buildIndex,
  DROP_INDEX: dropIndexJob,
};
