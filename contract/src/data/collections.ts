/** The collections service (data contract section 7.1). Its dates are plain ISO strings. */
import {
  collectionRoles,
  dataLimits,
  dataOperations,
  type ErrorCode,
  fieldLevels,
  fieldTypes,
  pluginTypes,
  sortOrders,
  systemFields,
} from '@portico/domain';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { DateTime, Empty } from '../shared.ts';
import { CollectionId, FreeObject, OffsetPaging, PagingMetadata } from './shared.ts';

const Role = Type.Enum(collectionRoles);
const Name = Type.String({ maxLength: 256 });
export const FieldKey = Type.String({ minLength: 1, maxLength: dataLimits.fieldKeyLength });

export const Permissions = Type.Object(
  {
    insert: Type.Optional(Role),
    update: Type.Optional(Role),
    remove: Type.Optional(Role),
    read: Type.Optional(Role),
  },
  {
    title: 'CollectionPermissions',
    description: 'The lowest role that may perform each operation on the items of a collection.',
    examples: [{ read: 'ANYONE', insert: 'SITE_MEMBER', update: 'SITE_MEMBER_AUTHOR', remove: 'ADMIN' }],
  },
);

const FieldLevel = Type.Enum(fieldLevels);

const FieldAccess = Type.Object({ read: Type.Optional(FieldLevel), write: Type.Optional(FieldLevel) });
const Range = FreeObject;

const fieldBasics = { key: FieldKey, type: Type.Enum(fieldTypes) };
const fieldOptions = {
  displayName: Name,
  description: Type.String({ maxLength: 4_000 }),
  /** Has one key, determined by `type`: reference, multiReference, object, array, pageLink or richContent. */
  typeMetadata: FreeObject,
  systemField: Type.Boolean(),
  encrypted: Type.Boolean(),
  readOnly: Type.Boolean(),
  immutable: Type.Boolean(),
  required: Type.Boolean(),
  /** Set by the server: whether items can be sorted by the field, and the operators that filters on it may use. */
  capabilities: FreeObject,
  plugins: Type.Array(FreeObject, { maxItems: 20 }),
  /** `{min, max}`. */
  numberRange: Range,
  /** `{minLength, maxLength}`. */
  stringLengthRange: Range,
  /** `{minSize, maxSize}`. */
  arraySizeRange: Range,
  condition: FreeObject,
  /** Portico extension: no two items may have the same value. */
  unique: Type.Boolean(),
  /** Portico extension: the value of new items that omit the field. */
  defaultValue: Type.Unknown(),
  /** Portico extension: further restricts who may read and write the field of an item. */
  access: FieldAccess,
};

type Options<T extends Record<string, Type.TSchema>> = { [K in keyof T]: Type.TOptional<T[K]> };
type NullableOptions<T extends Record<string, Type.TSchema>> = {
  [K in keyof T]: Type.TOptional<Type.TUnion<[T[K], Type.TNull]>>;
};
const mapSchemas = (schemas: Record<string, Type.TSchema>, map: (schema: Type.TSchema) => Type.TSchema) =>
  Object.fromEntries(Object.entries(schemas).map(([key, schema]) => [key, Type.Optional(map(schema))]));
const optional = <T extends Record<string, Type.TSchema>>(schemas: T) =>
  mapSchemas(schemas, (schema) => schema) as unknown as Options<T>;
/** Accepts `null` for every option. In a request, `null` removes the option. */
const nullable = <T extends Record<string, Type.TSchema>>(schemas: T) =>
  mapSchemas(schemas, (schema) => Type.Union([schema, Type.Null()])) as unknown as NullableOptions<T>;

/** A field in a response. `key` is the name of its value in items. */
export const Field = Type.Object(
  { ...fieldBasics, ...optional(fieldOptions) },
  {
    title: 'CollectionField',
    description: 'A field of a collection; items hold their value under `key`.',
    examples: [{ key: 'title', type: 'TEXT', displayName: 'Title' }],
  },
);

/**
 * A field in a request. Omitted options are removed, except the Portico extensions (unique, defaultValue, access). The
 * vendor's client does not know these, and omitting them must not lift a restriction. To remove one, send `null`.
 */
export const FieldInput = Type.Object(
  { ...fieldBasics, ...nullable(fieldOptions) },
  {
    title: 'CollectionFieldInput',
    description: 'A field to write. A property that is null is removed.',
    examples: [{ key: 'title', type: 'TEXT', displayName: 'Title' }],
  },
);
const FieldPatch = Type.Object({ ...FieldInput.properties, type: Type.Optional(fieldBasics.type) });

