/** A filter of the wire as a SQL condition, every value bound (forms contract section 2.3). */
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../kernel/app-error.ts';
import { isGuid } from '../kernel/ids.ts';
import type { Column, Columns, Comparison } from './columns.ts';

export type Condition = RawBuilder<boolean>;
type Json = Readonly<Record<string, unknown>>;

const MOST_CONDITIONS = 100;
const DEEPEST = 10;
const LONGEST_LIST = 500;
/** bytes of a filter: it travels inside the cursor, which has its own bound */
const LONGEST_FILTER = 8_000;

/** What is wrong with a filter. `path` leads to the part, such as `$and.0.status.$eq`; it is empty for the whole filter. */
export interface FilterProblem {
  readonly path: string;
  readonly reason: string;
}

const invalidFilter = ({ reason }: FilterProblem): Error => new AppError('INVALID_FILTER', { reason });

/**
 * Compiles a filter to a SQL condition.
 * @param toError the error of the wire for a problem; by default INVALID_FILTER with the reason
 * @throws the error that `toError` returns
 */
export function filterToSql(
  filter: unknown,
  columns: Columns,
  toError: (problem: FilterProblem) => Error = invalidFilter,
): Condition {
  const compilation = { columns, toError, conditionsLeft: MOST_CONDITIONS };
  if (Buffer.byteLength(JSON.stringify(filter ?? {})) > LONGEST_FILTER) {
    throw toError({ path: '', reason: 'it is too long' });
  }
  return conditionOf(filter ?? {}, compilation, [], DEEPEST);
}

interface Compilation {
  readonly columns: Columns;
  readonly toError: (problem: FilterProblem) => Error;
  conditionsLeft: number;
}

type Path = readonly (string | number)[];

/**
 * The namespace that the filter demands by equality, at its root or in a list under $and.
 * @throws AppError MISSING_NAMESPACE_FILTER when it demands none
 */
export function namespaceOf(filter: unknown): string {
  const parts = isJson(filter) ? [filter, ...(Array.isArray(filter.$and) ? filter.$and : [])] : [];
  for (const part of parts) {
    const stated = isJson(part) ? part.namespace : undefined;
    const namespace = isJson(stated) ? stated.$eq : stated;
    if (typeof namespace === 'string') return namespace;
  }
  throw new AppError('MISSING_NAMESPACE_FILTER');
}

function conditionOf(filter: unknown, compilation: Compilation, path: Path, depth: number): Condition {
  const invalid = (reason: string, at = path) => compilation.toError({ path: at.join('.'), reason });
  if (!isJson(filter)) throw invalid('a condition must be an object');
  if (depth === 0) throw invalid(`it is nested deeper than ${DEEPEST} levels`);
  const parts = Object.entries(filter).map(([key, value]) => {
    const at = [...path, key];
    compilation.conditionsLeft -= 1;
    if (compilation.conditionsLeft < 0) throw invalid(`it has more than ${MOST_CONDITIONS} conditions`);
    const nested = (parts: unknown) => {
      if (!Array.isArray(parts)) throw invalid(`${key} takes a list`, at);
      return parts.map((part, index) => conditionOf(part, compilation, [...at, index], depth - 1));
    };
    switch (key) {
      case '$and':
        return all(nested(value));
      case '$or':
        return any(nested(value));
      case '$not':
        return sql<boolean>`not coalesce(${all(nested(Array.isArray(value) ? value : [value]))}, false)`;
      default:
        return fieldCondition(key, value, compilation, at);
    }
  });
  return all(parts);
}

function fieldCondition(name: string, value: unknown, { columns, toError }: Compilation, path: Path): Condition {
  const invalid = (reason: string) => toError({ path: path.join('.'), reason });
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (!column) throw invalid(`${name.slice(0, 100)} cannot be filtered by`);
  const comparisons = isJson(value) && !isDate(value) ? Object.entries(value) : [['$eq', value] as const];
  if (comparisons.length === 0) throw invalid(`${name} is compared with nothing`);
  return all(
    comparisons.map(([operator, operand]) => {
      if (!(column.comparisons as readonly string[]).includes(operator)) {
        throw invalid(`${name} cannot be compared by ${operator.slice(0, 50)}`);
      }
      if (operator === '$exists' && typeof operand !== 'boolean') {
        throw invalid(`${name} takes true or false for $exists`);
      }
      try {
        return comparison(column, operator as Comparison, operand, name);
      } catch (error) {
        throw error instanceof UnfitOperand ? invalid(error.message) : error;
      }
    }),
  );
}

