/**
 * Compiles promoted columns and indexes to DDL. Field names come from callers and DDL cannot bind them, so they are
 * quoted with the driver's functions, and only in this file (SQL injection).
 */
import pg from 'pg';
import type { Collection, StoredIndex } from '../collections/collection.ts';
import type { ColumnKind, StoredColumn } from '../query/scope.ts';
import { SYSTEM_COLUMNS } from '../query/scope.ts';
import { EXTRACT_FUNCTIONS } from './kinds.ts';

type Path = readonly string[];
type Table = Pick<Collection, 'table' | 'schema'>;

const COLUMN_TYPES: Readonly<Record<ColumnKind, string>> = {
  text: 'text collate "C"',
  number: 'numeric',
  boolean: 'boolean',
  date: 'text collate "C"',
  list: 'jsonb',
};

/**
 * Adds the column with its check constraints, which apply to new writes at once. Needs a brief exclusive lock on the
 * table. Like all DDL here, each statement has one subcommand, because Citus accepts no more than one.
 */
export function addColumnSql({ table }: Table, column: StoredColumn): string[] {
  const validity = column.state === 'READY' ? '' : ' not valid';
  return [
    `alter table ${table} add column ${column.name} ${COLUMN_TYPES[column.kind]}`,
    `alter table ${table} ${addValueCheck(column)}${validity}`,
    `alter table ${table} ${addKindCheck(column)}${validity}`,
  ];
}

/**
 * Changes the column's checks to the new key. Rows that the rename has not migrated yet are checked under their former
 * keys.
 */
export const rekeySql = ({ table }: Table, column: StoredColumn): string[] => [
  `alter table ${table} drop constraint if exists ${column.name}_kept`,
  `alter table ${table} drop constraint if exists ${column.name}_pure`,
  `alter table ${table} ${addValueCheck(column)} not valid`,
  ...(column.state === 'MIXED' ? [] : [`alter table ${table} ${addKindCheck(column)} not valid`]),
];

export const addKindCheckSql = ({ table }: Table, column: StoredColumn): string =>
  `alter table ${table} ${addKindCheck(column)} not valid`;

const addValueCheck = (column: StoredColumn): string =>
  `add constraint ${column.name}_kept check (${column.name} is not distinct from ${byShape(column, valueSql)})`;

const addKindCheck = (column: StoredColumn): string =>
  `add constraint ${column.name}_pure check (${byShape(column, kindSql)})`;

function byShape(column: StoredColumn, print: (column: StoredColumn) => string): string {
  const earlierShapes = (column.former ?? []).map(
    ({ path, before }) => `when shape < ${before} then ${print({ ...column, path })}`,
  );
  return earlierShapes.length === 0 ? print(column) : `case ${earlierShapes.join(' ')} else ${print(column)} end`;
}

export const dropKindCheckSql = ({ table }: Table, { name }: StoredColumn): string =>
  `alter table ${table} drop constraint if exists ${name}_pure`;

/**
 * Drops the column and its checks. The check `_pure` refers only to `data`, so it would remain if only the column were
 * dropped.
 */
export const dropColumnSql = ({ table }: Table, { name }: StoredColumn): string[] => [
  `alter table ${table} drop constraint if exists ${name}_pure`,
  `alter table ${table} drop column if exists ${name}`,
];

/** Validates the check for all rows. Writes are not blocked meanwhile. */
export const validateSql = ({ table }: Table, { name }: StoredColumn, check: 'kept' | 'pure'): string =>
  `alter table ${table} validate constraint ${name}_${check}`;

/** Returns SQL for the column's value, computed from `data`. */
export const valueSql = ({ path, kind }: Pick<StoredColumn, 'path' | 'kind'>): string =>
  `${EXTRACT_FUNCTIONS[kind]}(${fieldSql(path)})`;

/**
 * Returns the SQL condition under which the column fully represents the field: the value has the column's kind or is
 * null, and no array lies on the path.
 */
