/** Portico's calls to change or remove many items, with a preview and an undo. */
import type { ErrorCode } from '@portico/domain';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DateTime } from '../shared.ts';
import { FieldModification } from './items.ts';
import { CollectionId, collectionErrors, FreeObject, filterErrors, OffsetPaging, PagingMetadata } from './shared.ts';

/** UPDATE changes named fields of every matching item. REMOVE deletes every matching item. */
const Change = Type.Union([
  Type.Object({
    kind: Type.Literal('UPDATE'),
    fieldModifications: Type.Array(FieldModification, { minItems: 1, maxItems: 100 }),
  }),
  Type.Object({ kind: Type.Literal('REMOVE') }),
]);

export const BulkChangeInput = Type.Object({
  dataCollectionId: CollectionId,
  /** Selects the items to change. Without a filter, all items of the collection change. */
  filter: Type.Optional(FreeObject),
  change: Change,
});

const BulkChange = Type.Object({
  id: Type.String(),
  kind: Type.Enum(['UPDATE', 'REMOVE', 'UNDO'] as const),
  /** Keys of the changed fields. Empty for a removal. */
  fields: Type.Array(Type.String()),
  /** Id of the change that this change undoes, and id of the change that undid this change. */
  undoes: Type.Optional(Type.String()),
  undoneBy: Type.Optional(Type.String()),
  status: Type.Enum(['PENDING', 'SUCCEEDED', 'FAILED'] as const),
  /** Numbers of items: matched at the start, processed so far, and changed so far. */
  total: Type.Integer(),
  done: Type.Integer(),
  succeeded: Type.Integer(),
  /** Number of items left unchanged: the new value is not valid for them or, for UNDO, they have changed since. */
  skipped: Type.Integer(),
  /** The reason why the change stopped before all items were processed. */
  failure: Type.Optional(Type.String()),
  createdDate: DateTime,
  finishedDate: Type.Optional(DateTime),
  /** Time until which the change can be undone. Absent while it runs, and once it was undone or the time has passed. */
  undoableUntil: Type.Optional(DateTime),
});

const ChangedItemExample = Type.Object({
  id: Type.String(),
  /** The current item. */
  item: FreeObject,
  /** For UPDATE, the new values of the changed fields. Absent if the item would stay unchanged. */
  after: Type.Optional(FreeObject),
  /** The reason why the item would stay unchanged. */
  rejection: Type.Optional(Type.String()),
});

const BulkChangeResponse = Type.Object({ bulkChange: BulkChange });
const changeErrors = [
  ...collectionErrors,
  ...filterErrors,
  'WDE0134',
  'WDE0168',
  'WDE0303',
] as const satisfies ErrorCode[];

export const bulkChangesEndpoints = {
  previewBulkChange: endpoint({
    id: 'data.bulkChanges.preview',
    slice: 'data',
    access: 'items:edit',
    method: 'POST',
    path: '/portico/v1/data/bulk-changes/preview',
    summary: 'How many items a bulk change would affect, with five examples; changes nothing',
    body: BulkChangeInput,
    response: Type.Object({ total: Type.Integer(), examples: Type.Array(ChangedItemExample) }),
    errors: changeErrors,
  }),
  startBulkChange: endpoint({
    id: 'data.bulkChanges.start',
    slice: 'data',
    access: 'items:edit',
    method: 'POST',
    path: '/portico/v1/data/bulk-changes',
    summary: 'Start a job that changes or removes every item matching a filter, and that can be undone for 30 days',
    body: BulkChangeInput,
    response: BulkChangeResponse,
    errors: [...changeErrors, 'WDE0014'],
  }),
  listBulkChanges: endpoint({
    id: 'data.bulkChanges.list',
    slice: 'data',
    access: 'collections:read',
    method: 'GET',
    path: '/portico/v1/data/bulk-changes',
    summary: 'The bulk changes of a collection in the last 30 days, newest first, with their progress',
    query: Type.Object({ dataCollectionId: CollectionId, paging: Type.Optional(OffsetPaging) }),
    response: Type.Object({ bulkChanges: Type.Array(BulkChange), pagingMetadata: PagingMetadata }),
    errors: ['WDE0025', 'WDE0026', 'WDE0027', 'WDE0028'],
  }),
  undoBulkChange: endpoint({
    id: 'data.bulkChanges.undo',
    slice: 'data',
    access: 'items:edit',
    method: 'POST',
    path: '/portico/v1/data/bulk-changes/undo',
    summary: 'Start a job that undoes a bulk change, except on items that were changed since',
    body: Type.Object({ dataCollectionId: CollectionId, id: Type.String({ minLength: 1, maxLength: 100 }) }),
    response: BulkChangeResponse,
    errors: [...changeErrors, 'WDE0014', 'NOT_FOUND'],
  }),
};
