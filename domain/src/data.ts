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
] as const;

/** Fields that the server makes and keeps inside every item. */
export const systemFields = ['_id', '_owner', '_createdDate', '_updatedDate'] as const;

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
} as const;
