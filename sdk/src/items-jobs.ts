import type { Call } from './call.ts';
import type { Calls } from './calls.gen.ts';
import type { PatchFields } from './field-types.ts';
import { checkCollection, checkOptions, checkString, type ItemOptions, inputOf } from './item-checks.ts';
import { type Filtering, filterOf, type WireFilter } from './items-filter.ts';
import { createItemsPatch, type ItemsPatch } from './items-patch.ts';
import { dataBulkAsyncPatch, dataBulkAsyncRemove, dataJobsStatus } from './routes.gen.ts';
import type { AnySite, CollectionId, SiteTypes, UpdateOf } from './site-types.ts';

export type JobStatus = Calls['data.jobs.status']['response'];

/** Background jobs on all items that match a filter. */
export interface ItemsJobs<Site extends SiteTypes = AnySite> {
  asyncPatchByFilter<Id extends CollectionId<Site>>(
    collectionId: Id,
    filter: Filtering | WireFilter,
  ): ItemsPatch<{ jobId: string }, ItemOptions, PatchFields<UpdateOf<Site, Id>>>;
  asyncRemoveByFilter(
    collectionId: CollectionId<Site>,
    filter: Filtering | WireFilter,
    options?: ItemOptions,
  ): Promise<{ jobId: string }>;
  getAsyncJobStatus(jobId: string): Promise<JobStatus>;
}

export function createItemsJobs(call: Call): ItemsJobs {
  return {
    asyncPatchByFilter(dataCollectionId, input) {
      checkCollection(dataCollectionId);
      const filter = filterOf(input);
      return createItemsPatch(async (fieldModifications, options: ItemOptions) => {
        checkOptions(options);
        return call(dataBulkAsyncPatch, inputOf({ dataCollectionId, filter, fieldModifications }, options));
      });
    },
    async asyncRemoveByFilter(dataCollectionId, input, options = {}) {
      checkCollection(dataCollectionId);
      checkOptions(options);
      return call(dataBulkAsyncRemove, inputOf({ dataCollectionId, filter: filterOf(input) }, options));
    },
    async getAsyncJobStatus(jobId) {
      checkString(jobId, 'The job id');
      return call(dataJobsStatus, { query: { jobId } });
    },
  };
}
