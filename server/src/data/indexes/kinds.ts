/** Which kind of column a field gets. Pure. */
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

/** Undefined where the declaration leaves it open: an undeclared field, ANY, a part of an object. */
export function declaredKind(fields: readonly Field[], path: readonly string[]): ColumnKind | undefined {
  if (path.length > 1) return undefined;
  if (path[0] === '_updatedDate') return 'date';
  const type = fields.find(({ key }) => key === path[0])?.type;
  return type && KIND_OF_TYPE[type];
}

/** Types whose values are short and are counted, summed and sorted: their fields have a column from the beginning. */
const PROMOTED_TYPES: ReadonlySet<FieldType> = new Set(['NUMBER', 'BOOLEAN', 'DATETIME', 'REFERENCE']);
/** every column costs each write a little */
const MAX_PROMOTED = 8;

/** The fields of a new collection that get a column while the table is empty, when it costs nothing to add. */
export const initiallyPromoted = (fields: readonly Field[]): Field[] =>
  fields.filter(({ key, type }) => PROMOTED_TYPES.has(type) && !key.includes('.')).slice(0, MAX_PROMOTED);

/** The functions that take a column's value out of `data`. */
export const EXTRACT_FUNCTIONS: Readonly<Record<ColumnKind, string>> = {
  text: 'portico.text_of',
  number: 'portico.number_of',
  boolean: 'portico.boolean_of',
  date: 'portico.date_of',
  list: '',
};
