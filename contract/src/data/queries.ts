/** Calls that read many items (data contract sections 1.3, 1.5 and 3). */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import {
  CollectionId,
  collectionErrors,
  DataItem,
  FieldPath,
  Fields,
  FreeObject,
  filterErrors,
  IncludeReferences,
  Order,
  PagingMetadata,
  paging,
  readOptions,
  Sorting,
} from './shared.ts';

const inCollection = { dataCollectionId: CollectionId, ...readOptions };
const returnTotalCount = Type.Optional(Type.Boolean());
const ItemsResponse = Type.Object({ dataItems: Type.Array(DataItem), pagingMetadata: PagingMetadata });
const ResultsResponse = Type.Object({ results: Type.Array(FreeObject), pagingMetadata: PagingMetadata });

const AggregationOperation = Type.Object(
  {
    resultFieldName: FieldPath,
    sum: Type.Optional(Type.Object({ itemFieldName: FieldPath })),
    average: Type.Optional(Type.Object({ itemFieldName: FieldPath })),
    min: Type.Optional(Type.Object({ itemFieldName: FieldPath })),
    max: Type.Optional(Type.Object({ itemFieldName: FieldPath })),
    itemCount: Type.Optional(FreeObject),
  },
  {
    title: 'AggregationOperation',
    description: 'A value that is computed for each group.',
    examples: [{ resultFieldName: 'total', sum: { itemFieldName: 'seats' } }],
  },
);

export const queriesEndpoints = {
  queryItems: endpoint({
    id: 'data.items.query',
    slice: 'data',
    access: 'collection',
    method: 'POST',
    path: '/v2/items/query',
    alsoPackedGet: true,
    summary: 'Query a page of items by filter',
    body: Type.Object({
      ...inCollection,
      query: Type.Optional(
        Type.Object({
          ...paging,
          filter: Type.Optional(FreeObject),
          sort: Type.Optional(Sorting),
          fields: Type.Optional(Fields),
        }),
      ),
      includeReferences: Type.Optional(IncludeReferences),
      /** The older REST name of includeReferences. Booleans are accepted and ignored. */
      includeReferencedItems: Type.Optional(Type.Union([Type.Array(FieldPath, { maxItems: 100 }), Type.Boolean()])),
      includeFieldGroups: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
      returnTotalCount,
      sortMode: Type.Optional(Type.Enum(['RANDOM', 'DEFAULT'] as const)),
      /**
       * The same seed yields the same order while the items do not change. Without a seed, every first page is in a new
       * order.
       */
      randomOptions: Type.Optional(Type.Object({ seed: Type.Optional(Type.Number()) })),
    }),
    response: ItemsResponse,
    errors: [...collectionErrors, ...filterErrors],
  }),
  countItems: endpoint({
    id: 'data.items.count',
    slice: 'data',
    access: 'collection',
    method: 'POST',
    path: '/v2/items/count',
    summary: 'Count the items that match a filter',
    body: Type.Object({ ...inCollection, filter: Type.Optional(FreeObject) }),
    response: Type.Object({ totalCount: Type.Integer() }),
    errors: [...collectionErrors, ...filterErrors],
  }),
  queryDistinctValues: endpoint({
    id: 'data.items.distinct',
    slice: 'data',
    access: 'collection',
    method: 'POST',
    path: '/v2/items/query-distinct-values',
    summary: 'List the distinct values of a field among the items that match a filter',
    body: Type.Object({
      ...inCollection,
      ...paging,
      fieldName: Type.Optional(FieldPath),
      filter: Type.Optional(FreeObject),
      order: Type.Optional(Order),
      returnTotalCount,
    }),
    response: Type.Object({ distinctValues: Type.Array(Type.Unknown()), pagingMetadata: PagingMetadata }),
    errors: [...collectionErrors, ...filterErrors],
  }),
  searchItems: endpoint({
    id: 'data.items.search',
    slice: 'data',
    access: 'collection',
    method: 'POST',
    path: '/v2/items/search',
    summary: 'Search items by text',
    body: Type.Object({
      ...inCollection,
      search: Type.Object({
        ...paging,
        filter: Type.Optional(FreeObject),
        sort: Type.Optional(Sorting),
        fields: Type.Optional(Fields),
        search: Type.Optional(
          Type.Object({
            expression: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Null()])),
            fuzzy: Type.Optional(Type.Union([Type.Boolean(), Type.Null()])),
            mode: Type.Optional(Type.Union([Type.Enum(['AND', 'OR'] as const), Type.Null()])),
            fields: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 20 })),
          }),
        ),
      }),
      includeReferences: Type.Optional(IncludeReferences),
      returnTotalCount,
    }),
    response: ItemsResponse,
    errors: [...collectionErrors, ...filterErrors, 'WDE0190', 'SEARCH_INDEXING'],
  }),
  aggregateItems: endpoint({
    id: 'data.items.aggregate',
    slice: 'data',
    access: 'collection',
    method: 'POST',
    path: '/v2/items/aggregate',
    summary: 'Group items and aggregate over the groups',
    body: Type.Object({
      ...inCollection,
      ...paging,
      initialFilter: Type.Optional(FreeObject),
      aggregation: Type.Optional(
        Type.Object({
          groupingFields: Type.Optional(Type.Array(FieldPath, { maxItems: 1_000 })),
          operations: Type.Optional(Type.Array(AggregationOperation, { maxItems: 1_000 })),
        }),
      ),
      finalFilter: Type.Optional(FreeObject),
      sort: Type.Optional(Sorting),
      returnTotalCount,
    }),
    response: ResultsResponse,
    errors: [...collectionErrors, ...filterErrors],
  }),
  aggregatePipeline: endpoint({
    id: 'data.items.aggregatePipeline',
    slice: 'data',
    access: 'collection',
    method: 'POST',
    path: '/v2/items/aggregate-pipeline',
    summary: 'Run an aggregation pipeline: filter, group, project, unwind, sort, skip, limit',
    body: Type.Object({
      ...inCollection,
      pipeline: Type.Object({ ...paging, stages: Type.Optional(Type.Array(FreeObject, { maxItems: 100 })) }),
      returnTotalCount,
    }),
    response: ResultsResponse,
    errors: [...collectionErrors, ...filterErrors],
  }),
};
