/** Changes of a field that take its stored values along, and deleted collections: calls of Portico's own. */
import { type ErrorCode, fieldTypes } from '@portico/domain';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DateTime } from '../shared.ts';
import { DataCollection, FieldKey } from './collections.ts';
import { CollectionId, FreeObject, OffsetPaging, PagingMetadata } from './shared.ts';

const FieldType = Type.Enum(fieldTypes);

/**
 * RENAME moves the values of `field` to the key `to`. RETYPE gives the field another type and converts its values; what
 * cannot be converted stays as it is. DROP takes the field away with its values.
 */
const Change = Type.Union([
  Type.Object({ kind: Type.Literal('RENAME'), field: FieldKey, to: FieldKey }),
  Type.Object({
    kind: Type.Literal('RETYPE'),
    field: FieldKey,
    type: FieldType,
    typeMetadata: Type.Optional(FreeObject),
  }),
  Type.Object({ kind: Type.Literal('DROP'), field: FieldKey }),
]);

export const SchemaChangeInput = Type.Object({ dataCollectionId: CollectionId, change: Change });

const SchemaChange = Type.Object({
  /** counts up within the collection */
  number: Type.Integer(),
  kind: Type.Enum(['RENAME', 'RETYPE', 'DROP', 'UNDO'] as const),
  field: FieldKey,
  to: Type.Optional(FieldKey),
  fromType: Type.Optional(FieldType),
  toType: Type.Optional(FieldType),
  /** number of the change that this one undoes, or that undid this one */
  undoes: Type.Optional(Type.Integer()),
  undoneBy: Type.Optional(Type.Integer()),
  /** PENDING: reads answer the new shape already, a job brings the stored items to it */
  status: Type.Enum(['PENDING', 'DONE'] as const),
  /** items that the job goes through, and how many it has been through; 0 of 0 until it has counted them */
  total: Type.Integer(),
  done: Type.Integer(),
  /** values that did not convert and stayed as they were */
  kept: Type.Integer(),
  createdDate: DateTime,
  finishedDate: Type.Optional(DateTime),
  /** until when it can be undone; absent once that is over, or it has been, or another change of the field came after */
  undoableUntil: Type.Optional(DateTime),
});

const DeletedCollection = Type.Object({
  id: Type.String(),
  displayName: Type.String(),
  deletedDate: DateTime,
  /** then it is deleted for good */
  restorableUntil: DateTime,
  /** another collection has its id: that one has to go first, or a later deleted one of that id is restored instead */
  idTaken: Type.Boolean(),
});

const errors = ['WDE0025', 'WDE0026', 'WDE0027', 'WDE0028'] as const satisfies ErrorCode[];
const changeErrors = [...errors, 'WDE0024', 'WDE0080', 'WDE0134', 'WDE0168'] as const satisfies ErrorCode[];
const Changed = Type.Object({ schemaChange: SchemaChange, dataCollection: DataCollection });

export const schemaChangesEndpoints = {
  previewSchemaChange: endpoint({
    id: 'data.schemaChanges.preview',
    slice: 'data',
    method: 'POST',
    path: '/portico/v1/data/schema-changes/preview',
    summary: 'What a change of a field would do to its values; changes nothing',
    body: SchemaChangeInput,
    response: Type.Object({
      /** items that hold a value in the field */
      values: Type.Integer(),
      /** RENAME and DROP: all; RETYPE: values that fit the type or can be converted to it */
      converted: Type.Integer(),
      /** RETYPE: values that would stay as they are. RENAME: items that hold something else under the new key already */
      kept: Type.Integer(),
      /** some of those that would be kept, for callers who may read them */
      samples: Type.Array(Type.Object({ id: Type.String(), value: Type.Unknown() })),
    }),
    errors: changeErrors,
  }),
  createSchemaChange: endpoint({
    id: 'data.schemaChanges.create',
    slice: 'data',
    method: 'POST',
    path: '/portico/v1/data/schema-changes',
    summary: 'Rename, retype or drop a field together with its stored values',
    body: SchemaChangeInput,
    response: Changed,
    errors: changeErrors,
  }),
  listSchemaChanges: endpoint({
    id: 'data.schemaChanges.list',
    slice: 'data',
    method: 'GET',
    path: '/portico/v1/data/schema-changes',
    summary: 'The changes of fields of a collection, newest first, with their progress',
    query: Type.Object({ dataCollectionId: CollectionId, paging: Type.Optional(OffsetPaging) }),
    response: Type.Object({ schemaChanges: Type.Array(SchemaChange), pagingMetadata: PagingMetadata }),
    errors,
  }),
  undoSchemaChange: endpoint({
    id: 'data.schemaChanges.undo',
    slice: 'data',
    method: 'POST',
    path: '/portico/v1/data/schema-changes/undo',
    summary: 'Undo a change of a field, within 30 days and before another change of the same field',
    body: Type.Object({ dataCollectionId: CollectionId, number: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
    response: Changed,
    errors: [...changeErrors, 'NOT_FOUND'],
  }),
  listDeletedCollections: endpoint({
    id: 'data.collections.listDeleted',
    slice: 'data',
    method: 'GET',
    path: '/portico/v1/data/deleted-collections',
    summary: 'Deleted collections that can still be restored, the latest first',
    query: Type.Object({ paging: Type.Optional(OffsetPaging) }),
    response: Type.Object({ deletedCollections: Type.Array(DeletedCollection), pagingMetadata: PagingMetadata }),
    errors: ['WDE0027', 'WDE0028'],
  }),
};
