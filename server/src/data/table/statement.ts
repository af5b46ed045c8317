/** Runs statements on item tables, and builds the SQL that most of them share. */

import { CompiledQuery } from 'kysely';
import { constraintOf, sqlStateOf, violatesNotNull } from '../../db/errors.ts';
import type { Db } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Collection } from '../collections/collection.ts';
import { EXTRACT_FUNCTIONS } from '../indexes/kinds.ts';
import { bind, type Params } from '../query/params.ts';
import type { ColumnKind } from '../query/scope.ts';
import { reshapedTableSql } from './reshaped-sql.ts';

export interface ItemRow {
  readonly id: string;
  /** The item as JSON text from PostgreSQL. */
  readonly data: string;
}

/** A stored row with all fields. */
export interface StoredItem extends ItemRow {
  readonly owner: string;
}

/**
 * Thrown if the layout of the table differs from the cached collection, or if a value does not fit its column.
 * layout-retry.ts repairs the layout and retries the call. `constraint` is the check that the row violates, if any.
 */
export class LayoutMismatch extends Error {
  override name = 'LayoutMismatch';
  readonly collectionId: string;
  readonly constraint: string | null;
  constructor(collectionId: string, constraint: string | null, cause: unknown) {
    super(`The item table of ${collectionId} differs from its cached layout, or a value does not fit its column.`, {
      cause,
    });
    this.collectionId = collectionId;
    this.constraint = constraint;
  }
}

/**
 * Runs a statement on an item table.
 * @throws AppError WDE0025 if the table has been dropped, WDE0123 for a duplicate unique value, WDE0133 for a value too
 * large for its index; LayoutMismatch
 */
export async function run<Row = unknown>(
  db: Db,
  collection: Collection,
  text: string,
  params: readonly unknown[],
): Promise<Row[]> {
  try {
    return (await db.executeQuery<Row>(CompiledQuery.raw(text, params as unknown[]))).rows;
  } catch (error) {
    throw translateError(error, collection);
  }
}

function translateError(error: unknown, collection: Collection): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const constraint = constraintOf(error) ?? '';
  switch (sqlStateOf(error)) {
    case '42P01':
      return new AppError('WDE0025', { collectionName: collection.id }, error);
    case '42703':
      return new LayoutMismatch(collection.id, null, error);
    case '23502':
      // Null in `shape` means that the row has a newer shape than the cached collection (assignItemSql).
      return violatesNotNull(error, 'shape') ? new LayoutMismatch(collection.id, null, error) : error;
    case '23514':
      return CHECK_NAME.test(constraint) ? new LayoutMismatch(collection.id, constraint, error) : error;
    case '23505':
      if (!constraint.startsWith('ix_')) return error;
      return new AppError('WDE0123', { fieldKey: fieldOf(collection, constraint) }, error);
    case '54000':
      return /index row/.test(error.message)
        ? new AppError('WDE0133', { fieldKey: fieldOf(collection, constraint || error.message) }, error)
        : error;
    default:
      return error;
  }
}

/** Matches the names of the check constraints of promoted columns (indexes/ddl.ts). */
const CHECK_NAME = /^f_[0-9a-f]+_(kept|pure)$/;

/** Returns the field of the index named in an error of PostgreSQL, or all indexed fields if none is named. */
const fieldOf = ({ layout }: Collection, text: string): string => {
  const { indexes } = layout;
  const usedIndexes = indexes.filter(({ id }) => text.includes(`ix_${id}`));
  return (usedIndexes.length > 0 ? usedIndexes : indexes).map(({ fields }) => fields[0]?.path).join(', ');
};

/** Returns SQL for the object `data` with only these keys (function `picked` of migration 0012). */
export function pickedSql(data: string, keys: readonly string[], params: Params): string {
  const tree = JSON.stringify(Object.fromEntries(keys.map((key) => [key, true])));
  return `portico.picked(${data}, ${bind(params, tree, 'jsonb')})`;
}

