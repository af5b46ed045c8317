/** Compiles filters of requests to SQL conditions with bound values (forms contract section 2.3). */
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../kernel/app-error.ts';
import { isGuid } from '../kernel/ids.ts';
import type { Column, Columns, Comparison } from './columns.ts';

export type Condition = RawBuilder<boolean>;
type Json = Readonly<Record<string, unknown>>;

const MAX_CONDITIONS = 100;
const MAX_DEPTH = 10;
const MAX_LIST_LENGTH = 500;
/** Maximum size of a filter in bytes. It is limited because the cursor contains the filter. */
const MAX_FILTER_BYTES = 8_000;

/** An error in a filter. `path` names the part, such as `$and.0.status.$eq`, and is empty for the whole filter. */
export interface FilterProblem {
  readonly path: string;
  readonly reason: string;
}

const invalidFilter = ({ reason }: FilterProblem): Error => new AppError('INVALID_FILTER', { reason });

/**
 * Compiles a filter to a SQL condition.
 * @param toError returns the error to throw for a problem; by default INVALID_FILTER with the reason
 * @throws the error that `toError` returns
 */
export function filterToSql(
  filter: unknown,
  columns: Columns,
  toError: (problem: FilterProblem) => Error = invalidFilter,
): Condition {
  const compilation = { columns, toError, conditionsLeft: MAX_CONDITIONS };
  if (Buffer.byteLength(JSON.stringify(filter ?? {})) > MAX_FILTER_BYTES) {
    throw toError({ path: '', reason: 'it is too long' });
  }
  return conditionOf(filter ?? {}, compilation, [], MAX_DEPTH);
}

interface Compilation {
  readonly columns: Columns;
  readonly toError: (problem: FilterProblem) => Error;
  conditionsLeft: number;
}

type Path = readonly (string | number)[];

/**
 * Returns the namespace that the filter requires by equality, at its root or in a list of $and.
 * @throws AppError MISSING_NAMESPACE_FILTER if it requires none
 */
export function namespaceOf(filter: unknown): string {
  const parts = isJson(filter) ? [filter, ...(Array.isArray(filter.$and) ? filter.$and : [])] : [];
  for (const part of parts) {
    const operand = isJson(part) ? part.namespace : undefined;
    const namespace = isJson(operand) ? operand.$eq : operand;
    if (typeof namespace === 'string') return namespace;
  }
  throw new AppError('MISSING_NAMESPACE_FILTER');
}

function conditionOf(filter: unknown, compilation: Compilation, path: Path, depth: number): Condition {
  const invalid = (reason: string, partPath = path) => compilation.toError({ path: partPath.join('.'), reason });
  if (!isJson(filter)) throw invalid('a condition must be an object');
  if (depth === 0) throw invalid(`the filter is nested deeper than ${MAX_DEPTH} levels`);
  const parts = Object.entries(filter).map(([key, value]) => {
    const partPath = [...path, key];
    compilation.conditionsLeft -= 1;
    if (compilation.conditionsLeft < 0) throw invalid(`the filter has more than ${MAX_CONDITIONS} conditions`);
    const compileParts = (parts: unknown) => {
      if (!Array.isArray(parts)) throw invalid(`${key} must be a list`, partPath);
      return parts.map((part, index) => conditionOf(part, compilation, [...partPath, index], depth - 1));
    };
    switch (key) {
      case '$and':
        return allOf(compileParts(value));
      case '$or':
        return anyOf(compileParts(value));
      case '$not':
        return sql<boolean>`not coalesce(${allOf(compileParts(Array.isArray(value) ? value : [value]))}, false)`;
      default:
        return fieldCondition(key, value, compilation, partPath);
    }
  });
  return allOf(parts);
}

function fieldCondition(name: string, value: unknown, { columns, toError }: Compilation, path: Path): Condition {
  const invalid = (reason: string) => toError({ path: path.join('.'), reason });
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (!column) throw invalid(`the field ${name.slice(0, 100)} cannot be used in a filter`);
  const comparisons = isJson(value) && !isDate(value) ? Object.entries(value) : [['$eq', value] as const];
  if (comparisons.length === 0) throw invalid(`${name} has no operator`);
  return allOf(
    comparisons.map(([operator, operand]) => {
      if (!(column.comparisons as readonly string[]).includes(operator)) {
        throw invalid(`${name} does not support the operator ${operator.slice(0, 50)}`);
      }
      if (operator === '$exists' && typeof operand !== 'boolean') {
        throw invalid(`$exists of ${name} must be true or false`);
      }
      try {
        return comparison(column, operator as Comparison, operand, name);
      } catch (error) {
        throw error instanceof InvalidOperand ? invalid(error.message) : error;
      }
    }),
  );
}

/** An operand whose type does not match its column. */
class InvalidOperand extends Error {}

