/** Calls on links between items (data contract sections 1 and 2.3). */
import Type from 'typebox';
import { BULK_BODY_LIMIT, endpoint } from '../endpoint.ts';
import {
  CollectionId,
  collectionErrors,
  commonOptions,
  DataItem,
  FieldPath,
  Fields,
  FreeObject,
  ItemId,
  Order,
  PagingMetadata,
  paging,
  readOptions,
} from './shared.ts';

const Reference = Type.Object(
  {
    referringItemFieldName: FieldPath,
    referringItemId: ItemId,
    referencedItemId: ItemId,
  },
  { title: 'Reference', description: 'A link from one item to another.' },
);
/** All properties are optional, so that the server rejects a missing one with WDE0080, as live sites do. */
const References = Type.Object({
  dataCollectionId: CollectionId,
  dataItemReferences: Type.Optional(Type.Array(Type.Partial(Reference))),
  ...commonOptions,
});
const LinkResults = Type.Object({
  results: Type.Array(
    Type.Object({
      action: Type.Enum(['INSERT', 'DELETE'] as const),
      referenceMetadata: Type.Object({
        originalIndex: Type.Integer(),
        success: Type.Boolean(),
        error: Type.Optional(Type.Object({ code: Type.String(), description: Type.String(), data: FreeObject })),
      }),
    }),
  ),
  bulkActionMetadata: Type.Object({
    totalSuccesses: Type.Integer(),
    totalFailures: Type.Integer(),
    undetailedFailures: Type.Integer(),
  }),
});
const linkErrors = [...collectionErrors, 'WDE0020', 'WDE0029', 'WDE0073', 'WDE0079', 'WDE0080', 'WDE0153'] as const;

export const referencesEndpoints = {
  isReferenced: endpoint({
    id: 'data.references.isReferenced',
    slice: 'data',
    access: 'collection',
    method: 'POST',
    path: '/v2/items/is-referenced',
    summary: 'Check whether an item references another',
    body: Type.Object({
      dataCollectionId: CollectionId,
      ...Type.Partial(Reference).properties,
      ...readOptions,
    }),
    response: Type.Object({ isReferenced: Type.Boolean() }),
    errors: [...linkErrors],
  }),
  insertReferences: endpoint({
    id: 'data.references.insert',
    slice: 'data',
    access: 'collection',
    method: 'POST',
    path: '/v2/bulk/items/insert-references',
    summary: 'Insert references',
    body: References,
    response: LinkResults,
    bodyLimit: BULK_BODY_LIMIT,
    errors: [...linkErrors],
  }),
  removeReferences: endpoint({
    id: 'data.references.remove',
    slice: 'data',
    access: 'collection',
    method: 'POST',
    path: '/v2/bulk/items/remove-references',
    summary: 'Remove references',
    body: References,
    response: LinkResults,
    bodyLimit: BULK_BODY_LIMIT,
    errors: [...linkErrors],
  }),
  replaceReferences: endpoint({
    id: 'data.references.replace',
    slice: 'data',
    access: 'collection',
    method: 'POST',
    path: '/v2/items/replace-references',
    summary: 'Replace all references of a field',
    body: Type.Object({
      dataCollectionId: CollectionId,
      referringItemFieldName: Type.Optional(FieldPath),
      referringItemId: Type.Optional(ItemId),
      newReferencedItemIds: Type.Optional(Type.Array(ItemId)),
      ...commonOptions,
    }),
    response: Type.Object({ dataItemReferences: Type.Array(Reference) }),
    errors: [...linkErrors],
  }),
  queryReferenced: endpoint({
    id: 'data.references.query',
    slice: 'data',
    access: 'collection',
    method: 'POST',
    path: '/v2/items/query-referenced',
    summary: 'List the items that one or more items reference',
    body: Type.Object({
      dataCollectionId: CollectionId,
      referringItemFieldName: Type.Optional(FieldPath),
      referringItemId: Type.Optional(ItemId),
      referringItemIds: Type.Optional(Type.Array(ItemId, { maxItems: 1_000 })),
      order: Type.Optional(Order),
      fields: Type.Optional(Fields),
      returnTotalCount: Type.Optional(Type.Boolean()),
      ...paging,
      ...readOptions,
    }),
    response: Type.Object({
      results: Type.Array(
        Type.Object({
          dataItem: Type.Optional(DataItem),
          referringItemId: Type.Optional(Type.String()),
          unresolvedReference: Type.Optional(
            Type.Object({
              referringItemId: Type.String(),
              referencedItemId: Type.String(),
              unauthorized: Type.Optional(Type.Boolean()),
            }),
          ),
        }),
      ),
      pagingMetadata: PagingMetadata,
    }),
    errors: [...linkErrors, 'WDE0151', 'WDE0152'],
  }),
};
