import type { collectionsEndpoints } from '@portico/contract/data/collections';
import type { Input } from '@portico/contract/endpoint';
import type { FieldType, SortOrder } from '@portico/domain';
import type { MirrorSource } from '../query/link-fields.ts';
import type { Field, StoredColumn } from '../query/scope.ts';
import type { Levels, SpecialRights } from './permissions.ts';
import type { SchemaChange } from './schema-change.ts';

export type CollectionInput = Input<(typeof collectionsEndpoints)['createCollection']>['body']['collection'];

/** What a collection is, apart from its items. */
export interface Definition {
  readonly displayName: string;
  readonly displayField: string | null;
  readonly displayNamespace: string | null;
  readonly defaultDisplayOrder: { readonly fieldKey: string; readonly direction?: SortOrder } | null;
  /** declared fields, without the system's */
  readonly fields: readonly Field[];
  readonly plugins: NonNullable<CollectionInput['plugins']>;
  readonly levels: Levels;
  /** items are held to the declared fields */
  readonly validated: boolean;
}

/** What the server keeps about the item table, beside what is declared. */
export interface Layout {
  readonly columns: readonly StoredColumn[];
  readonly indexes: readonly StoredIndex[];
  /** multi-reference fields that are the other side of a field in another collection, by key */
  readonly mirrors: Readonly<Record<string, MirrorSource>>;
  /** links from or to its items may exist: removing an item has them to clear */
  readonly linked: boolean;
  /** words of its items are kept for search */
  readonly searchable: boolean;
  /** language in which they are cut */
  readonly wordsIn?: string;
  /** fields that get their columns again once every row has been through the schema changes */
  readonly waiting: readonly (readonly string[])[];
}

/** An index of the indexes service. */
export interface StoredIndex {
  readonly id: string;
  readonly name: string;
  readonly fields: readonly { readonly path: string; readonly order: SortOrder }[];
  readonly unique: boolean;
  readonly caseInsensitive: boolean;
  /** TEXT: for `contains` on one text field */
  readonly kind: 'REGULAR' | 'TEXT';
  readonly source: 'SYSTEM' | 'USER';
  readonly status: 'BUILDING' | 'ACTIVE' | 'DROPPING' | 'FAILED';
  readonly failure?: { readonly code: string; readonly description: string; readonly itemId?: string };
}

/** A collection as stored. `table` is the quoted, schema-qualified name of its item table. */
export interface Collection extends Definition {
  readonly id: string;
  readonly siteId: string;
  /** the site's schema, quoted */
  readonly schema: string;
  readonly special: readonly SpecialRights[];
  readonly layout: Layout;
  /** number of the last schema change; rows with a smaller one have not been through it */
  readonly shape: number;
  /** schema changes that some rows may not have been through yet, oldest first */
  readonly pending: readonly SchemaChange[];
  readonly table: string;
  readonly tableName: string;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The keys of fields of a type. */
export const keysOfType = (collection: Pick<Definition, 'fields'>, type: FieldType): string[] =>
  collection.fields.filter((field) => field.type === type).map((field) => field.key);

/** What is declared, without what the server keeps beside it. */
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
