/** How statements on an item table are run, and what every one of them has to mind. */
import { CompiledQuery } from 'kysely';
import type { Db } from '../../db/index.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Collection, ColumnKind } from '../collections/collection.ts';
import { bind, type Params } from '../query/to-sql.ts';

export interface ItemRow {
  readonly id: string;
  /** the item as JSON text, as PostgreSQL printed it */
  readonly data: string;
}

/** Runs a statement on the item table. A table that another process has just dropped is a collection that is gone. */
export async function run<Row = unknown>(
  db: Db,
  collection: Collection,
  text: string,
  params: readonly unknown[],
): Promise<Row[]> {
  try {
    return (await db.executeQuery<Row>(CompiledQuery.raw(text, params as unknown[]))).rows;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '42P01') {
      throw new AppError('WDE0025', { collectionName: collection.id }, error);
    }
    throw error;
  }
}

/** What stands after `from` where items are read: rows that a schema change has not reached yet in their new shape. */
export const source = (collection: Collection): string => collection.table;

/** `data` as text, as those may see it from whom these fields are hidden. */
export const visible = (hidden: readonly string[], params: Params, data = 'data'): string =>
  hidden.length === 0 ? `${data}::text` : `(${data} - ${bind(params, hidden, 'text[]')})::text`;

const VALUE_OF: Readonly<Record<ColumnKind, string>> = {
  text: 'portico.text_of',
  number: 'portico.number_of',
  boolean: 'portico.boolean_of',
  date: 'portico.date_of',
  list: '',
};

/** Names of the promoted columns, and their values for an item that the SQL expression stands for. */
export function promoted(collection: Collection, item: string, params: Params): { names: string[]; values: string[] } {
  const { columns } = collection.layout;
  return {
    names: columns.map(({ name }) => name),
    values: columns.map(({ path, kind }) => {
      const field = path.length === 1 ? `-> ${bind(params, path[0], 'text')}` : `#> ${bind(params, path, 'text[]')}`;
      return `${VALUE_OF[kind]}(${item} ${field})`;
    }),
  };
}

/** What an update sets so that the row holds the item which the expression makes of it. */
export function assign(collection: Collection, data: string, params: Params): string {
  const { names, values } = promoted(collection, 'next.data', params);
  const item =
    names.length === 0
      ? `data = ${data}`
      : `(data, ${names.join(', ')}) = (select next.data, ${values.join(', ')} from (select ${data} as data) as next)`;
  return `${item}, shape = ${collection.shape}, words = null`;
}
