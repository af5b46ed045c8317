/** Describes reference fields, and where their links are stored. */
import type { Field, LinkTable } from './scope.ts';

/** The type metadata of a multi-reference. */
interface MultiReference {
  readonly referencedCollectionId: string;
  /** Key of the field in the other collection that shows the same links. */
  readonly referencingFieldKey?: string;
  readonly referencingDisplayName?: string;
}

/** Returns the metadata of a multi-reference, or undefined if the field has another type or names no collection. */
export function multiReferenceOf({ type, typeMetadata }: Field): MultiReference | undefined {
  if (type !== 'MULTI_REFERENCE') return undefined;
  const metadata = typeMetadata?.multiReference as Partial<MultiReference> | undefined;
  return typeof metadata?.referencedCollectionId === 'string' ? (metadata as MultiReference) : undefined;
}

/** Returns the id of the collection that a reference or multi-reference points to; undefined for other fields. */
export function referencedCollectionIdOf(field: Field): string | undefined {
  if (field.type !== 'REFERENCE') return multiReferenceOf(field)?.referencedCollectionId;
  const metadata = field.typeMetadata?.reference as { referencedCollectionId?: unknown } | undefined;
  return typeof metadata?.referencedCollectionId === 'string' ? metadata.referencedCollectionId : undefined;
}

/** Returns true if the values of the field refer to items. */
export const isReference = ({ type }: Field): boolean => type === 'REFERENCE' || type === 'MULTI_REFERENCE';

/** The field whose links a mirror shows in the opposite direction. */
export interface MirrorSource {
  readonly collectionId: string;
  readonly tableName: string;
  readonly field: string;
}

/** The properties of a collection that determine where its links are stored. */
interface LinkedCollection {
  /** The quoted schema of the site. */
  readonly schema: string;
  readonly tableName: string;
  readonly fields: readonly Field[];
  readonly layout: { readonly mirrors: Readonly<Record<string, MirrorSource>> };
}

/**
 * Returns where the links of a multi-reference are stored. A mirror reads the links of the declaring field in the
 * opposite direction.
 */
export function linkTable({ schema, tableName, layout }: Omit<LinkedCollection, 'fields'>, key: string): LinkTable {
  const mirrorSource = Object.hasOwn(layout.mirrors, key) ? layout.mirrors[key] : undefined;
  return mirrorSource
    ? { schema, tableName: mirrorSource.tableName, field: mirrorSource.field, mirrorIn: tableName }
    : { schema, tableName, field: key, mirrorIn: null };
}

/** Returns where the links of every multi-reference of a collection are stored, by field key. */
export function linkTables(collection: LinkedCollection): ReadonlyMap<string, LinkTable> {
  const multiple = collection.fields.filter(({ type }) => type === 'MULTI_REFERENCE');
  return multiple.length === 0 ? NO_LINK_TABLES : new Map(multiple.map(({ key }) => [key, linkTable(collection, key)]));
}

const NO_LINK_TABLES: ReadonlyMap<string, LinkTable> = new Map();
