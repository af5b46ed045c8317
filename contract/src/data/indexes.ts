/** The indexes service (data contract section 7.2). */
import { type ErrorCode, sortOrders } from '@portico/domain';
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Empty } from '../shared.ts';
import { CollectionId, FieldPath, FreeObject, OffsetPaging, PagingMetadata } from './shared.ts';

const IndexName = Type.String({ minLength: 1, maxLength: 128 });
const IndexInput = Type.Object(
  {
    name: IndexName,
    fields: Type.Array(Type.Object({ path: FieldPath, order: Type.Optional(Type.Enum(sortOrders)) }), {
      minItems: 1,
      maxItems: 3,
    }),
    unique: Type.Optional(Type.Boolean()),
    caseInsensitive: Type.Optional(Type.Boolean()),
    /** TEXT supports `contains` on one text field. The vendor's client does not know this kind. */
    kind: Type.Optional(Type.Enum(['REGULAR', 'TEXT'] as const)),
  },
  { title: 'CollectionIndexInput', description: 'An index to build.' },
);

const Index = Type.Object(
  {
    id: Type.String(),
    ...IndexInput.properties,
    status: Type.Enum(['BUILDING', 'ACTIVE', 'DROPPING', 'DROPPED', 'FAILED', 'INVALID', 'UNKNOWN'] as const),
    source: Type.Enum(['SYSTEM', 'USER', 'AUTO'] as const),
    failure: Type.Optional(
      Type.Object({ code: Type.String(), description: Type.String(), itemId: Type.Optional(Type.String()) }),
    ),
  },
  { title: 'CollectionIndex', description: 'An index of a collection, with the status of its build.' },
);

const errors = ['WDE0025', 'WDE0026', 'WDE0027', 'WDE0028', 'WDE0109'] as const satisfies ErrorCode[];

export const indexesEndpoints = {
  createIndex: endpoint({
    id: 'data.indexes.create',
    slice: 'data',
    access: 'collections:manage',
    method: 'POST',
    path: '/v2/indexes',
    summary: 'Start building an index',
    body: Type.Object({ dataCollectionId: CollectionId, index: IndexInput }),
    response: Type.Object({ index: Index }),
    errors: [...errors, 'WDE0080', 'WDE0112', 'WDE0113', 'WDE0114', 'WDE0176'],
  }),
  listIndexes: endpoint({
    id: 'data.indexes.list',
    slice: 'data',
    access: 'collections:manage',
    method: 'GET',
    path: '/v2/indexes',
    summary: 'List the indexes of a collection',
    query: Type.Object({ dataCollectionId: CollectionId, paging: Type.Optional(OffsetPaging) }),
    response: Type.Object({ indexes: Type.Array(Index), pagingMetadata: PagingMetadata }),
    errors,
  }),
  dropIndex: endpoint({
    id: 'data.indexes.drop',
    slice: 'data',
    access: 'collections:manage',
    method: 'DELETE',
    path: '/v2/indexes',
    summary: 'Drop an index',
    query: Type.Object({ dataCollectionId: CollectionId, indexName: IndexName, options: Type.Optional(FreeObject) }),
    response: Empty,
    errors: [...errors, 'WDE0160', 'WDE0164'],
  }),
  listAvailableIndexes: endpoint({
    id: 'data.indexes.available',
    slice: 'data',
    access: 'collections:manage',
    method: 'GET',
    path: '/v2/indexes/available',
    summary: 'Get the number of further indexes that a collection may have, by kind',
    query: Type.Object({ dataCollectionId: CollectionId }),
    response: Type.Object({
      regular1Field: Type.Integer(),
      regular3Field: Type.Integer(),
      unique1Field: Type.Integer(),
      total: Type.Integer(),
    }),
    errors,
  }),
};
