import type { Calls } from '@portico/contract';
import type { FieldType } from '@portico/domain/data';

export type Collection = Calls['data.collections.get']['answer']['collection'];
export type Field = NonNullable<Collection['fields']>[number];
export type Item = Record<string, unknown> & { _id: string };

/** What a field's values have in common for showing, filtering and editing. */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'number'
  | 'boolean'
  | 'date'
  | 'dateTime'
  | 'time'
  | 'list'
  | 'reference'
  | 'links'
  | 'json';

const kinds: Readonly<Record<FieldType, FieldKind>> = {
  TEXT: 'text',
  URL: 'text',
  EMAIL: 'text',
  SLUG: 'text',
  LANGUAGE: 'text',
  PAGE_LINK: 'text',
  IMAGE: 'text',
  MEDIA_IMAGE: 'text',
  MEDIA_VECTOR_ART: 'text',
  VIDEO: 'text',
  AUDIO: 'text',
  DOCUMENT: 'text',
  RICH_TEXT: 'longText',
  NUMBER: 'number',
  BOOLEAN: 'boolean',
  DATE: 'date',
  DATETIME: 'dateTime',
  TIME: 'time',
  ARRAY_STRING: 'list',
  REFERENCE: 'reference',
  MULTI_REFERENCE: 'links',
  RICH_CONTENT: 'json',
  ARRAY_DOCUMENT: 'json',
  ARRAY: 'json',
  OBJECT: 'json',
  ANY: 'json',
  MEDIA_GALLERY: 'json',
  ADDRESS: 'json',
};

export const kindOf = (field: Field): FieldKind => kinds[field.type] ?? 'json';

const systemTitles: Readonly<Record<string, string>> = {
  _id: 'Id',
  _owner: 'Owner',
  _createdDate: 'Made',
  _updatedDate: 'Changed',
};

export const titleOf = (field: Field): string => systemTitles[field.key] ?? field.displayName ?? field.key;

/** What the dashboard calls the types when a field is made, the usual ones first. */
export const typeTitles: readonly { value: FieldType; label: string }[] = [
  { value: 'TEXT', label: 'Text' },
  { value: 'RICH_TEXT', label: 'Long text (HTML)' },
  { value: 'NUMBER', label: 'Number' },
  { value: 'BOOLEAN', label: 'Yes or no' },
  { value: 'DATE', label: 'Date' },
  { value: 'DATETIME', label: 'Date and time' },
  { value: 'TIME', label: 'Time' },
  { value: 'URL', label: 'Web address' },
  { value: 'EMAIL', label: 'E-mail' },
  { value: 'SLUG', label: 'Slug' },
  { value: 'ARRAY_STRING', label: 'List of texts' },
  { value: 'IMAGE', label: 'Image' },
  { value: 'DOCUMENT', label: 'Document' },
  { value: 'VIDEO', label: 'Video' },
  { value: 'AUDIO', label: 'Audio' },
  { value: 'ADDRESS', label: 'Address' },
  { value: 'REFERENCE', label: 'Reference to one item' },
  { value: 'MULTI_REFERENCE', label: 'References to many items' },
  { value: 'OBJECT', label: 'Object (JSON)' },
  { value: 'ARRAY', label: 'List (JSON)' },
  { value: 'ANY', label: 'Anything (JSON)' },
];

/** the collection that a reference field points to */
export function referencedCollection(field: Field): string | undefined {
  const metadata = field.typeMetadata as
    | Record<'reference' | 'multiReference', { referencedCollectionId?: string } | undefined>
    | undefined;
  return (metadata?.reference ?? metadata?.multiReference)?.referencedCollectionId;
}
