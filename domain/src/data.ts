/** Enums and limits of collections and items (specification sections 3 and 9; data contract sections 1.6, 2 and 7). */

/** Roles that the collections service uses in permissions. */
export const collectionRoles = ['ADMIN', 'SITE_MEMBER_AUTHOR', 'SITE_MEMBER', 'ANYONE'] as const;
export type CollectionRole = (typeof collectionRoles)[number];

/**
 * The access levels that the permissions service uses instead of these roles, from the most open to the most
 * restricted.
 */
export const accessLevels = ['ANYONE', 'SITE_MEMBER', 'SITE_MEMBER_AUTHOR', 'CMS_EDITOR', 'PRIVILEGED'] as const;
export type AccessLevel = (typeof accessLevels)[number];

/** Access levels of a single field. They restrict it further than the permissions of the collection do. */
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
  // The vendor's list of plugin types lacks these two, but its client has calls that add and delete them.
  'CATALOG',
  'DRAFT_ITEMS',
] as const;
export type PluginType = (typeof pluginTypes)[number];

/**
 * Plugins that give items a draft state. Portico does not support drafts, so it rejects these plugins on every
 * collection.
 */
export const draftPluginTypes: readonly PluginType[] = ['PUBLISH', 'DRAFT_ITEMS'];

/** Operations on items. Each collection reports which of them it supports. */
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

/** Filter operators. Each field reports which of them it supports. */
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

/** Fields that the server sets in every item. */
export const systemFields = ['_id', '_owner', '_createdDate', '_updatedDate'] as const;

/** Maximum number of indexes of a collection, not counting the system indexes. */
export const indexLimits = { regular: 10, unique: 3, total: 13 } as const;

export const dataLimits = {
  collectionIdLength: 256,
  itemIdLength: 256,
  fieldKeyLength: 256,
  fieldsPerCollection: 500,
  /** Maximum size of an item, in bytes of its JSON text. */
  itemBytes: 512_000,
  itemDepth: 64,
  bulkItems: 1_000,
  pageSize: 1_000,
  /** Maximum number of items that a page includes through includeReferences. */
  includedItems: 50_000,
  defaultPageSize: 50,
  searchPageSize: 100,
  /** Maximum number of rows counted for the total of a page. Above it, the page reports tooManyToCount. */
  totalCount: 1_000_000,
  filterDepth: 32,
  filterConditions: 500,
  filterListLength: 1_000,
  pathLength: 1_000,
  pathSegments: 32,
  sortFields: 10,
  projectionFields: 500,
  /** Maximum length of a cursor, in characters. */
  cursorLength: 100_000,
  /** Maximum length of a pattern of `$matches`, in characters, and the maximum number of its parts. */
  matchLength: 1_000,
  matchParts: 200,
} as const;
