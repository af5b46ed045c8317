/** When a bulk change can be undone. Pure. */
import type { SchemaChange } from '../../collections/schema-change.ts';
import { affectedKeys } from '../../collections/schema-change.ts';
import { KEPT_DAYS } from '../../jobs/store.ts';
import type { StoredBulkChange } from './store.ts';

/** What a bulk change stores beside the filter and the reach of its caller. */
export interface BulkChangeDetails {
  /** keys of the changed fields */
  readonly keys: readonly string[];
  /** items that matched at the start */
  readonly total: number;
  /** number of the last schema change before the start */
  readonly shape: number;
  /** UNDO: the change that it undoes, and what that one was */
  readonly undoes?: string;
  readonly undoesKind?: 'UPDATE_ITEMS' | 'REMOVE_ITEMS';
}

export const detailsOf = ({ details }: Pick<StoredBulkChange, 'details'>): BulkChangeDetails =>
  details as unknown as BulkChangeDetails;

/** The end of the time in which the change can be undone; null if it cannot be undone. */
export function undoableUntil(change: StoredBulkChange, now: Date): Date | null {
  if (change.kind === 'UNDO_BULK_CHANGE' || !change.finished_at || change.undone_by !== null) return null;
  const until = new Date(change.finished_at.getTime() + KEPT_DAYS * 86_400_000);
  return until > now ? until : null;
}

/** Why the change cannot be undone, as the end of a sentence; null if it can. */
export function refusalOfUndo(change: StoredBulkChange, now: Date): string | null {
  if (change.kind === 'UNDO_BULK_CHANGE') return 'an undo cannot be undone';
  if (!change.finished_at) return 'the change is still running: wait until it has ended';
  if (change.undone_by !== null) return 'the change has been undone already';
  return undoableUntil(change, now) ? null : 'the time to undo the change is over';
}

/**
 * Why schema changes since stand in the way, as the end of a sentence; null if they do not. Kept values have the names
 * and types that the fields had; a removed item holds all fields, an update only those that it changed.
 */
export function refusalOfFields(
  { keys, removes }: { readonly keys: readonly string[]; readonly removes: boolean },
  later: readonly Pick<SchemaChange, 'field' | 'to' | 'undoes'>[],
): string | null {
  const touched = later.flatMap(affectedKeys).find((key) => removes || (key !== undefined && keys.includes(key)));
  return touched === undefined ? null : `the field ${touched} was renamed, deleted or given another type since`;
}
