import type { Calls } from '@portico/contract';
import type { Call } from './call.ts';
import { checkCollection, checkString } from './item-checks.ts';
import { type Filtering, filterOf, type WireFilter } from './items-filter.ts';
import { createItemsPatch, type ItemsPatch } from './items-patch.ts';

export type JobStatus = Calls['data.jobs.status']['answer'];

/** Background jobs on all items that match a filter. */
export interface ItemsJobs {
  asyncPatchByFilter(
    collectionId: string,
    filter: Filtering | WireFilter,
  ): ItemsPatch<{ jobId: string }, Record<never, never>>;
  asyncRemoveByFilter(collectionId: string, filter: Filtering | WireFilter): Promise<{ jobId: string }>;
  getAsyncJobStatus(jobId: string): Promise<JobStatus>;
}

export function createItemsJobs(call: Call): ItemsJobs {
  return {
    asyncPatchByFilter(dataCollectionId, input) {
      checkCollection(dataCollectionId);
      const filter = filterOf(input);
      return createItemsPatch(async (fieldModifications) =>
        call('data.bulk.asyncPatch', { body: { dataCollectionId, filter, fieldModifications } }),
      );
    },
    async asyncRemoveByFilter(dataCollectionId, input) {
      checkCollection(dataCollectionId);
      return call('data.bulk.asyncRemove', { body: { dataCollectionId, filter: filterOf(input) } });
    },
    async getAsyncJobStatus(jobId) {
      checkString(jobId);
      return call('data.jobs.status', { query: { jobId } });
    },
  };
}