export const Plugin = Type.Unsafe<{ type: (typeof pluginTypes)[number] } & Record<string, unknown>>(
  Type.Object({ type: Type.Enum(pluginTypes) }, { additionalProperties: true }),
);
const DisplayOrder = Type.Object({ fieldKey: FieldKey, direction: Type.Optional(Type.Enum(sortOrders)) });

const names = { displayName: Name, displayField: FieldKey, displayNamespace: Name, defaultDisplayOrder: DisplayOrder };
const maxFields = { maxItems: dataLimits.fieldsPerCollection + systemFields.length };
const parts = {
  permissions: Type.Optional(Permissions),
  plugins: Type.Optional(Type.Array(Plugin, { maxItems: 20 })),
  /**
   * Portico extension: true if items are validated against the declared fields. The default is false. If a change omits
   * this property, it stays unchanged.
   */
  validated: Type.Optional(Type.Boolean()),
};

const definition = { ...optional(names), fields: Type.Optional(Type.Array(Field, maxFields)), ...parts };
/** Always NATIVE. Clients send the type back with the other properties. Other types are rejected. */
const collectionType = Type.Optional(Type.Enum(['NATIVE'] as const));
const inputProperties = {
  ...nullable(names),
  fields: Type.Optional(Type.Array(FieldInput, maxFields)),
  ...parts,
  collectionType,
};

