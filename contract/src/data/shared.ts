/**
 * Schemas that the data endpoints share (data contract sections 1 and 2). Unknown keys in requests are always
 * tolerated.
 */
import { dataLimits, type ErrorCode, environmentModes, sortOrders } from '@portico/domain';
import Type from 'typebox';

export const CollectionId = Type.String({
  minLength: 1,
  maxLength: dataLimits.collectionIdLength,
  examples: ['Rehearsals'],
});
/** The schema does not validate the id, because the server rejects invalid ids with the codes WDE0007 and WDE0079. */
export const ItemId = Type.String({ examples: ['rehearsal-1'] });
export const FieldPath = Type.String({ minLength: 1, maxLength: dataLimits.pathLength });

/** An object of any shape: an item's data, a filter, or options of the vendor. */
export const FreeObject = Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true }));

/** Options that every call accepts. Options for features that Portico lacks have no effect. */
export const commonOptions = {
  environment: Type.Optional(Type.Enum(environmentModes)),
  suppressHooks: Type.Optional(Type.Boolean()),
  appOptions: Type.Optional(FreeObject),
  publishPluginOptions: Type.Optional(Type.Object({ includeDraftItems: Type.Optional(Type.Boolean()) })),
};

export const readOptions = {
  ...commonOptions,
  consistentRead: Type.Optional(Type.Boolean()),
  language: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
};

export const Fields = Type.Array(FieldPath, { maxItems: dataLimits.projectionFields });

export const IncludeReferences = Type.Array(
  Type.Object({ field: FieldPath, limit: Type.Optional(Type.Integer({ minimum: 1, maximum: dataLimits.pageSize })) }),
  { maxItems: 100 },
);

export const Order = Type.Enum(sortOrders);

export const Sorting = Type.Array(Type.Object({ fieldName: FieldPath, order: Type.Optional(Order) }), {
  maxItems: dataLimits.sortFields,
});

export const OffsetPaging = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: dataLimits.pageSize })),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  },
  {
    title: 'DataOffsetPaging',
    description: 'Selects a page of items by its size and the number of items to skip.',
    examples: [{ limit: 50, offset: 100 }],
  },
);

export const CursorPaging = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: dataLimits.pageSize })),
    cursor: Type.Optional(Type.String({ maxLength: dataLimits.cursorLength })),
  },
  {
    title: 'DataCursorPaging',
    description:
      'Selects a page of items by the cursor that the previous page returned. Omit the cursor for the first page.',
    examples: [{ limit: 50 }],
  },
);

export const paging = { paging: Type.Optional(OffsetPaging), cursorPaging: Type.Optional(CursorPaging) };

export const PagingMetadata = Type.Object(
  {
    count: Type.Integer(),
    offset: Type.Optional(Type.Integer()),
    /** Present only if it was requested and there are not too many matches to count. */
    total: Type.Optional(Type.Integer()),
    tooManyToCount: Type.Optional(Type.Boolean()),
    cursors: Type.Optional(Type.Object({ next: Type.Optional(Type.String()), prev: Type.Optional(Type.String()) })),
    hasNext: Type.Optional(Type.Boolean()),
  },
  {
    title: 'DataPagingMetadata',
    description: 'Position of a page of items, and the cursors of the previous and the next page.',
    examples: [{ count: 50, cursors: { next: 'eyJhZnRlciI6Mn0.c2lnbmF0dXJl' }, hasNext: true }],
  },
);

/**
 * An item in a response. The vendor's client reads only `data`, which includes the system fields (`_id`, `_owner`,
 * `_createdDate`, `_updatedDate`).
 */
export const DataItem = Type.Object(
  { id: Type.String(), dataCollectionId: Type.String(), data: FreeObject },
  {
    title: 'DataItem',
    description:
      'An item of a collection. `data` holds its fields and the system fields (`_id`, `_owner`, `_createdDate`, `_updatedDate`).',
    examples: [
      {
        id: 'rehearsal-1',
        dataCollectionId: 'Rehearsals',
        data: {
          _id: 'rehearsal-1',
          _createdDate: { $date: '2026-03-01T09:30:00.000Z' },
          title: 'First rehearsal',
          seats: 40,
        },
      },
    ],
  },
);

export const DataItemInput = Type.Object(
  {
    id: Type.Optional(Type.Unknown()),
    data: Type.Optional(FreeObject),
  },
  {
    title: 'DataItemInput',
    description: 'An item to write. If it has no id, the server generates one.',
    examples: [{ data: { title: 'First rehearsal', seats: 40 } }],
  },
);

/** A write is applied only if the stored item matches the filter. */
export const Condition = Type.Object(
  { filter: Type.Optional(FreeObject) },
  {
    title: 'WriteCondition',
    description: 'An item is written only if the stored item matches the filter.',
    examples: [{ filter: { seats: { $gt: 0 } } }],
  },
);

/** Error codes of any call on a collection. */
export const collectionErrors = [
  'WDE0025',
  'WDE0026',
  'WDE0027',
  'WDE0028',
  'WDE0109',
  'WDE0179',
] as const satisfies ErrorCode[];

/** Error codes of filters, sorts and pages. */
export const filterErrors = [
  'WDE0070',
  'WDE0080',
  'WDE0093',
  'WDE0151',
  'WDE0152',
  'WDE0169',
] as const satisfies ErrorCode[];

/** Error codes of items in requests. */
export const itemErrors = [
  'WDE0007',
  'WDE0009',
  'WDE0079',
  'WDE0080',
  'WDE0134',
  'WDE0168',
  'WDE0123',
  'WDE0133',
] as const satisfies ErrorCode[];
