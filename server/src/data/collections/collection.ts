import type { collectionsEndpoints, Field as FieldSchema } from '@portico/contract/data/collections';
import type { Input } from '@portico/contract/endpoint';
import type { FieldType, SortOrder } from '@portico/domain';
import type { Static } from 'typebox';
import type { Levels, SpecialRights } from '../permissions.ts';

export type Sent = Input<(typeof collectionsEndpoints)['createCollection']>['body']['collection'];

/** A declared field as it is stored: what is not set is not there. */
export type Field = Static<typeof FieldSchema>;

/** What a collection is, apart from its items. */
export interface Definition {
  readonly displayName: string;
  readonly displayField: string | null;
  readonly displayNamespace: string | null;
  readonly defaultDisplayOrder: { readonly fieldKey: string; readonly direction?: SortOrder } | null;
  /** declared fields, without the system's */
  readonly fields: readonly Field[];
  readonly plugins: NonNullable<Sent['plugins']>;
  readonly levels: Levels;
  /** items are held to the declared fields */
  readonly validated: boolean;
}

/** What a promoted column holds: a text, number, boolean, a date as its canonical text, or an array as it is. */
export type ColumnKind = 'text' | 'number' | 'boolean' | 'date' | 'list';

/**
 * A field that is also kept in a column of its own, for indexes and statistics. `data` stays the truth: a check of the
 * table holds the column to it. READY: every value of the field is of the column's kind, null or missing, and queries
 * use the column. BUILDING: it is written, but older rows may lack it. MIXED: values of other kinds are there, and
 * queries look into `data`.
 */
export interface StoredColumn {
  /** made by the server */
  readonly name: string;
  /** the dotted name of the field, in parts */
  readonly path: readonly string[];
  readonly kind: ColumnKind;
  readonly state: 'BUILDING' | 'READY' | 'MIXED';
  /** keys under which rows of a smaller shape have the field, while a rename is under way; the oldest first */
  readonly former?: readonly { readonly path: readonly string[]; readonly before: number }[];
  /** an index on its text without regard to case: `start` serves startsWith, `part` also contains */
  readonly folded?: readonly ('start' | 'part')[];
}

/** What the server keeps about the item table, beside what is declared. */
export interface Layout {
  readonly columns: readonly StoredColumn[];
  readonly indexes: readonly StoredIndex[];
  /** multi-reference fields that are the other side of a field in another collection, by key */
  readonly mirrors: Readonly<Record<string, Mirrored>>;
  /** links from or to its items may exist: removing an item has them to clear */
  readonly linked: boolean;
  /** words of its items are kept for search */
  readonly searchable: boolean;
  /** language in which they are cut */
  readonly wordsIn?: string;
  /** fields that get their columns again once every row has been through the schema changes */
  readonly waiting: readonly (readonly string[])[];
}

/** The field that declares what a mirror shows. */
export interface Mirrored {
  readonly collectionId: string;
  readonly tableName: string;
  readonly field: string;
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

/** A change of a field that touches stored values. */
export interface SchemaChange {
  readonly number: number;
  readonly kind: 'RENAME' | 'RETYPE' | 'DROP' | 'UNDO';
  /** key of the field; for RENAME the former one, and `to` the new one */
  readonly field: string;
  readonly to?: string;
  /** for RETYPE: the type before and after */
  readonly fromType?: FieldType;
  readonly toType?: FieldType;
  /** the field as it was declared before */
  readonly declared?: Field;
  /** for UNDO: what it undoes */
  readonly undoes?: SchemaChange;
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
