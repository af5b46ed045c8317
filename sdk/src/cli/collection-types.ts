/** Writes the types of one collection: its items, their writes and its references. */
import type { CollectionField, DataCollection } from '../calls.gen.ts';
import { commentOf, propertyKey, quote } from './names.ts';

/** The types of `@portico/sdk` that the types of a collection may use. */
export const collectionImports = ['Address', 'MediaItem', 'RichContent'] as const;

const SYSTEM_FIELDS: readonly string[] = ['_id', '_owner', '_createdDate', '_updatedDate'];

/** A field of a collection, or of an object inside a field. */
type Field = Pick<CollectionField, 'key' | 'type' | 'typeMetadata' | 'required'>;

/**
 * Whether a type is for reading or for writing. Read items have mutable arrays; writes also accept read-only arrays.
 */
type AccessMode = 'read' | 'write';

export interface CollectionSource {
  /** The declarations of the item, insert and update types. */
  readonly declarations: string;
  /** The entry of the collection in `Site`. */
  readonly entry: string;
}

/** Prints the types of a collection. The names of the types start with `name`. */
export function printCollection(collection: DataCollection, name: string): CollectionSource {
  const { id, displayName = '', fields = [], validated = false } = collection;
  const title = displayName === '' || displayName === id ? id : `${id} (${displayName})`;
  const ownFields = fields.filter(({ key, systemField }) => !systemField && !SYSTEM_FIELDS.includes(key));
  // Only the items of validated collections are checked, and only for callers who may write the field.
  const isRequired = (field: CollectionField): boolean =>
    validated && field.required === true && field.type !== 'MULTI_REFERENCE';
  const isReadable = ({ access }: CollectionField): boolean => (access?.read ?? 'ANYONE') === 'ANYONE';
  const isWritable = ({ access }: CollectionField): boolean => (access?.write ?? 'ANYONE') === 'ANYONE';

  const readProperties = ownFields
    .filter(({ type }) => type !== 'MULTI_REFERENCE')
    .map(
      (field) =>
        describeField(field) +
        property(field.key, valueType(field, 'read', validated), isRequired(field) && isReadable(field)),
    );
  const writeProperties = ownFields.map((field) => {
    const isNeeded = isRequired(field) && isWritable(field) && field.defaultValue === undefined;
    const comment = field.type === 'MULTI_REFERENCE' ? commentOf('Written only with saveReferences.', '  ') : '';
    return comment + property(field.key, writtenType(field, validated), isNeeded);
  });
  // The server fills in missing default values on insert but not on update, so updates require these fields.
  const requiredInUpdates = ownFields
    .filter((field) => isRequired(field) && isWritable(field) && field.defaultValue !== undefined)
    .map((field) => property(field.key, writtenType(field, validated), true));

  const declarations = [
    commentOf(`An item of ${title}.`),
    `export type ${name}Item = {\n`,
    '  _id: string;\n  _owner: string;\n  _createdDate: Date;\n  _updatedDate: Date;\n',
    ...readProperties,
    '};\n\n',
    commentOf(`A new item of ${title}.`),
    `export type ${name}Insert = {\n`,
    '  _id?: string | undefined;\n  _owner?: string | undefined;\n',
    '  _createdDate?: Date | undefined;\n  _updatedDate?: Date | undefined;\n',
    ...writeProperties,
    '};\n\n',
    commentOf(`An entire item of ${title} that replaces the stored one.`),
    `export type ${name}Update = ${name}Insert & {\n  _id: string;\n`,
    ...requiredInUpdates,
    '};\n',
  ].join('');

  const references = ownFields.flatMap((field) => referenceEntry(field));
  const entry = [
    displayName === id ? '' : commentOf(displayName, '    '),
    `    ${propertyKey(id)}: {\n`,
    `      item: ${name}Item;\n      insert: ${name}Insert;\n      update: ${name}Update;\n`,
    references.length === 0 ? '      references: {};\n' : `      references: {\n${references.join('')}      };\n`,
    '    };\n',
  ].join('');
  return { declarations, entry };
}

/** Returns the comment of a field: its label and its type, because field types may share a TypeScript type. */
function describeField({ key, type, displayName = '', description = '' }: CollectionField): string {
  const name = displayName === '' || displayName === key ? type : `${displayName} (${type})`;
  return commentOf(description === '' ? name : `${name}: ${description}`, '  ');
}

function property(key: string, type: string, isRequired: boolean, indent = '  '): string {
  if (isRequired) return `${indent}${propertyKey(key)}: ${type};\n`;
  return `${indent}${propertyKey(key)}?: ${type === 'unknown' ? type : `${type} | null | undefined`};\n`;
}

const ID_OR_ITEM = 'string | { readonly _id: string }';

/** Returns the type of a field in a write, where a reference may be an id or an item with that id. */
function writtenType(field: Field, validated: boolean): string {
  if (field.type === 'REFERENCE') return ID_OR_ITEM;
  if (field.type === 'MULTI_REFERENCE') return `readonly (${ID_OR_ITEM})[]`;
  return valueType(field, 'write', validated);
}

function valueType(field: Field, mode: AccessMode, validated: boolean, indent = '  '): string {
  const list = (element: string): string => `${mode === 'write' ? 'readonly ' : ''}${element}[]`;
  const { array, object } = (field.typeMetadata ?? {}) as {
    array?: { elementType?: Field['type'] };
    object?: { fields?: readonly Field[] };
  };
  switch (field.type) {
    case 'NUMBER':
      return 'number';
    case 'BOOLEAN':
      return 'boolean';
    case 'DATETIME':
      return 'Date';
    case 'RICH_CONTENT':
      return 'RichContent';
    case 'ADDRESS':
      return 'Address';
    case 'MEDIA_GALLERY':
    case 'ARRAY_DOCUMENT':
      return list('MediaItem');
    case 'ARRAY_STRING':
      return list('string');
    case 'ARRAY': {
      const element = array?.elementType
        ? valueType({ key: '', type: array.elementType }, mode, validated, indent)
        : 'unknown';
      return list(/^\w+$/.test(element) ? element : `(${element})`);
    }
    case 'OBJECT': {
      const parts = object?.fields ?? [];
      if (parts.length === 0) return 'Record<string, unknown>';
      const inner = `${indent}  `;
      const properties = parts.map((part) =>
        property(part.key, valueType(part, mode, validated, inner), validated && part.required === true, inner),
      );
      return `{\n${properties.join('')}${indent}}`;
    }
    case 'ANY':
    case 'MULTI_REFERENCE':
      return 'unknown';
    default:
      return 'string';
  }
}

function referenceEntry({ key, type, typeMetadata }: CollectionField): string[] {
  const metadata = (typeMetadata ?? {}) as Record<string, { referencedCollectionId?: string } | undefined>;
  const isMultiReference = type === 'MULTI_REFERENCE';
  const to = metadata[isMultiReference ? 'multiReference' : 'reference']?.referencedCollectionId;
  if (to === undefined || (!isMultiReference && type !== 'REFERENCE')) return [];
  return [`        ${propertyKey(key)}: { to: ${quote(to)}; many: ${isMultiReference} };\n`];
}
