/** Decides whether a bulk change can be undone. */
import type { SchemaChange } from '../../collections/schema-change.ts';
import { listAffectedKeys } from '../../collections/schema-change.ts';
import { RETENTION_DAYS } from '../../jobs/store.ts';
import type { StoredBulkChange } from './store.ts';

/** The details of a bulk change, in addition to the filter and the reach of its caller. */
export interface BulkChangeDetails {
  /** Keys of the changed fields. */
  readonly keys: readonly string[];
  /** Number of items that matched at the start. */
  readonly total: number;
  /** Number of the last schema change before the start. */
  readonly shape: number;
  /** Undo only: the id and the kind of the change that it undoes. */
  readonly undoes?: string;
  readonly undoesKind?: 'UPDATE_ITEMS' | 'REMOVE_ITEMS';
}

export const detailsOf = ({ details }: Pick<StoredBulkChange, 'details'>): BulkChangeDetails =>
  details as unknown as BulkChangeDetails;

/** Returns the time until which the change can be undone, or null if it cannot be undone. */
export function undoDeadlineOf(change: StoredBulkChange, now: Date): Date | null {
  if (change.kind === 'UNDO_BULK_CHANGE' || !change.finished_at || change.undone_by !== null) return null;
  const until = new Date(change.finished_at.getTime() + RETENTION_DAYS * 86_400_000);
  return until > now ? until : null;
}

/** Returns why the change cannot be undone, as the end of a sentence, or null if it can be undone. */
export function findUndoObstacle(change: StoredBulkChange, now: Date): string | null {
  if (change.kind === 'UNDO_BULK_CHANGE') return 'an undo cannot be undone';
  if (!change.finished_at) return 'the change is still running: wait until it has ended';
  if (change.undone_by !== null) return 'the change has been undone already';
  return undoDeadlineOf(change, now) ? null : 'the time to undo the change is over';
}

/**
 * Returns which later schema change prevents the undo, as the end of a sentence, or null if none does. Previous values
 * have the field names and types that were valid when the items were changed. A removal saves the values of all fields,
 * an update saves those of the changed fields.
 */
export function findSchemaObstacle(
  { keys, removes }: { readonly keys: readonly string[]; readonly removes: boolean },
  later: readonly Pick<SchemaChange, 'field' | 'to' | 'undoes'>[],
): string | null {
  const changedKey = later
    .flatMap(listAffectedKeys)
    .find((key) => removes || (key !== undefined && keys.includes(key)));
  return changedKey === undefined ? null : `the field ${changedKey} has been renamed, deleted or changed in type since`;
}
