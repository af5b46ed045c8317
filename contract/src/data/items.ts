/** Calls on single items (data contract section 1). */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Empty } from '../shared.ts';
import {
  CollectionId,
  Condition,
  collectionErrors,
  commonOptions,
  DataItem,
  DataItemInput,
  FieldPath,
  Fields,
  filterErrors,
  IncludeReferences,
  ItemId,
  itemErrors,
  readOptions,
} from './shared.ts';

const saveOptions = {
  ...commonOptions,
  /** Include referenced items in the response. */
  includeReferencedItems: Type.Optional(Type.Boolean()),
  /** Also write the values of multi-reference fields. */
  saveReferences: Type.Optional(Type.Boolean()),
};

export const FieldModification = Type.Object(
  {
    action: Type.Enum([
      'SET_FIELD',
      'INCREMENT_FIELD',
      'APPEND_TO_ARRAY',
      'REMOVE_FROM_ARRAY',
      'REMOVE_FIELD',
    ] as const),
    fieldPath: FieldPath,
    setFieldOptions: Type.Optional(Type.Object({ value: Type.Unknown() })),
    incrementFieldOptions: Type.Optional(Type.Object({ value: Type.Number() })),
    appendToArrayOptions: Type.Optional(Type.Object({ value: Type.Unknown() })),
    removeFromArrayOptions: Type.Optional(Type.Object({ value: Type.Unknown() })),
  },
  {
    title: 'FieldModification',
    description: 'One change of one field of an item.',
    examples: [{ action: 'SET_FIELD', fieldPath: 'title', setFieldOptions: { value: 'Second rehearsal' } }],
  },
);

const OneItem = Type.Object({ dataItem: DataItem });
const byId = { dataCollectionId: CollectionId, dataItemId: ItemId };

export const itemsEndpoints = {
  getItem: endpoint({
    id: 'data.items.get',
    slice: 'data',
    method: 'GET',
    path: '/v2/items/{dataItemId*}',
    summary: 'Get an item by its id',
    query: Type.Object({
      ...byId,
      ...readOptions,
      fields: Type.Optional(Fields),
      includeReferences: Type.Optional(IncludeReferences),
      includeFieldGroups: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
    }),
    response: OneItem,
    errors: [...collectionErrors, 'WDE0073', 'WDE0079', 'WDE0080'],
  }),
  insertItem: endpoint({
    id: 'data.items.insert',
    slice: 'data',
    method: 'POST',
    path: '/v2/items',
    summary: 'Insert an item; the server generates a missing id',
    body: Type.Object({ dataCollectionId: CollectionId, dataItem: DataItemInput, ...saveOptions }),
    response: OneItem,
    errors: [...collectionErrors, ...itemErrors, 'WDE0074', 'WDE0153', 'WDE0303'],
  }),
  updateItem: endpoint({
    id: 'data.items.update',
    slice: 'data',
    method: 'POST',
    path: '/v2/items/update',
    also: [['PUT', '/v2/items/{dataItemId}']],
    summary: 'Replace an item; omitted fields are removed',
    query: Type.Object({ dataItemId: Type.Optional(ItemId) }),
    body: Type.Object({
      dataCollectionId: CollectionId,
      dataItem: DataItemInput,
      condition: Type.Optional(Condition),
      ...saveOptions,
    }),
    response: OneItem,
    errors: [...collectionErrors, ...itemErrors, ...filterErrors, 'WDE0073', 'WDE0153', 'WDE0303'],
  }),
  saveItem: endpoint({
    id: 'data.items.save',
    slice: 'data',
    method: 'POST',
    path: '/v2/items/save',
    summary: 'Insert an item, or replace the one with its id',
    body: Type.Object({ dataCollectionId: CollectionId, dataItem: DataItemInput, ...saveOptions }),
    response: Type.Object({ dataItem: DataItem, action: Type.Enum(['INSERTED', 'UPDATED'] as const) }),
    errors: [...collectionErrors, ...itemErrors, 'WDE0153', 'WDE0303'],
  }),
  patchItem: endpoint({
    id: 'data.items.patch',
    slice: 'data',
    method: 'POST',
    path: '/v2/items/patch',
    also: [['PATCH', '/v2/items/{dataItemId}']],
    summary: 'Change single fields of an item',
    query: Type.Object({ dataItemId: Type.Optional(ItemId) }),
    body: Type.Object({
      dataCollectionId: CollectionId,
      patch: Type.Object({
        /** Optional if the path contains the id. */
        dataItemId: Type.Optional(ItemId),
        fieldModifications: Type.Array(FieldModification, { minItems: 1, maxItems: 1_000 }),
      }),
      condition: Type.Optional(Condition),
      ...commonOptions,
    }),
    response: OneItem,
    errors: [...collectionErrors, ...itemErrors, ...filterErrors, 'WDE0073', 'WDE0153', 'WDE0303'],
  }),
  removeItem: endpoint({
    id: 'data.items.remove',
    slice: 'data',
    method: 'POST',
    path: '/v2/items/remove',
    summary: 'Remove an item and return it',
    body: Type.Object({ ...byId, condition: Type.Optional(Condition), ...commonOptions }),
    response: OneItem,
    errors: [...collectionErrors, ...filterErrors, 'WDE0073', 'WDE0079'],
  }),
  removeItemByPath: endpoint({
    id: 'data.items.removeByPath',
    slice: 'data',
    method: 'DELETE',
    path: '/v2/items/{dataItemId*}',
    summary: 'Remove an item (REST form)',
    query: Type.Object({ ...byId, ...commonOptions }),
    response: OneItem,
    errors: [...collectionErrors, ...filterErrors, 'WDE0073', 'WDE0079'],
  }),
  truncateItems: endpoint({
    id: 'data.items.truncate',
    slice: 'data',
    method: 'POST',
    path: '/v2/items/truncate',
    summary: 'Remove every item of a collection',
    body: Type.Object({ dataCollectionId: CollectionId, ...commonOptions }),
    response: Empty,
    errors: [...collectionErrors],
  }),
  createDraft: endpoint({
    id: 'data.items.createDraft',
    slice: 'data',
    method: 'POST',
    path: '/v2/items/create-draft',
    summary: 'Create a draft of a published item',
    body: Type.Object({ ...byId, ...commonOptions }),
    response: OneItem,
    errors: [...collectionErrors, 'WDE0073', 'WDE0119'],
  }),
  publishDraft: endpoint({
    id: 'data.items.publishDraft',
    slice: 'data',
    method: 'POST',
    path: '/v2/items/publish-draft',
    summary: 'Publish a draft',
    body: Type.Object({ ...byId, ...commonOptions }),
    response: OneItem,
    errors: [...collectionErrors, 'WDE0073', 'WDE0119'],
  }),
  unpublishItem: endpoint({
    id: 'data.items.unpublish',
    slice: 'data',
    method: 'POST',
    path: '/v2/items/unpublish',
    summary: 'Unpublish an item',
    body: Type.Object({ ...byId, copyToDraft: Type.Optional(Type.Boolean()), ...commonOptions }),
    response: OneItem,
    errors: [...collectionErrors, 'WDE0073', 'WDE0119'],
  }),
};