/** An operand that does not fit its column. */
class UnfitOperand extends Error {}

function comparison(column: Column, operator: Comparison, operand: unknown, name: string): Condition {
  const left = column.sql;
  if (column.type === 'texts') return textsComparison(column, operator, operand, name);
  switch (operator) {
    case '$eq':
      return operand === null ? sql<boolean>`${left} is null` : equals(column, bound(column, operand, name));
    case '$ne':
      if (operand === null) return sql<boolean>`${left} is not null`;
      return sql<boolean>`not coalesce(${equals(column, bound(column, operand, name))}, false)`;
    case '$in':
      return among(column, boundList(column, operand, name));
    case '$nin':
      return sql<boolean>`not coalesce(${left} = any(${boundList(column, operand, name)}), false)`;
    case '$exists':
      return operand === true ? sql<boolean>`${left} is not null` : sql<boolean>`${left} is null`;
    case '$gt':
      return sql<boolean>`${left} > ${bound(column, operand, name)}`;
    case '$gte':
      return sql<boolean>`${left} >= ${bound(column, operand, name)}`;
    case '$lt':
      return sql<boolean>`${left} < ${bound(column, operand, name)}`;
    case '$lte':
      return sql<boolean>`${left} <= ${bound(column, operand, name)}`;
    case '$startsWith':
      return sql<boolean>`starts_with(${left}, ${bound(column, operand, name)})`;
    case '$contains':
      return sql<boolean>`strpos(${left}, ${bound(column, operand, name)}) > 0`;
    case '$hasSome': {
      const list = boundList(column, operand, name);
      // Of a single value it means that it is one of these.
      return column.type === 'list' ? sql<boolean>`${left} ?| ${list}` : among(column, list);
    }
    case '$hasAll':
      return sql<boolean>`${left} ?& ${boundList(column, operand, name)}`;
  }
}

/** Of an array it is enough that one of its members compares so; `$ne` and `$nin` are their opposites. */
function textsComparison(column: Column, operator: Comparison, operand: unknown, name: string): Condition {
  const left = column.sql;
  const list = () => boundList(column, operand, name);
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
      return sql<boolean>`exists (select from unnest(${left}) as one where starts_with(one, ${bound(column, operand, name)}))`;
    default:
      return sql<boolean>`${left} @> array[${bound(column, operand, name)}]`;
  }
}

function equals({ sql: left, index, within }: Column, right: RawBuilder<unknown> | null): Condition {
  if (right === null) return sql<boolean>`false`;
  if (within) return sql<boolean>`(${within} @> array[${right}] and ${left} = ${right})`;
  return index ? sql<boolean>`(${index} = ${right} and ${left} = ${right})` : sql<boolean>`${left} = ${right}`;
}

const among = ({ sql: left, index, within }: Column, list: RawBuilder<unknown>): Condition =>
  within
    ? sql<boolean>`(${within} && ${list} and ${left} = any(${list}))`
    : index
      ? sql<boolean>`(${index} = any(${list}) and ${left} = any(${list}))`
      : sql<boolean>`${left} = any(${list})`;

/** A value of the column's type. Null for a text that cannot be an id: it equals none. */
function bound(column: Column, operand: unknown, name: string): RawBuilder<unknown> | null {
  const value = typed(column, operand, name);
  return value === null ? null : sql`${value}::${sql.raw(SQL_TYPES[column.type])}`;
}

function boundList(column: Column, operand: unknown, name: string): RawBuilder<unknown> {
  if (!Array.isArray(operand) || operand.length > LONGEST_LIST) {
    throw new UnfitOperand(`${name} takes a list of at most ${LONGEST_LIST} values here`);
  }
  const values = operand.map((item) => typed(column, item, name)).filter((item) => item !== null);
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

function typed(column: Column, operand: unknown, name: string): string | boolean | Date | null {
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
  throw new UnfitOperand(`${name} is compared with a value of another type`);
}

const all = (parts: readonly Condition[]): Condition =>
  parts.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(parts, sql` and `)})`;
const any = (parts: readonly Condition[]): Condition =>
  parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const isDate = (value: unknown): value is { $date: string } => isJson(value) && typeof value.$date === 'string';
