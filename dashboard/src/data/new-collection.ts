/** The form for a collection, and the collection it describes. */
import type { Calls } from '@portico/contract';
import type { FieldType } from '@portico/domain/data';
import type { Permissions } from './permission-levels.ts';

interface NewField {
  /** only for React: rows are added and taken away */
  row: string;
  name: string;
  type: FieldType;
  required: boolean;
  /** id of the collection that a reference points to */
  collection: string;
}

export interface NewCollectionValues {
  name: string;
  id: string;
  fields: NewField[];
  /** one of the presets, or 'own' */
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
    key: keyFrom(field.name),
    displayName: field.name.trim(),
    type: field.type,
    ...(field.required ? { required: true } : {}),
    ...metadataOf(field),
  }));
  const lead = fields.find((field) => field.type === 'TEXT') ?? fields[0];
  return {
    id: values.id.trim() || idFrom(values.name),
    displayName: values.name.trim(),
    ...(lead ? { displayField: lead.key } : {}),
    fields,
    permissions: values.permissions,
    validated: true,
  };
}

/** What a reference points to, as its type says it. */
export function metadataOf({ type, collection }: Pick<NewField, 'type' | 'collection'>): {
  typeMetadata?: Record<string, unknown>;
} {
  const referencedCollectionId = collection.trim();
  if (type === 'REFERENCE') return { typeMetadata: { reference: { referencedCollectionId } } };
  if (type === 'MULTI_REFERENCE') return { typeMetadata: { multiReference: { referencedCollectionId } } };
  return {};
}

/** “Blog posts” → `BlogPosts`. A name without Latin letters or digits keeps its own letters. */
export const idFrom = (name: string): string => wordsOf(name).map(capital).join('') || plainly(name);

/** “Release date” → `releaseDate` */
export function keyFrom(name: string): string {
  const [first, ...rest] = wordsOf(name);
  return first === undefined ? plainly(name) : first.toLowerCase() + rest.map(capital).join('');
}

/** The form's field for the path of a violation of the collections service. */
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

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** without spaces, and without the signs that have a meaning in paths of fields */
const plainly = (name: string): string => name.trim().replace(/[\s.$]+/g, '_');
