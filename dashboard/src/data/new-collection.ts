/** The values of the form for a new collection, and their conversion to the collection to create. */
import type { Calls } from '@portico/contract';
import type { FieldType } from '@portico/domain/data';
import type { Permissions } from './permission-levels.ts';

interface NewField {
  /** React key of the row. */
  row: string;
  name: string;
  type: FieldType;
  required: boolean;
  /** Id of the collection that a reference field refers to. */
  collection: string;
}

export interface NewCollectionValues {
  name: string;
  id: string;
  fields: NewField[];
  /** One of the presets, or 'own' if the user chooses the permission for each operation. */
  preset: string;
  permissions: Permissions;
}

export const emptyField = (): NewField => ({
  row: crypto.randomUUID(),
  name: '',
  type: 'TEXT',
  required: false,
  collection: '',
});

export function toCollection(values: NewCollectionValues): Calls['data.collections.create']['body']['collection'] {
  const fields = values.fields.map((field) => ({
    key: fieldKeyFrom(field.name),
    displayName: field.name.trim(),
    type: field.type,
    ...(field.required ? { required: true } : {}),
    ...metadataOf(field),
  }));
  const displayField = fields.find((field) => field.type === 'TEXT') ?? fields[0];
  return {
    id: values.id.trim() || collectionIdFrom(values.name),
    displayName: values.name.trim(),
    ...(displayField ? { displayField: displayField.key } : {}),
    fields,
    permissions: values.permissions,
    validated: true,
  };
}

/** Returns the type metadata of a field. For a reference, it contains the id of the referenced collection. */
export function metadataOf({ type, collection }: Pick<NewField, 'type' | 'collection'>): {
  typeMetadata?: Record<string, unknown>;
} {
  const referencedCollectionId = collection.trim();
  if (type === 'REFERENCE') return { typeMetadata: { reference: { referencedCollectionId } } };
  if (type === 'MULTI_REFERENCE') return { typeMetadata: { multiReference: { referencedCollectionId } } };
  return {};
}

/**
 * Derives an id: “Blog posts” → `BlogPosts`. In a name without Latin letters and digits, only spaces, dots and dollar
 * signs are replaced.
 */
export const collectionIdFrom = (name: string): string =>
  wordsOf(name).map(capitalize).join('') || replacePathCharacters(name);

/** Derives a field key from a name: “Release date” → `releaseDate`. */
export function fieldKeyFrom(name: string): string {
  const [first, ...rest] = wordsOf(name);
  return first === undefined ? replacePathCharacters(name) : first.toLowerCase() + rest.map(capitalize).join('');
}

/** Returns the name of the form field for the path of a violation. */
export function formFieldOf(path: string): string | undefined {
  if (/(^|\.)id$/.test(path) && !path.includes('fields')) return 'id';
  if (path.endsWith('displayName') && !path.includes('fields')) return 'name';
  const index = /fields(?:\.|\[)(\d+)/.exec(path)?.[1];
  return index === undefined ? undefined : `fields.${index}.name`;
}

const wordsOf = (name: string): string[] =>
  name
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .split(/[^a-zA-Z0-9]+/)
    .filter((word) => word !== '');

const capitalize = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** Replaces spaces, and the characters that have a special meaning in field paths, with underscores. */
const replacePathCharacters = (name: string): string => name.trim().replace(/[\s.$]+/g, '_');