function comparison(column: Column, operator: Comparison, operand: unknown, name: string): Condition {
  const left = column.sql;
  if (column.type === 'texts') return textsComparison(column, operator, operand, name);
  switch (operator) {
    case '$eq':
      return operand === null ? sql<boolean>`${left} is null` : equals(column, bindOperand(column, operand, name));
    case '$ne':
      if (operand === null) return sql<boolean>`${left} is not null`;
      return sql<boolean>`not coalesce(${equals(column, bindOperand(column, operand, name))}, false)`;
    case '$in':
      return isAmong(column, bindList(column, operand, name));
    case '$nin':
      return sql<boolean>`not coalesce(${left} = any(${bindList(column, operand, name)}), false)`;
    case '$exists':
      return operand === true ? sql<boolean>`${left} is not null` : sql<boolean>`${left} is null`;
    case '$gt':
      return sql<boolean>`${left} > ${bindOperand(column, operand, name)}`;
    case '$gte':
      return sql<boolean>`${left} >= ${bindOperand(column, operand, name)}`;
    case '$lt':
      return sql<boolean>`${left} < ${bindOperand(column, operand, name)}`;
    case '$lte':
      return sql<boolean>`${left} <= ${bindOperand(column, operand, name)}`;
    case '$startsWith':
      return sql<boolean>`starts_with(${left}, ${bindOperand(column, operand, name)})`;
    case '$contains':
      return sql<boolean>`strpos(${left}, ${bindOperand(column, operand, name)}) > 0`;
    case '$hasSome': {
      const list = bindList(column, operand, name);
      // On a single value, $hasSome has the meaning of $in.
      return column.type === 'list' ? sql<boolean>`${left} ?| ${list}` : isAmong(column, list);
    }
    case '$hasAll':
      return sql<boolean>`${left} ?& ${bindList(column, operand, name)}`;
  }
}

/** A comparison matches if one element of the array matches. `$ne` and `$nin` negate `$eq` and `$in`. */
function textsComparison(column: Column, operator: Comparison, operand: unknown, name: string): Condition {
  const left = column.sql;
  const list = () => bindList(column, operand, name);
  switch (operator) {
    case '$ne':
      return sql<boolean>`not ${textsComparison(column, '$eq', operand, name)}`;
    case '$nin':
      return sql<boolean>`not ${left} && ${list()}`;
    case '$in':
    case '$hasSome':
      return sql<boolean>`${left} && ${list()}`;
    case '$hasAll':
      return sql<boolean>`${left} @> ${list()}`;
    case '$exists':
      return operand === true ? sql<boolean>`cardinality(${left}) > 0` : sql<boolean>`cardinality(${left}) = 0`;
    case '$startsWith':
      return sql<boolean>`exists (select from unnest(${left}) as element where starts_with(element, ${bindOperand(column, operand, name)}))`;
    default:
      return sql<boolean>`${left} @> array[${bindOperand(column, operand, name)}]`;
  }
}

function equals({ sql: left, index, within }: Column, right: RawBuilder<unknown> | null): Condition {
  if (right === null) return sql<boolean>`false`;
  if (within) return sql<boolean>`(${within} @> array[${right}] and ${left} = ${right})`;
  return index ? sql<boolean>`(${index} = ${right} and ${left} = ${right})` : sql<boolean>`${left} = ${right}`;
}

const isAmong = ({ sql: left, index, within }: Column, list: RawBuilder<unknown>): Condition =>
  within
    ? sql<boolean>`(${within} && ${list} and ${left} = any(${list}))`
    : index
      ? sql<boolean>`(${index} = any(${list}) and ${left} = any(${list}))`
      : sql<boolean>`${left} = any(${list})`;

/** Returns SQL for a value of the column's type, or null if an id column is compared with text that is not a GUID. */
function bindOperand(column: Column, operand: unknown, name: string): RawBuilder<unknown> | null {
  const value = convertOperand(column, operand, name);
  return value === null ? null : sql`${value}::${sql.raw(SQL_TYPES[column.type])}`;
}

function bindList(column: Column, operand: unknown, name: string): RawBuilder<unknown> {
  if (!Array.isArray(operand) || operand.length > MAX_LIST_LENGTH) {
    throw new InvalidOperand(`the operand of ${name} must be a list of at most ${MAX_LIST_LENGTH} values`);
  }
  const values = operand.map((item) => convertOperand(column, item, name)).filter((item) => item !== null);
  return sql`${values}::${sql.raw(SQL_TYPES[column.type])}[]`;
}

const SQL_TYPES = {
  uuid: 'uuid',
  text: 'text',
  boolean: 'boolean',
  time: 'timestamptz',
  list: 'text',
  texts: 'text',
} as const;

function convertOperand(column: Column, operand: unknown, name: string): string | boolean | Date | null {
  switch (column.type) {
    case 'boolean':
      if (typeof operand === 'boolean') return operand;
      break;
    case 'time': {
      const instant = new Date(isDate(operand) ? operand.$date : typeof operand === 'string' ? operand : Number.NaN);
      if (!Number.isNaN(instant.getTime())) return instant;
      break;
    }
    case 'uuid':
      if (typeof operand === 'string') return isGuid(operand) ? operand : null;
      break;
    case 'text':
    case 'list':
    case 'texts':
      if (typeof operand === 'string' && !operand.includes('\0')) return column.normalize?.(operand) ?? operand;
      break;
  }
  throw new InvalidOperand(`the operand of ${name} has the wrong type`);
}

/** Combines conditions with `and`. An empty list is always true. */
export const allOf = (parts: readonly Condition[]): Condition =>
  parts.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(parts, sql` and `)})`;
const anyOf = (parts: readonly Condition[]): Condition =>
  parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const isDate = (value: unknown): value is { $date: string } => isJson(value) && typeof value.$date === 'string';