const CollectionInput = Type.Object(
  { id: CollectionId, ...inputProperties },
  {
    title: 'DataCollectionInput',
    description: 'A collection to write.',
    examples: [
      {
        id: 'Rehearsals',
        displayName: 'Rehearsals',
        fields: [{ key: 'title', type: 'TEXT', displayName: 'Title' }],
        permissions: { read: 'ANYONE', insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN' },
      },
    ],
  },
);

/** A collection as returned to dashboard users. Visitors receive only the id, names, plugins and fields. */
export const DataCollection = Type.Object(
  {
    id: Type.String(),
    ...definition,
    collectionType,
    maxPageSize: Type.Optional(Type.Integer()),
    /** A decimal number as a string. It increases by 1 with each change. */
    revision: Type.Optional(Type.String()),
    createdDate: Type.Optional(DateTime),
    updatedDate: Type.Optional(DateTime),
    pagingModes: Type.Optional(Type.Array(Type.Enum(['OFFSET', 'CURSOR'] as const))),
    capabilities: Type.Optional(
      Type.Object({
        dataOperations: Type.Array(Type.Enum(dataOperations)),
        collectionOperations: Type.Array(Type.Enum(['UPDATE', 'REMOVE'] as const)),
        indexLimits: Type.Object({ regular: Type.Integer(), unique: Type.Integer(), total: Type.Integer() }),
      }),
    ),
  },
  { title: 'DataCollection', description: 'A collection: its fields, permissions and capabilities.' },
);

const byId = { dataCollectionId: CollectionId };
const CollectionResponse = Type.Object({ collection: DataCollection });
export const ChangedCollectionResponse = Type.Object({ dataCollection: DataCollection });
const errors = ['WDE0025', 'WDE0026', 'WDE0027', 'WDE0028', 'WDE0109'] as const satisfies ErrorCode[];
const writeErrors = [...errors, 'WDE0080', 'WDE0119', 'WDE0134', 'WDE0168'] as const satisfies ErrorCode[];
export const fieldErrors = [...writeErrors, 'WDE0024', 'WDE0178'] as const satisfies ErrorCode[];

export const collectionsEndpoints = {
  createCollection: endpoint({
    id: 'data.collections.create',
    slice: 'data',
    access: 'collections:manage',
    method: 'POST',
    path: '/v2/collections',
    summary: 'Create a collection; permissions default to ADMIN',
    body: Type.Object({ collection: CollectionInput }),
    response: CollectionResponse,
    errors: [...writeErrors, 'WDE0104'],
  }),
  getCollection: endpoint({
    id: 'data.collections.get',
    slice: 'data',
    access: 'collection',
    method: 'GET',
    path: '/v2/collections/{dataCollectionId*}',
    summary: 'Get a collection by its id',
    query: Type.Object({
      ...byId,
      consistentRead: Type.Optional(Type.Boolean()),
      fields: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
    }),
    response: CollectionResponse,
    errors,
  }),
  listCollections: endpoint({
    id: 'data.collections.list',
    slice: 'data',
    access: 'collections:read',
    method: 'GET',
    path: '/v2/collections',
    summary: 'List the collections of the site, by id unless sorted otherwise',
    query: Type.Object({
      paging: Type.Optional(OffsetPaging),
      sort: Type.Optional(
        Type.Object({
          fieldName: Type.Optional(Type.Enum(['id', 'displayName', 'createdDate', 'updatedDate'] as const)),
          order: Type.Optional(Type.Enum(sortOrders)),
        }),
      ),
      consistentRead: Type.Optional(Type.Boolean()),
      fields: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
    }),
    response: Type.Object({ collections: Type.Array(DataCollection), pagingMetadata: PagingMetadata }),
    errors,
  }),
  updateCollection: endpoint({
    id: 'data.collections.update',
    slice: 'data',
    access: 'collections:manage',
    method: 'PUT',
    path: '/v2/collections',
    summary: 'Replace the definition of a collection; the revision must be the current one',
    body: Type.Object({
      collection: Type.Object({ id: CollectionId, revision: Type.Optional(Type.String()), ...inputProperties }),
    }),
    response: CollectionResponse,
    errors: [...writeErrors, 'WDE0178'],
  }),
  patchCollection: endpoint({
    id: 'data.collections.patch',
    slice: 'data',
    access: 'collections:manage',
    method: 'PATCH',
    path: '/v2/collections/{dataCollectionId*}',
    summary: 'Change the parts of a definition that the request contains',
    query: Type.Object(byId),
    body: Type.Object({
      dataCollection: Type.Object({ revision: Type.Optional(Type.String()), ...inputProperties }),
    }),
    response: ChangedCollectionResponse,
    errors: [...writeErrors, 'WDE0178'],
  }),
  deleteCollection: endpoint({
    id: 'data.collections.delete',
    slice: 'data',
    access: 'collections:manage',
    method: 'DELETE',
    path: '/v2/collections/{dataCollectionId*}',
    summary: 'Delete a collection with its items; it can be restored for 30 days',
    query: Type.Object(byId),
    response: Empty,
    errors,
  }),
  restoreCollection: endpoint({
    id: 'data.collections.restore',
    slice: 'data',
    access: 'collections:manage',
    method: 'POST',
    path: '/v2/collections/restore/{dataCollectionId*}',
    documentedPath: '/wix-data/v2/collections/restore/{dataCollectionId*}',
    summary: 'Restore a deleted collection with its items',
    query: Type.Object({ dataCollectionId: Type.Optional(CollectionId) }),
    body: Type.Object({ dataCollectionId: Type.Optional(CollectionId) }),
    response: ChangedCollectionResponse,
    errors: [...errors, 'WDE0104'],
  }),
  createField: endpoint({
    id: 'data.fields.create',
    slice: 'data',
    access: 'collections:manage',
    method: 'POST',
    path: '/v2/collections/create-field',
    summary: 'Add a field',
    body: Type.Object({ ...byId, field: FieldInput }),
    response: ChangedCollectionResponse,
    errors: fieldErrors,
  }),
  updateField: endpoint({
    id: 'data.fields.update',
    slice: 'data',
    access: 'collections:manage',
    method: 'POST',
    path: '/v2/collections/update-field',
    summary: 'Replace a field',
    body: Type.Object({ ...byId, field: FieldInput }),
    response: ChangedCollectionResponse,
    errors: fieldErrors,
  }),
  patchField: endpoint({
    id: 'data.fields.patch',
    slice: 'data',
    access: 'collections:manage',
    method: 'PATCH',
    path: '/v2/collections/{dataCollectionId}/patch-field',
    summary: 'Change the properties of a field that the request contains',
    query: Type.Object(byId),
    body: Type.Object({
      dataCollectionId: Type.Optional(CollectionId),
      field: FieldPatch,
    }),
    response: ChangedCollectionResponse,
    errors: fieldErrors,
  }),
  deleteField: endpoint({
    id: 'data.fields.delete',
    slice: 'data',
    access: 'collections:manage',
    method: 'POST',
    path: '/v2/collections/delete-field',
    summary: 'Remove a field',
    body: Type.Object({ ...byId, fieldKey: FieldKey }),
    response: ChangedCollectionResponse,
    errors: fieldErrors,
  }),
};
