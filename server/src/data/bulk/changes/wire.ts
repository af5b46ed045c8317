import type { bulkChangesEndpoints } from '@portico/contract/data/bulk-changes';
import type { Output } from '@portico/contract/endpoint';
import { GONE } from '../../jobs/store.ts';
import { processedBy } from '../change-by-filter.ts';
import { detailsOf, undoableUntil } from './rules.ts';
import type { StoredBulkChange } from './store.ts';

type Wire = Output<(typeof bulkChangesEndpoints)['startBulkChange']>['bulkChange'];

const KINDS = { UPDATE_ITEMS: 'UPDATE', REMOVE_ITEMS: 'REMOVE', UNDO_BULK_CHANGE: 'UNDO' } as const;

export function bulkChangeToWire(change: StoredBulkChange, now: Date): Wire {
  const { keys, total, undoes } = detailsOf(change);
  const [done, succeeded] = [processedBy(change), Number(change.success_count)];
  const until = undoableUntil(change, now);
  return {
    id: change.id,
    kind: KINDS[change.kind],
    fields: [...keys],
    ...(undoes === undefined ? {} : { undoes }),
    ...(change.undone_by === null ? {} : { undoneBy: change.undone_by }),
    status: change.status === 'SUCCEEDED' || change.status === 'FAILED' ? change.status : 'PENDING',
    // Items may come to match after they were counted.
    total: Math.max(total, done),
    done,
    succeeded,
    skipped: done - succeeded,
    ...(change.status === 'FAILED' && change.failure !== null ? { failure: publicFailure(change.failure) } : {}),
    createdDate: change.created_at.toISOString(),
    ...(change.finished_at ? { finishedDate: change.finished_at.toISOString() } : {}),
    ...(until ? { undoableUntil: until.toISOString() } : {}),
  };
}

/** Errors with a code are written for people. Any other may name tables and values, and stays in the log. */
const publicFailure = (failure: string): string =>
  failure === GONE || /^WDE\d{4}: /.test(failure)
    ? failure.replace(/^WDE\d{4}: /, '')
    : 'An unexpected error stopped the change. The log of the server says more.';