export function kindSql({ path, kind }: Pick<StoredColumn, 'path' | 'kind'>): string {
  const notInArrays = path
    .slice(1)
    .map((_, n) => `jsonb_typeof(${fieldSql(path.slice(0, n + 1))}) is distinct from 'array'`);
  const value = fieldSql(path);
  const type = `coalesce(jsonb_typeof(${value}), 'null')`;
  const kindConditions: Readonly<Record<ColumnKind, string>> = {
    text: `${type} in ('null', 'string')`,
    number: `${type} in ('null', 'number')`,
    boolean: `${type} in ('null', 'boolean')`,
    date: `(${type} = 'null' or (${type} = 'object' and ${value} ? '$date'))`,
    list: 'true',
  };
  return [...notInArrays, kindConditions[kind]].join(' and ');
}

export const fieldSql = (path: Path): string =>
  path.length === 1
    ? `(data -> ${quoteKey(path[0])})`
    : `(data #> array[${path.map((key) => quoteKey(key)).join(', ')}]::text[])`;

const quoteKey = (key: string | undefined): string => pg.escapeLiteral(key as string);

export const indexName = ({ id }: Pick<StoredIndex, 'id'>): string => `ix_${id}`;

export interface Extensions {
  /** The schema that holds the trigram operators of pg_trgm; null if pg_trgm is not installed. */
  readonly trigramSchema: string | null;
}

/** @param concurrently builds the index without blocking writes, which PostgreSQL does not allow in a transaction */
export function createIndexSql(
  collection: Collection,
  index: StoredIndex,
  { trigramSchema }: Extensions,
  concurrently: boolean,
): string {
  const [method, keys] = keysSql(collection, index, trigramSchema);
  return `create ${index.unique ? 'unique ' : ''}index ${concurrently ? 'concurrently ' : ''}${indexName(index)} on ${collection.table} using ${method} (${keys})`;
}

export const dropIndexSql = ({ schema }: Table, index: StoredIndex): string =>
  `drop index concurrently if exists ${schema}.${indexName(index)}`;

/** Drops the index immediately, in a transaction that has locked the table exclusively. */
export const dropIndexAtOnceSql = ({ schema }: Table, index: StoredIndex): string =>
  `drop index if exists ${schema}.${indexName(index)}`;

function keysSql(collection: Collection, index: StoredIndex, trigramSchema: string | null): [string, string] {
  const [first] = index.fields;
  const column = first && columnAt(collection, first.path);
  if (index.kind === 'TEXT') {
    const schema = pg.escapeIdentifier(trigramSchema ?? 'portico');
    return ['gin', `(portico.fold_case(${column?.name})) ${schema}.gin_trgm_ops`];
  }
  if (index.unique) return ['btree', uniqueKeySql(collection, index)];
  if (column?.kind === 'list') return ['gin', `${column.name} jsonb_path_ops`];
  const keys = index.fields.map(({ path, order }) => keySql(collection, index, path, order));
  // Pages are sorted by `_id` last, in the direction of the last field. The index ends with `_id` to provide this
  // order.
  const last = index.fields.at(-1)?.order ?? 'ASC';
  if (!index.fields.some(({ path }) => path === '_id')) keys.push(`id ${last}`);
  return ['btree', keys.join(', ')];
}

/** Returns SQL for the key of a unique index. On an untyped field, the unique index covers every value except null. */
export function uniqueKeySql(collection: Pick<Collection, 'layout'>, { fields, caseInsensitive }: StoredIndex): string {
  const { name, kind } = columnAt(collection, fields[0]?.path ?? '') as StoredColumn;
  if (kind === 'list') return `(nullif(${name}, 'null'::jsonb))`;
  return caseInsensitive && kind === 'text' ? `(portico.fold_case(${name}) collate "C")` : name;
}

function keySql(collection: Collection, index: StoredIndex, path: string, order: 'ASC' | 'DESC'): string {
  const system = SYSTEM_COLUMNS[path];
  if (system) return `${system.column} ${order}`;
  const column = columnAt(collection, path) as StoredColumn;
  const value =
    index.caseInsensitive && column.kind === 'text' ? `(portico.fold_case(${column.name}) collate "C")` : column.name;
  return `${value} ${order === 'ASC' ? 'asc nulls first' : 'desc nulls last'}`;
}

/** Returns the promoted column of a field by its dotted name. */
export const columnAt = (collection: Pick<Collection, 'layout'>, path: string): StoredColumn | undefined =>
  collection.layout.columns.find((column) => column.path.join('.') === path);
