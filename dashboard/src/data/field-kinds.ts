import type { Calls } from '@portico/contract';
import type { FieldType } from '@portico/domain/data';

export type Collection = Calls['data.collections.get']['response']['collection'];
export type Field = NonNullable<Collection['fields']>[number];
export type Item = Record<string, unknown> & { _id: string };

/** A kind determines how values of a field are shown, filtered and edited. Several types share one kind. */
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

export const isText = (kind: FieldKind): boolean => kind === 'text' || kind === 'longText';

/** The parts of an address that users can edit and by which they can filter. */
export const addressParts = [
  { key: 'formatted', label: 'As one line' },
  { key: 'streetAddress.name', label: 'Street' },
  { key: 'streetAddress.number', label: 'House number' },
  { key: 'postalCode', label: 'Postal code' },
  { key: 'city', label: 'City' },
  { key: 'subdivision', label: 'Region' },
  { key: 'country', label: 'Country' },
] as const;

/** A field, or a part of an address field, that items can be filtered by. */
export interface FilterField {
  readonly key: string;
  readonly title: string;
  readonly kind: FieldKind;
  readonly field: Field;
}

export const filterFieldsOf = (fields: readonly Field[]): readonly FilterField[] =>
  fields.flatMap((field) => {
    const filterField = { key: field.key, title: titleOf(field), kind: kindOf(field), field };
    if (field.type !== 'ADDRESS') return [filterField];
    const parts = addressParts.map(({ key, label }) => ({
      key: `${field.key}.${key}`,
      title: `${titleOf(field)}: ${label.toLowerCase()}`,
      kind: 'text' as const,
      field,
    }));
    return [filterField, ...parts];
  });

const systemTitles: Readonly<Record<string, string>> = {
  _id: 'Id',
  _owner: 'Owner',
  _createdDate: 'Created',
  _updatedDate: 'Changed',
};

export const titleOf = (field: Field): string => systemTitles[field.key] ?? field.displayName ?? field.key;

/** The titles of the field types, the most common ones first. */
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
  { value: 'MEDIA_GALLERY', label: 'Gallery (JSON)' },
  { value: 'DOCUMENT', label: 'Document' },
  { value: 'ARRAY_DOCUMENT', label: 'Documents (JSON)' },
  { value: 'VIDEO', label: 'Video' },
  { value: 'AUDIO', label: 'Audio' },
  { value: 'ADDRESS', label: 'Address' },
  { value: 'REFERENCE', label: 'Reference to one item' },
  { value: 'MULTI_REFERENCE', label: 'References to many items' },
  { value: 'RICH_CONTENT', label: 'Rich content (JSON)' },
  { value: 'LANGUAGE', label: 'Language' },
  { value: 'OBJECT', label: 'Object (JSON)' },
  { value: 'ARRAY', label: 'List (JSON)' },
  { value: 'ANY', label: 'Anything (JSON)' },
];

/** Returns the id of the collection that a reference field refers to. */
export function referencedCollection(field: Field): string | undefined {
  const metadata = field.typeMetadata as
    | Record<'reference' | 'multiReference', { referencedCollectionId?: string } | undefined>
    | undefined;
  return (metadata?.reference ?? metadata?.multiReference)?.referencedCollectionId;
}
