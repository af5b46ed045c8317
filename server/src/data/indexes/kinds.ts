/** Determines the kind of a field's column. */
import type { FieldType } from '@portico/domain';
import type { ColumnKind, Field } from '../query/scope.ts';

const KIND_OF_TYPE: Readonly<Partial<Record<FieldType, ColumnKind>>> = {
  TEXT: 'text',
  NUMBER: 'number',
  BOOLEAN: 'boolean',
  DATETIME: 'date',
  DATE: 'text',
  TIME: 'text',
  URL: 'text',
  RICH_TEXT: 'text',
  IMAGE: 'text',
  VIDEO: 'text',
  AUDIO: 'text',
  DOCUMENT: 'text',
  MEDIA_IMAGE: 'text',
  MEDIA_VECTOR_ART: 'text',
  REFERENCE: 'text',
  LANGUAGE: 'text',
  SLUG: 'text',
  EMAIL: 'text',
  ARRAY: 'list',
  ARRAY_STRING: 'list',
  ARRAY_DOCUMENT: 'list',
  MEDIA_GALLERY: 'list',
};

/**
 * Returns the column kind that a field's declaration determines; undefined for an undeclared field, a property of an
 * object, or a type without a kind, such as ANY.
 */
export function declaredKind(fields: readonly Field[], path: readonly string[]): ColumnKind | undefined {
  if (path.length > 1) return undefined;
  if (path[0] === '_updatedDate') return 'date';
  const type = fields.find(({ key }) => key === path[0])?.type;
  return type && KIND_OF_TYPE[type];
}

/**
 * Types with short values that are often counted, summed or sorted. Fields of these types get a column when they are
 * declared.
 */
const PROMOTED_TYPES: ReadonlySet<FieldType> = new Set(['NUMBER', 'BOOLEAN', 'DATETIME', 'REFERENCE']);
/**
 * Maximum number of fields of a collection that are promoted without an index, because each column slows down every
 * write.
 */
const MAX_PROMOTED = 8;

/**
 * Returns the fields that get a column without an index. In a new collection this costs nothing, because its table is
 * empty.
 */
export const pickInitiallyPromoted = (fields: readonly Field[]): Field[] =>
  fields.filter(({ key, type }) => PROMOTED_TYPES.has(type) && !key.includes('.')).slice(0, MAX_PROMOTED);

/** The SQL functions that extract a column's value from `data`. */
export const EXTRACT_FUNCTIONS: Readonly<Record<ColumnKind, string>> = {
  text: 'portico.text_of',
  number: 'portico.number_of',
  boolean: 'portico.boolean_of',
  date: 'portico.date_of',
  list: '',
};
