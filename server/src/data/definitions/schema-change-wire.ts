import type { schemaChangesEndpoints } from '@portico/contract/data/schema-changes';
import type { Output } from '@portico/contract/endpoint';
import { type StoredSchemaChange, UNDO_DAYS } from '../schema-changes/store.ts';

type Wire = Output<(typeof schemaChangesEndpoints)['createSchemaChange']>['schemaChange'];

export function changeToWire(stored: StoredSchemaChange, now: Date): Wire {
  const { change, total, done, unconverted, createdAt, finishedAt, undoneBy } = stored;
  const { number, kind, field, to, fromType, toType, undoes } = change;
  return {
    number,
    kind,
    field,
    ...(to === undefined ? {} : { to }),
    ...(fromType === undefined ? {} : { fromType }),
    ...(toType === undefined ? {} : { toType }),
    ...(undoes ? { undoes: undoes.number } : {}),
    ...(undoneBy === null ? {} : { undoneBy }),
    status: finishedAt ? 'DONE' : 'PENDING',
    total,
    done,
    kept: unconverted,
    createdDate: createdAt.toISOString(),
    ...(finishedAt ? { finishedDate: finishedAt.toISOString() } : {}),
    ...(isUndoable(stored, now) ? { undoableUntil: undoDeadlineOf(stored).toISOString() } : {}),
  };
}

/** Returns true if the former values are still stored and the change has not been undone. */
export const isUndoable = (stored: StoredSchemaChange, now: Date): boolean =>
  stored.change.kind !== 'UNDO' && stored.undoneBy === null && undoDeadlineOf(stored) > now;

const undoDeadlineOf = ({ createdAt }: StoredSchemaChange): Date =>
  new Date(createdAt.getTime() + UNDO_DAYS * 86_400_000);
