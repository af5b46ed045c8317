/** How statements on an item table are run, and what every one of them has to mind. */

import { CompiledQuery } from 'kysely';
import type { Db } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Collection } from '../collections/collection.ts';
import { EXTRACT_FUNCTIONS } from '../indexes/kinds.ts';
import { bind, type Params } from '../query/params.ts';
import type { ColumnKind } from '../query/scope.ts';
import { reshapedTable } from './reshaped-sql.ts';

export interface ItemRow {
  readonly id: string;
  /** the item as JSON text, as PostgreSQL printed it */
  readonly data: string;
}

/** A row as it is stored, whole. */
export interface StoredItem extends ItemRow {
  readonly owner: string;
}

/**
 * The table is not laid out as this process remembered, or a value does not fit its column any more: mend.ts puts it
 * right, and the call is done once more. `constraint` is the check that refused the row, if it was one.
 */
export class LayoutMismatch extends Error {
  override name = 'LayoutMismatch';
  readonly collectionId: string;
  readonly constraint: string | null;
  constructor(collectionId: string, constraint: string | null, cause: unknown) {
    super('The item table is laid out otherwise than this process knew.', { cause });
    this.collectionId = collectionId;
    this.constraint = constraint;
  }
}

/**
 * Runs a statement on the item table. A table that another process has just dropped is a collection that is gone.
 * @throws AppError WDE0123 a value that must be unique is taken, WDE0133 a value too large for its index, LayoutMismatch
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
    throw translated(error, collection);
  }
}

function translated(error: unknown, collection: Collection): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  const constraint = 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : '';
  switch (error.code) {
    case '42P01':
      return new AppError('WDE0025', { collectionName: collection.id }, error);
    case '42703':
      return new LayoutMismatch(collection.id, null, error);
    case '23502':
      // A row in a newer shape than this process knew (assign).
      return 'column' in error && error.column === 'shape' ? new LayoutMismatch(collection.id, null, error) : error;
    case '23514':
      return CHECK.test(constraint) ? new LayoutMismatch(collection.id, constraint, error) : error;
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

/** The checks of promoted columns (indexes/ddl.ts). */
const CHECK = /^f_[0-9a-f]+_(kept|pure)$/;

/** The field of the index that a text of PostgreSQL names; all that may be meant where it names none. */
const fieldOf = ({ layout }: Collection, text: string): string => {
  const { indexes } = layout;
  const named = indexes.filter(({ id }) => text.includes(`ix_${id}`));
  return (named.length > 0 ? named : indexes).map(({ fields }) => fields[0]?.path).join(', ');
};

/** What stands after `from` where items are read: rows that a schema change has not reached yet in their new shape. */
export const source = (collection: Collection, alias = 'item'): string =>
  `${collection.pending.length === 0 ? collection.table : reshapedTable(collection)} as ${alias}`;

/** `data` as text, as those may see it from whom these fields are hidden. */
export const visible = (hidden: readonly string[], params: Params, data = 'data'): string =>
  hidden.length === 0 ? `${data}::text` : `(${data} - ${bind(params, hidden, 'text[]')})::text`;

/**
 * Names of the promoted columns, and their values for an item that the SQL expression stands for.
 * @param shape SQL of the item's shape, where it may be smaller than its collection's
 */
export function promoted(
  collection: Collection,
  item: string,
  params: Params,
  shape?: string,
): { names: string[]; values: string[] } {
  const { columns } = collection.layout;
  return {
    names: columns.map(({ name }) => name),
    values: columns.map(({ path, kind, former = [] }) => {
      const formerly = shape === undefined ? [] : former;
      const cases = formerly.map(
        ({ path, before }) => `when ${shape} < ${before} then ${valueAt(item, path, kind, params)}`,
      );
      const value = valueAt(item, path, kind, params);
      return cases.length === 0 ? value : `case ${cases.join(' ')} else ${value} end`;
    }),
  };
}

function valueAt(item: string, path: readonly string[], kind: ColumnKind, params: Params): string {
  const field = path.length === 1 ? `-> ${bind(params, path[0], 'text')}` : `#> ${bind(params, path, 'text[]')}`;
  return `${EXTRACT_FUNCTIONS[kind]}(${item} ${field})`;
}

/**
 * What an update sets so that the row, alias `stored`, holds the item which the expression makes of it. A row never goes
 * back to a smaller shape: its values would go through a schema change twice. The column takes no null, and so refuses
 * who has not heard of the change.
 */
export function assign(collection: Collection, data: string, params: Params): string {
  const { names, values } = promoted(collection, 'next.data', params);
  const item =
    names.length === 0
      ? `data = ${data}`
      : `(data, ${names.join(', ')}) = (select next.data, ${values.join(', ')} from (select ${data} as data) as next)`;
  const { shape } = collection;
  return `${item}, shape = case when stored.shape <= ${shape} then ${shape} end, words = null`;
}
