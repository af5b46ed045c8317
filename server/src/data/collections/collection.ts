import type { collectionsEndpoints } from '@portico/contract/data/collections';
import type { Input } from '@portico/contract/endpoint';
import type { FieldType, SortOrder } from '@portico/domain';
import type { MirrorSource } from '../query/link-fields.ts';
import type { Field, StoredColumn } from '../query/scope.ts';
import type { Levels, SpecialRights } from './permissions.ts';
import type { SchemaChange } from './schema-change.ts';

export type CollectionInput = Input<(typeof collectionsEndpoints)['createCollection']>['body']['collection'];

/** The declared properties of a collection, without its items. */
export interface Definition {
  readonly displayName: string;
  readonly displayField: string | null;
  readonly displayNamespace: string | null;
  readonly defaultDisplayOrder: { readonly fieldKey: string; readonly direction?: SortOrder } | null;
  /** Declared fields, without the system fields. */
  readonly fields: readonly Field[];
  readonly plugins: NonNullable<CollectionInput['plugins']>;
  readonly levels: Levels;
  /** Writes are validated against the declared fields. */
  readonly validated: boolean;
}

/** The physical storage of the items, which clients do not declare. */
export interface Layout {
  readonly columns: readonly StoredColumn[];
  readonly indexes: readonly StoredIndex[];
  /**
   * Maps the key of each mirror to its source. A mirror is a multi-reference that shows, in the opposite direction, the
   * links of a field of another collection.
   */
  readonly mirrors: Readonly<Record<string, MirrorSource>>;
  /** Links from or to items of the collection may exist, so removing an item also deletes links. */
  readonly linked: boolean;
  /** Lexemes of the items are stored for search. */
  readonly searchable: boolean;
  /** Language of the full-text index. */
  readonly wordsIn?: string;
  /** Paths of fields that get their promoted column again after all rows have been migrated to the current shape. */
  readonly waiting: readonly (readonly string[])[];
}

/** An index, as managed by the indexes service. */
export interface StoredIndex {
  readonly id: string;
  readonly name: string;
  readonly fields: readonly { readonly path: string; readonly order: SortOrder }[];
  readonly unique: boolean;
  readonly caseInsensitive: boolean;
  /** A TEXT index supports `$contains` on one text field. */
  readonly kind: 'REGULAR' | 'TEXT';
  readonly source: 'SYSTEM' | 'USER';
  readonly status: 'BUILDING' | 'ACTIVE' | 'DROPPING' | 'FAILED';
  readonly failure?: { readonly code: string; readonly description: string; readonly itemId?: string };
}

/** A stored collection. `table` is the quoted, schema-qualified name of its item table. */
export interface Collection extends Definition {
  readonly id: string;
  readonly siteId: string;
  /** The quoted schema of the site. */
  readonly schema: string;
  readonly special: readonly SpecialRights[];
  readonly layout: Layout;
  /** Number of the last schema change. Rows with a smaller number have not been migrated to it. */
  readonly shape: number;
  /** Schema changes to which some rows may not have been migrated yet, oldest first. */
  readonly pending: readonly SchemaChange[];
  readonly table: string;
  readonly tableName: string;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Returns the keys of the fields of a type. */
export const listKeysOfType = (collection: Pick<Definition, 'fields'>, type: FieldType): string[] =>
  collection.fields.filter((field) => field.type === type).map((field) => field.key);

/** Returns only the declared properties of a collection. */
export const definitionOf = ({
  displayName,
  displayField,
  displayNamespace,
  defaultDisplayOrder,
  fields,
  plugins,
  levels,
  validated,
}: Definition): Definition => ({
  displayName,
  displayField,
  displayNamespace,
  defaultDisplayOrder,
  fields,
  plugins,
  levels,
  validated,
});
