import type { bulkChangesEndpoints } from '@portico/contract/data/bulk-changes';
import type { Output } from '@portico/contract/endpoint';
import { COLLECTION_DELETED } from '../../jobs/store.ts';
import { countProcessed } from '../change-by-filter.ts';
import type { StoredBulkChange } from './store.ts';
import { detailsOf, undoDeadlineOf } from './undo-rules.ts';

type Wire = Output<(typeof bulkChangesEndpoints)['startBulkChange']>['bulkChange'];

const KINDS = { UPDATE_ITEMS: 'UPDATE', REMOVE_ITEMS: 'REMOVE', UNDO_BULK_CHANGE: 'UNDO' } as const;

export function bulkChangeToWire(change: StoredBulkChange, now: Date): Wire {
  const { keys, total, undoes } = detailsOf(change);
  const [done, succeeded] = [countProcessed(change), Number(change.success_count)];
  const until = undoDeadlineOf(change, now);
  return {
    id: change.id,
    kind: KINDS[change.kind],
    fields: [...keys],
    ...(undoes === undefined ? {} : { undoes }),
    ...(change.undone_by === null ? {} : { undoneBy: change.undone_by }),
    status: change.status === 'SUCCEEDED' || change.status === 'FAILED' ? change.status : 'PENDING',
    // The change may process more items than were counted at its start, because items that match later are changed, too.
    total: Math.max(total, done),
    done,
    succeeded,
    skipped: done - succeeded,
    ...(change.status === 'FAILED' && change.failure !== null ? { failure: publicFailureOf(change.failure) } : {}),
    createdDate: change.created_at.toISOString(),
    ...(change.finished_at ? { finishedDate: change.finished_at.toISOString() } : {}),
    ...(until ? { undoableUntil: until.toISOString() } : {}),
  };
}

/** Only errors with a code have a public message. Other messages may contain table names and values. */
const publicFailureOf = (failure: string): string =>
  failure === COLLECTION_DELETED || /^WDE\d{4}: /.test(failure)
    ? failure.replace(/^WDE\d{4}: /, '')
    : 'An unexpected error stopped the change. See the log of the server.';
