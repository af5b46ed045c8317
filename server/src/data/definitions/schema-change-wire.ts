import type { schemaChangesEndpoints } from '@portico/contract/data/schema-changes';
import type { Output } from '@portico/contract/endpoint';
import { KEPT_DAYS, type NotedChange } from '../schema-changes/store.ts';

type Wire = Output<(typeof schemaChangesEndpoints)['createSchemaChange']>['schemaChange'];

export function changeToWire(noted: NotedChange, now: Date): Wire {
  const { change, total, done, kept: unconverted, createdAt, finishedAt, undoneBy } = noted;
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
    ...(isUndoable(noted, now) ? { undoableUntil: endOf(noted).toISOString() } : {}),
  };
}

/** Returns true if the former values are still stored and the change has not been undone. */
export const isUndoable = (noted: NotedChange, now: Date): boolean =>
  noted.change.kind !== 'UNDO' && noted.undoneBy === null && endOf(noted) > now;

const endOf = ({ createdAt }: NotedChange): Date => new Date(createdAt.getTime() + KEPT_DAYS * 86_400_000);