/**
 * Returns SQL for the `from` item of queries on items. During a schema change it converts the rows to their new shape.
 */
export const sourceSql = (collection: Collection, params: Params, alias = 'item'): string =>
  `${collection.pending.length === 0 ? collection.table : reshapedTableSql(collection, params)} as ${alias}`;

/** Returns SQL for `data` as text without the hidden fields. */
export const visibleDataSql = (hidden: readonly string[], params: Params, data = 'data'): string =>
  hidden.length === 0 ? `${data}::text` : `(${data} - ${bind(params, hidden, 'text[]')})::text`;

/**
 * Returns the names of the promoted columns and SQL for their values.
 * @param item SQL of the item
 * @param shape SQL of the item's shape, required if it may be older than the collection's
 */
export function promotedColumnsSql(
  collection: Collection,
  item: string,
  params: Params,
  shape?: string,
): { names: string[]; values: string[] } {
  const { columns } = collection.layout;
  return {
    names: columns.map(({ name }) => name),
    values: columns.map(({ path, kind, former = [] }) => {
      const formerColumns = shape === undefined ? [] : former;
      const cases = formerColumns.map(
        ({ path, before }) => `when ${shape} < ${before} then ${valueAt(item, path, kind, params)}`,
      );
      const value = valueAt(item, path, kind, params);
      return cases.length === 0 ? value : `case ${cases.join(' ')} else ${value} end`;
    }),
  };
}

/**
 * Like `promotedColumnsSql`, for an item that is a parameter. A cluster evaluates both branches of a `case` of
 * constants, so the cast must not fail for a value of another kind.
 */
export function promotedConstantsSql(
  { layout }: Collection,
  item: string,
  params: Params,
): { names: string[]; values: string[] } {
  return {
    names: layout.columns.map(({ name }) => name),
    values: layout.columns.map(({ path, kind }) => {
      if (kind !== 'number' && kind !== 'boolean') return valueAt(item, path, kind, params);
      const field = fieldAt(item, path, params);
      return `jsonb_path_query_first(${field}, 'strict $ ? (@.type() == "${kind}")')::${kind === 'number' ? 'numeric' : 'boolean'}`;
    }),
  };
}

function valueAt(item: string, path: readonly string[], kind: ColumnKind, params: Params): string {
  return `${EXTRACT_FUNCTIONS[kind]}(${fieldAt(item, path, params)})`;
}

const fieldAt = (item: string, path: readonly string[], params: Params): string =>
  `${item} ${path.length === 1 ? `-> ${bind(params, path[0], 'text')}` : `#> ${bind(params, path, 'text[]')}`}`;

/**
 * Returns SQL for the assignments of an update that stores an item in the row with the alias `stored`. A row must not
 * return to an older shape, because a schema change would then be applied twice. For a process with an outdated shape,
 * the new value of `shape` is null, which the column rejects.
 */
export function assignItemSql(collection: Collection, data: string, params: Params): string {
  const { names, values } = promotedColumnsSql(collection, 'next.data', params);
  const item =
    names.length === 0
      ? `data = ${data}`
      : `(data, ${names.join(', ')}) = (select next.data, ${values.join(', ')} from (select ${data} as data) as next)`;
  return `${item}, ${assignShapeSql(collection)}`;
}

/**
 * Like `assignItemSql`, but computes the item once for each column: a cluster accepts no subquery after `on conflict`.
 */
export function assignConflictingItemSql(collection: Collection, data: string, params: Params): string {
  const { names, values } = promotedColumnsSql(collection, `(${data})`, params);
  const columns = names.map((name, n) => `${name} = ${values[n]}`);
  return [`data = ${data}`, ...columns, assignShapeSql(collection)].join(', ');
}

const assignShapeSql = ({ shape }: Collection): string =>
  `shape = case when stored.shape <= ${shape} then ${shape} end, words = null`;
