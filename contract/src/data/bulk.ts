/**
 * Bulk calls and asynchronous jobs (data contract sections 1 and 1.2). A bulk call is not atomic and returns one result
 * per item.
 */
import type { ErrorCode } from '@portico/domain';
import Type, { type TSchema } from 'typebox';
import { BULK_BODY_LIMIT, endpoint } from '../endpoint.ts';
import { FieldModification } from './items.ts';
import {
  CollectionId,
  Condition,
  collectionErrors,
  commonOptions,
  DataItem,
  DataItemInput,
  FreeObject,
  filterErrors,
} from './shared.ts';

const ItemError = Type.Object({ code: Type.String(), description: Type.String(), data: FreeObject });

const ItemMetadata = Type.Object({
  id: Type.Optional(Type.String()),
  originalIndex: Type.Integer(),
  success: Type.Boolean(),
  error: Type.Optional(ItemError),
});

/** `action` is always present, because the vendor's client does not count a success without it. */
const BulkResponse = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        action: Type.Enum(['INSERT', 'UPDATE', 'PATCH', 'DELETE'] as const),
        itemMetadata: ItemMetadata,
        dataItem: Type.Optional(DataItem),
      }),
    ),
    bulkActionMetadata: Type.Object({
      totalSuccesses: Type.Integer(),
      totalFailures: Type.Integer(),
      undetailedFailures: Type.Integer(),
    }),
  },
  { title: 'BulkItemsResult', description: 'One result for each item of a bulk call. Bulk calls are not atomic.' },
);

const saveOptions = {
  ...commonOptions,
  saveReferences: Type.Optional(Type.Boolean()),
  returnEntity: Type.Optional(Type.Boolean()),
};
/** The schema sets no maximum, because too many items are rejected with the codes WDE0006 and WDE0069. */
const Items = Type.Array(DataItemInput);
const Ids = Type.Array(Type.String());

const bulkErrors = [...collectionErrors, 'WDE0080'] as const satisfies ErrorCode[];

const bulk = <const I extends string, const P extends string, const B extends TSchema, const E extends ErrorCode[]>(
  id: I,
  path: P,
  summary: string,
  body: B,
  errors: E,
) =>
  endpoint({
    id,
    slice: 'data',
    access: 'collection',
    method: 'POST',
    path,
    summary,
    body,
    response: BulkResponse,
    bodyLimit: BULK_BODY_LIMIT,
    errors: [...bulkErrors, ...errors],
  });

export const bulkEndpoints = {
  bulkInsertItems: bulk(
    'data.bulk.insert',
    '/v2/bulk/items/insert',
    'Add up to 1,000 items',
    Type.Object({ dataCollectionId: CollectionId, dataItems: Items, ...saveOptions }),
    ['WDE0006', 'WDE0091'],
  ),
  bulkUpdateItems: bulk(
    'data.bulk.update',
    '/v2/bulk/items/update',
    'Replace up to 1,000 items',
    Type.Object({
      dataCollectionId: CollectionId,
      dataItems: Items,
      condition: Type.Optional(Condition),
      ...saveOptions,
    }),
    ['WDE0006', ...filterErrors],
  ),
  bulkSaveItems: bulk(
    'data.bulk.save',
    '/v2/bulk/items/save',
    'Add or replace up to 1,000 items',
    Type.Object({ dataCollectionId: CollectionId, dataItems: Items, ...saveOptions }),
    ['WDE0006', 'WDE0091'],
  ),
  bulkPatchItems: bulk(
    'data.bulk.patch',
    '/v2/bulk/items/patch',
    'Change named fields of up to 1,000 items',
    Type.Object({
      dataCollectionId: CollectionId,
      patches: Type.Array(
        Type.Object({
          dataItemId: Type.String(),
          fieldModifications: Type.Array(FieldModification, { minItems: 1, maxItems: 1_000 }),
        }),
      ),
      condition: Type.Optional(Condition),
      ...saveOptions,
    }),
    ['WDE0006', ...filterErrors],
  ),
  bulkRemoveItems: bulk(
    'data.bulk.remove',
    '/v2/bulk/items/remove',
    'Remove up to 1,000 items',
    Type.Object({
      dataCollectionId: CollectionId,
      dataItemIds: Ids,
      condition: Type.Optional(Condition),
      returnEntity: Type.Optional(Type.Boolean()),
      ...commonOptions,
    }),
    ['WDE0069', ...filterErrors],
  ),
  asyncPatchByFilter: endpoint({
    id: 'data.bulk.asyncPatch',
    slice: 'data',
    access: 'collection',
    method: 'POST',
    path: '/v2/bulk/items/async-patch-by-filter',
    summary: 'Start a job that changes every item matching a filter',
    body: Type.Object({
      dataCollectionId: CollectionId,
      filter: Type.Optional(FreeObject),
      fieldModifications: Type.Array(FieldModification, { minItems: 1, maxItems: 1_000 }),
      ...commonOptions,
    }),
    response: Type.Object({ jobId: Type.String() }),
    errors: [...collectionErrors, ...filterErrors, 'WDE0014', 'WDE0134', 'WDE0168', 'WDE0303'],
  }),
  asyncRemoveByFilter: endpoint({
    id: 'data.bulk.asyncRemove',
    slice: 'data',
    access: 'collection',
    method: 'POST',
    path: '/v2/bulk/items/async-remove-by-filter',
    summary: 'Start a job that removes every item matching a filter',
    body: Type.Object({ dataCollectionId: CollectionId, filter: Type.Optional(FreeObject), ...commonOptions }),
    response: Type.Object({ jobId: Type.String() }),
    errors: [...collectionErrors, ...filterErrors, 'WDE0014'],
  }),
  getAsyncJobStatus: endpoint({
    id: 'data.jobs.status',
    slice: 'data',
    access: 'self or items:read',
    method: 'GET',
    path: '/v2/async-jobs/{jobId}/status',
    summary: 'Get the progress of a job',
    query: Type.Object({ jobId: Type.String({ minLength: 1, maxLength: 100 }) }),
    response: Type.Object({
      status: Type.Enum(['INITIALIZED', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'UNKNOWN_STATUS'] as const),
      successCount: Type.Integer(),
    }),
    errors: [],
  }),
};
