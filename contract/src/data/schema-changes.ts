/** Portico's calls to change fields together with their stored values, and to list deleted collections. */
import { type ErrorCode, fieldTypes } from '@portico/domain';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DateTime } from '../shared.ts';
import { DataCollection, FieldKey } from './collections.ts';
import { CollectionId, FreeObject, OffsetPaging, PagingMetadata } from './shared.ts';

const FieldType = Type.Enum(fieldTypes);

/**
 * RENAME moves the values of `field` to the key `to`. RETYPE changes the type of the field and converts its values;
 * values that cannot be converted stay unchanged. DROP removes the field with its values.
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

const SchemaChange = Type.Object(
  {
    /** Sequence number within the collection. */
    number: Type.Integer(),
    kind: Type.Enum(['RENAME', 'RETYPE', 'DROP', 'UNDO'] as const),
    field: FieldKey,
    to: Type.Optional(FieldKey),
    fromType: Type.Optional(FieldType),
    toType: Type.Optional(FieldType),
    /** Number of the change that this change undoes, and number of the change that undid this change. */
    undoes: Type.Optional(Type.Integer()),
    undoneBy: Type.Optional(Type.Integer()),
    /** While a change is PENDING, a job migrates the stored items, and reads already return the new fields. */
    status: Type.Enum(['PENDING', 'DONE'] as const),
    /** Number of items that the job processes, and number already processed. Both are 0 until the items are counted. */
    total: Type.Integer(),
    done: Type.Integer(),
    /** Number of values that could not be converted and stayed unchanged. */
    kept: Type.Integer(),
    createdDate: DateTime,
    finishedDate: Type.Optional(DateTime),
    /**
     * Time until which the change can be undone. Absent if that time has passed, if the change was undone, or if
     * another change of the field followed.
     */
    undoableUntil: Type.Optional(DateTime),
  },
  { title: 'SchemaChange', description: 'A change of a field that runs as a job over the stored items.' },
);

const DeletedCollection = Type.Object(
  {
    id: Type.String(),
    displayName: Type.String(),
    deletedDate: DateTime,
    /** Time at which the collection is deleted permanently. */
    restorableUntil: DateTime,
    /**
     * True if an existing collection has the same id, so this one cannot be restored now. If several deleted
     * collections have the same id, the one deleted last is restored.
     */
    idTaken: Type.Boolean(),
  },
  { title: 'DeletedCollection', description: 'A deleted collection that can still be restored.' },
);

const errors = ['WDE0025', 'WDE0026', 'WDE0027', 'WDE0028'] as const satisfies ErrorCode[];
const changeErrors = [...errors, 'WDE0024', 'WDE0080', 'WDE0134', 'WDE0168'] as const satisfies ErrorCode[];
const SchemaChangeResponse = Type.Object({ schemaChange: SchemaChange, dataCollection: DataCollection });

export const schemaChangesEndpoints = {
  previewSchemaChange: endpoint({
    id: 'data.schemaChanges.preview',
    slice: 'data',
    access: 'collections:manage',
    method: 'POST',
    path: '/portico/v1/data/schema-changes/preview',
    summary: 'Preview the effect of a field change on its values',
    body: SchemaChangeInput,
    response: Type.Object({
      /** Number of items with a value in the field. */
      values: Type.Integer(),
      /** For RENAME and DROP, equal to `values`. For RETYPE, the number of values that have or can get the new type. */
      converted: Type.Integer(),
      /**
       * For RETYPE, the number of values that would stay unchanged. For RENAME, the number of items that already have a
       * value under the new key.
       */
      kept: Type.Integer(),
      /** Samples of the unchanged values, for callers who may read them. */
      samples: Type.Array(Type.Object({ id: Type.String(), value: Type.Unknown() })),
    }),
    errors: changeErrors,
  }),
  createSchemaChange: endpoint({
    id: 'data.schemaChanges.create',
    slice: 'data',
    access: 'collections:manage',
    method: 'POST',
    path: '/portico/v1/data/schema-changes',
    summary: 'Rename, retype or drop a field together with its stored values',
    body: SchemaChangeInput,
    response: SchemaChangeResponse,
    errors: changeErrors,
  }),
  listSchemaChanges: endpoint({
    id: 'data.schemaChanges.list',
    slice: 'data',
    access: 'collections:read',
    method: 'GET',
    path: '/portico/v1/data/schema-changes',
    summary: 'List the field changes of a collection with their progress, newest first',
    query: Type.Object({ dataCollectionId: CollectionId, paging: Type.Optional(OffsetPaging) }),
    response: Type.Object({ schemaChanges: Type.Array(SchemaChange), pagingMetadata: PagingMetadata }),
    errors,
  }),
  undoSchemaChange: endpoint({
    id: 'data.schemaChanges.undo',
    slice: 'data',
    access: 'collections:manage',
    method: 'POST',
    path: '/portico/v1/data/schema-changes/undo',
    summary: 'Undo a field change, within 30 days and before another change of the same field',
    body: Type.Object({ dataCollectionId: CollectionId, number: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) }),
    response: SchemaChangeResponse,
    errors: [...changeErrors, 'NOT_FOUND'],
  }),
  listDeletedCollections: endpoint({
    id: 'data.collections.listDeleted',
    slice: 'data',
    access: 'collections:read',
    method: 'GET',
    path: '/portico/v1/data/deleted-collections',
    summary: 'List deleted collections that can be restored, newest first',
    query: Type.Object({ paging: Type.Optional(OffsetPaging) }),
    response: Type.Object({ deletedCollections: Type.Array(DeletedCollection), pagingMetadata: PagingMetadata }),
    errors: ['WDE0027', 'WDE0028'],
  }),
};
