/** Enums and limits of collections and items (specification sections 3 and 9; data contract sections 1.6, 2 and 7). */

/** Roles in which the collections service states permissions. */
export const collectionRoles = ['ADMIN', 'SITE_MEMBER_AUTHOR', 'SITE_MEMBER', 'ANYONE'] as const;
export type CollectionRole = (typeof collectionRoles)[number];

/** Levels in which the permissions service states the same, from the most open to the most closed. */
export const accessLevels = ['ANYONE', 'SITE_MEMBER', 'SITE_MEMBER_AUTHOR', 'CMS_EDITOR', 'PRIVILEGED'] as const;
export type AccessLevel = (typeof accessLevels)[number];

/** Levels at which a single field can be kept from people who may use the item. */
export const fieldLevels = ['ANYONE', 'SITE_MEMBER', 'CMS_EDITOR', 'PRIVILEGED'] as const;
export type FieldLevel = (typeof fieldLevels)[number];

export const itemOperations = ['insert', 'read', 'update', 'remove'] as const;
export type ItemOperation = (typeof itemOperations)[number];

export const environmentModes = ['LIVE', 'SANDBOX', 'SANDBOX_PREFERRED'] as const;
export const sortOrders = ['ASC', 'DESC'] as const;
export type SortOrder = (typeof sortOrders)[number];

export const fieldTypes = [
  'TEXT',
  'NUMBER',
  'DATE',
  'DATETIME',
  'TIME',
  'BOOLEAN',
  'URL',
  'RICH_TEXT',
  'RICH_CONTENT',
  'IMAGE',
  'VIDEO',
  'AUDIO',
  'DOCUMENT',
  'ARRAY_DOCUMENT',
  'ARRAY_STRING',
  'ARRAY',
  'OBJECT',
  'ANY',
  'REFERENCE',
  'MULTI_REFERENCE',
  'MEDIA_GALLERY',
  'MEDIA_IMAGE',
  'MEDIA_VECTOR_ART',
  'ADDRESS',
  'PAGE_LINK',
  'LANGUAGE',
  'SLUG',
  'EMAIL',
] as const;
export type FieldType = (typeof fieldTypes)[number];

export const pluginTypes = [
  'PUBLISH',
  'SINGLE_ITEM',
  'URLIZED',
  'GRIDAPPLESS',
  'MULTILINGUAL',
  'SHARED',
  'EDITABLE_PAGE_LINK',
  'CMS',
  // Not in the vendor's list of types, though its client has calls that add and delete them.
  'CATALOG',
  'DRAFT_ITEMS',
] as const;
export type PluginType = (typeof pluginTypes)[number];

/** Plugins that make items drafts. Portico does not build drafts, so no collection can be given one. */
export const draftPluginTypes: readonly PluginType[] = ['PUBLISH', 'DRAFT_ITEMS'];

/** What a collection says its items can do. */
export const dataOperations = [
  'AGGREGATE',
  'BULK_INSERT',
  'BULK_PATCH',
  'BULK_REMOVE',
  'BULK_SAVE',
  'BULK_UPDATE',
  'COUNT',
  'DISTINCT',
  'FIND',
  'GET',
  'INSERT',
  'INSERT_REFERENCE',
  'IS_REFERENCED',
  'PATCH',
  'QUERY_REFERENCED',
  'REMOVE',
  'REMOVE_REFERENCE',
  'REPLACE_REFERENCES',
  'SAVE',
  'TRUNCATE',
  'UPDATE',
] as const;

/** Operators that a field can say its filters take. */
export const queryOperators = [
  'EQ',
  'LT',
  'GT',
  'NE',
  'LTE',
  'GTE',
  'STARTS_WITH',
  'ENDS_WITH',
  'CONTAINS',
  'HAS_SOME',
  'HAS_ALL',
  'EXISTS',
  'URLIZED',
] as const;
export type QueryOperator = (typeof queryOperators)[number];

/** Fields that the server makes and keeps inside every item. */
export const systemFields = ['_id', '_owner', '_createdDate', '_updatedDate'] as const;

/** Indexes that a collection may have beside those of the system. */
export const indexLimits = { regular: 10, unique: 3, total: 13 } as const;

export const dataLimits = {
  collectionIdLength: 256,
  itemIdLength: 256,
  fieldKeyLength: 256,
  fieldsPerCollection: 500,
  /** bytes of an item as JSON text */
  itemBytes: 512_000,
  itemDepth: 64,
  bulkItems: 1_000,
  pageSize: 1_000,
  /** items that a page may bring along by includeReferences */
  includedItems: 50_000,
  defaultPageSize: 50,
  searchPageSize: 100,
  /** rows counted for a page's total before it answers tooManyToCount */
  totalCount: 1_000_000,
  filterDepth: 32,
  filterConditions: 500,
  filterListLength: 1_000,
  pathLength: 1_000,
  pathSegments: 32,
  sortFields: 10,
  projectionFields: 500,
  /** characters of a cursor */
  cursorLength: 100_000,
  /** characters of a text in $matches, and parts of one */
  matchLength: 1_000,
  matchParts: 200,
} as const;
