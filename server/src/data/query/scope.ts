/** What a query knows of a collection: where its fields are stored, and what the caller may see. */
import type { Field as FieldSchema } from '@portico/contract/data/collections';
import type { Static } from 'typebox';
import type { Path } from './tree.ts';

/** A declared field as it is stored: what is not set is not there. */
export type Field = Static<typeof FieldSchema>;

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

/** Where a field is stored: in a column of its own, somewhere in `data`, or, for this caller, nowhere. */
export type FieldRef = ColumnRef | { readonly path: Path } | { readonly missing: true };

/** What a filter looks at: a field, or the links of a multi-reference, which stand apart from the item. */
export type FilterTarget = FieldRef | { readonly links: LinkTable };

/** The links of one multi-reference. */
export interface LinkTable {
  /** the site's schema, quoted */
  readonly schema: string;
  /** item table and key of the field that declares the reference */
  readonly tableName: string;
  readonly field: string;
  /** item table of the mirror, where it is the mirror that reads them; else null */
  readonly mirrorIn: string | null;
}

/** A column: of the system, and then never null, or promoted, and then null for what is null or missing. */
export interface ColumnRef {
  readonly column: string;
  readonly type: ColumnType;
  /** promoted: where the field itself is, for what a column cannot tell */
  readonly promoted?: Path;
  /** promoted: how an index serves its text without regard to case */
  readonly folded?: StoredColumn['folded'];
}

/** What its SQL type is: text, timestamptz, numeric, boolean, text of a date, jsonb of an array. */
export type ColumnType = 'text' | 'moment' | 'number' | 'boolean' | 'date' | 'list';

/** What a caller may see of a collection, as far as a query is concerned. */
export interface Scope {
  /** the owner whose rows alone count; null for every row */
  readonly owner: string | null;
  /** keys of fields that nobody has, as far as the caller can tell */
  readonly hidden: readonly string[];
  /** promoted columns; those that are not READY are passed over */
  readonly columns: readonly StoredColumn[];
  /** multi-references, by key */
  readonly links?: ReadonlyMap<string, LinkTable>;
  /** keys of the DATETIME fields: ISO texts in filters on them are read as dates */
  readonly dates?: readonly string[];
}

/** Every row and field, nothing promoted. */
export const UNRESTRICTED: Scope = { owner: null, hidden: [], columns: [] };

/** Fields that have a column in every item table. */
export const SYSTEM_COLUMNS: Readonly<Record<string, ColumnRef | undefined>> = {
  _id: { column: 'id', type: 'text' },
  _owner: { column: 'owner', type: 'text' },
  _createdDate: { column: 'created_at', type: 'moment' },
};
