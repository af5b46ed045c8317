/** Fields that refer to items, and where their links are. Pure. */
import type { Field, LinkTable } from './scope.ts';

/** What a multi-reference says about its other side. */
interface MultiReference {
  readonly referencedCollectionId: string;
  /** key of the field in the other collection that shows the same links */
  readonly referencingFieldKey?: string;
  readonly referencingDisplayName?: string;
}

/** The other side of a multi-reference; undefined for a field of another type, or one that names no collection. */
export function multiReferenceOf({ type, typeMetadata }: Field): MultiReference | undefined {
  if (type !== 'MULTI_REFERENCE') return undefined;
  const metadata = typeMetadata?.multiReference as Partial<MultiReference> | undefined;
  return typeof metadata?.referencedCollectionId === 'string' ? (metadata as MultiReference) : undefined;
}

/** The collection that a reference of either kind points to. */
export function referencedBy(field: Field): string | undefined {
  if (field.type !== 'REFERENCE') return multiReferenceOf(field)?.referencedCollectionId;
  const metadata = field.typeMetadata?.reference as { referencedCollectionId?: unknown } | undefined;
  return typeof metadata?.referencedCollectionId === 'string' ? metadata.referencedCollectionId : undefined;
}

/** True for a field whose values are items of a collection. */
export const isReference = ({ type }: Field): boolean => type === 'REFERENCE' || type === 'MULTI_REFERENCE';

/** The field that declares what a mirror shows. */
export interface MirrorSource {
  readonly collectionId: string;
  readonly tableName: string;
  readonly field: string;
}

/** What it takes of a collection to find its links. */
interface Linked {
  /** the site's schema, quoted */
  readonly schema: string;
  readonly tableName: string;
  readonly fields: readonly Field[];
  readonly layout: { readonly mirrors: Readonly<Record<string, MirrorSource>> };
}

/** Where the links of a multi-reference stand. A mirror reads those of the field that declares them, from behind. */
export function linkTable({ schema, tableName, layout }: Omit<Linked, 'fields'>, key: string): LinkTable {
  const mirrored = Object.hasOwn(layout.mirrors, key) ? layout.mirrors[key] : undefined;
  return mirrored
    ? { schema, tableName: mirrored.tableName, field: mirrored.field, mirrorIn: tableName }
    : { schema, tableName, field: key, mirrorIn: null };
}

/** The same for every multi-reference of a collection, by key. */
export function linkTables(collection: Linked): ReadonlyMap<string, LinkTable> {
  const multiple = collection.fields.filter(({ type }) => type === 'MULTI_REFERENCE');
  return multiple.length === 0 ? NONE : new Map(multiple.map(({ key }) => [key, linkTable(collection, key)]));
}

const NONE: ReadonlyMap<string, LinkTable> = new Map();
