/** Schemas that the data endpoints share (data contract sections 1 and 2). Unknown request keys are always tolerated. */
import { dataLimits, type ErrorCode, environmentModes, sortOrders } from '@portico/domain';
import Type from 'typebox';

export const CollectionId = Type.String({ minLength: 1, maxLength: dataLimits.collectionIdLength });
/** Checked in depth by the server: what is wrong with an id has codes of its own (WDE0007, WDE0079). */
export const ItemId = Type.String();
export const FieldPath = Type.String({ minLength: 1, maxLength: dataLimits.pathLength });

/** An object of any shape: an item's data, a filter, a vendor's options. */
export const FreeObject = Type.Unsafe<Record<string, unknown>>(Type.Object({}, { additionalProperties: true }));

/** Options that come with every call; those for what Portico does not have are accepted and change nothing. */
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

export const OffsetPaging = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: dataLimits.pageSize })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
});

export const CursorPaging = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: dataLimits.pageSize })),
  cursor: Type.Optional(Type.String({ maxLength: dataLimits.cursorLength })),
});

export const paging = { paging: Type.Optional(OffsetPaging), cursorPaging: Type.Optional(CursorPaging) };

export const PagingMetadata = Type.Object({
  count: Type.Integer(),
  offset: Type.Optional(Type.Integer()),
  /** only when asked for, and only while it is not too many to count */
  total: Type.Optional(Type.Integer()),
  tooManyToCount: Type.Optional(Type.Boolean()),
  cursors: Type.Optional(Type.Object({ next: Type.Optional(Type.String()), prev: Type.Optional(Type.String()) })),
  hasNext: Type.Optional(Type.Boolean()),
});

/** An item as it leaves: the client reads `data` alone, which holds the system fields (`_id`, `_owner`, `_createdDate`, `_updatedDate`). */
export const DataItem = Type.Object({ id: Type.String(), dataCollectionId: Type.String(), data: FreeObject });

export const DataItemInput = Type.Object({
  id: Type.Optional(Type.Unknown()),
  data: Type.Optional(FreeObject),
});

/** A write happens only where the stored item matches the filter. */
export const Condition = Type.Object({ filter: Type.Optional(FreeObject) });

/** What any call on a collection may answer. */
export const collectionErrors = [
  'WDE0025',
  'WDE0026',
  'WDE0027',
  'WDE0028',
  'WDE0109',
  'WDE0179',
] as const satisfies ErrorCode[];

/** What a filter, sort or page may be refused with. */
export const filterErrors = [
  'WDE0070',
  'WDE0080',
  'WDE0093',
  'WDE0151',
  'WDE0152',
  'WDE0169',
] as const satisfies ErrorCode[];

/** What an item may be refused with. */
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
