/**
 * Describes how a collection's fields are stored and which of them a caller may see, for the compilation of queries.
 */
import type { Field as FieldSchema } from '@portico/contract/data/collections';
import type { Static } from 'typebox';
import type { Path } from './tree.ts';

/** A declared field as stored. Properties that are not set are absent. */
export type Field = Static<typeof FieldSchema>;

/** The content of a promoted column: a text, number, boolean, a date as canonical text, or an array as jsonb. */
export type ColumnKind = 'text' | 'number' | 'boolean' | 'date' | 'list';

/**
 * A field that is also stored in its own column, for indexes and statistics. `data` remains authoritative, and a check
 * constraint keeps the column equal to it. READY: every value of the field is null, missing or of the column's kind,
 * and queries use the column. BUILDING: writes fill it, but older rows may lack it. MIXED: the field contains values of
 * other kinds, and queries read `data`.
 */
export interface StoredColumn {
  /** The name of the column, which the server generated. */
  readonly name: string;
  /** The segments of the dotted field name. */
  readonly path: readonly string[];
  readonly kind: ColumnKind;
  readonly state: 'BUILDING' | 'READY' | 'MIXED';
  /** Keys under which rows with a smaller shape number store the field during a rename, oldest first. */
  readonly former?: readonly { readonly path: readonly string[]; readonly before: number }[];
  /** The kinds of case-insensitive indexes on the text: `start` supports `$startsWith`, `part` supports `$contains`. */
  readonly folded?: readonly ('start' | 'part')[];
}

/** Where a field is stored: in its own column, in `data`, or nowhere because it is hidden from the caller. */
export type FieldRef = ColumnRef | { readonly path: Path } | { readonly missing: true };

/** What a condition tests: a field, or the links of a multi-reference, which are stored outside the item. */
export type FilterTarget = FieldRef | { readonly links: LinkTable };

/** The links of one multi-reference. */
export interface LinkTable {
  /** The quoted schema of the site. */
  readonly schema: string;
  /** Item table and key of the field that declares the reference. */
  readonly tableName: string;
  readonly field: string;
  /**
   * Item table of the mirror, which is the field that shows the links in the opposite direction. Null if the links are
   * read through the field that declares them.
   */
  readonly mirrorIn: string | null;
}

/** A column. System columns are never null; promoted ones are null if the field is null or missing. */
export interface ColumnRef {
  readonly column: string;
  readonly type: ColumnType;
  /** Promoted columns only: the path of the field in `data`, for conditions that the column cannot evaluate. */
  readonly promoted?: Path;
  /** Promoted columns only: the case-insensitive indexes on the text. */
  readonly folded?: StoredColumn['folded'];
}

/** SQL types: text, timestamptz, numeric, boolean, text (a date), jsonb (an array). */
export type ColumnType = 'text' | 'moment' | 'number' | 'boolean' | 'date' | 'list';

/** What a caller may see of a collection in a query. */
export interface Scope {
  /** Restricts the query to the rows of this owner; null if the caller may see all rows. */
  readonly owner: string | null;
  /** Keys of hidden fields. Queries treat them as missing in every item. */
  readonly hidden: readonly string[];
  /** Promoted columns. Those that are not READY are ignored. */
  readonly columns: readonly StoredColumn[];
  /** The multi-references by key. */
  readonly links?: ReadonlyMap<string, LinkTable>;
  /** Keys of the DATETIME fields, for which ISO strings in filters are also read as dates. */
  readonly dates?: readonly string[];
}

/** A scope with all rows and fields and without promoted columns. */
export const UNRESTRICTED: Scope = { owner: null, hidden: [], columns: [] };

/** Fields that have a column in every item table. */
export const SYSTEM_COLUMNS: Readonly<Record<string, ColumnRef | undefined>> = {
  _id: { column: 'id', type: 'text' },
  _owner: { column: 'owner', type: 'text' },
  _createdDate: { column: 'created_at', type: 'moment' },
};
