import { dataLimits, type SortOrder } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import { canonicalizeDate } from './dates.ts';
import type { Pattern, PatternPart } from './pattern.ts';
import { isStorable } from './text.ts';
import type { Comparable, Comparison, Filter, Json, Path, SortField, TextMatch } from './tree.ts';

/**
 * Parses the filter of a request (data contract section 2.1).
 * @throws AppError WDE0093 for an invalid part, WDE0070 for a regular expression, WDE0169 if the filter is nested too
 * deeply
 */
export function parseFilter(filter: unknown, inputPath = 'filter'): Filter {
  return parseGroup(filter, inputPath, { conditions: 0 }, 1);
}

/** Parses the `sort` of a query. @throws AppError WDE0093 for an invalid field name */
export function parseSort(sort: readonly { fieldName: string; order?: SortOrder }[], inputPath = 'sort'): SortField[] {
  return sort.map((field, i) => ({
    path: parsePath(field.fieldName, `${inputPath}[${i}].fieldName`),
    order: field.order ?? 'ASC',
  }));
}

/** Parses a dotted field name. @throws AppError WDE0093 */
export function parsePath(name: string, inputPath: string): Path {
  const path = name.split('.');
  const { pathLength, pathSegments } = dataLimits;
  if (name.length > pathLength) {
    throw wrong(inputPath.slice(0, pathLength), `a field name must have at most ${pathLength} characters`, {
      limit: pathLength,
    });
  }
  if (path.length > pathSegments) {
    throw wrong(inputPath, `a field name must have at most ${pathSegments} parts`, { limit: pathSegments });
  }
  if (path.includes('')) throw wrong(inputPath, 'a part of the field name is empty');
  if (path.some((key) => key.startsWith('$'))) throw wrong(inputPath, 'a field name must not start with "$"');
  if (!isStorable(name)) throw wrong(inputPath, 'the field name contains characters that cannot be stored');
  return path;
}

interface Budget {
  conditions: number;
}

function parseGroup(group: unknown, inputPath: string, budget: Budget, depth: number): Filter {
  if (depth > dataLimits.filterDepth)
    throw new AppError('WDE0169', { limit: dataLimits.filterDepth, field: inputPath });
  if (!isObject(group)) throw wrong(inputPath, 'the filter must be an object');
  const parts = Object.entries(group).flatMap(([key, value]) => {
    const currentPath = `${inputPath}.${key}`;
    return key.startsWith('$')
      ? [parseLogical(key, value, currentPath, budget, depth)]
      : parseField(parsePath(key, currentPath), value, currentPath, budget);
  });
  return parts.length === 1 ? (parts[0] as Filter) : { kind: 'and', parts };
}

function parseLogical(key: string, value: unknown, inputPath: string, budget: Budget, depth: number): Filter {
  if (key === '$not') {
    // The vendor's query builder sends an array with one filter; hand-written filters send the object.
    const inner: unknown = Array.isArray(value) ? value[0] : value;
    if (Array.isArray(value) && value.length !== 1) throw wrong(inputPath, '$not requires exactly one filter');
    return {
      kind: 'not',
      part: parseGroup(inner, Array.isArray(value) ? `${inputPath}[0]` : inputPath, budget, depth + 1),
    };
  }
  if (key !== '$and' && key !== '$or') throw unknownOperator(key, inputPath);
  if (!Array.isArray(value)) throw wrong(inputPath, `${key} requires an array of filters`);
  const parts = value.map((part, i) => {
    countCondition(budget, inputPath);
    return parseGroup(part, `${inputPath}[${i}]`, budget, depth + 1);
  });
  return { kind: key === '$and' ? 'and' : 'or', parts };
}

function parseField(path: Path, value: unknown, inputPath: string, budget: Budget): Filter[] {
  if (!isObject(value) || isDateObject(value) || !Object.keys(value).some((key) => key.startsWith('$'))) {
    countCondition(budget, inputPath);
    return [{ kind: 'equals', path, values: [parseValue(value, inputPath)] }];
  }
  return Object.entries(value).map(([operator, operand]) => {
    countCondition(budget, inputPath);
    const currentPath = `${inputPath}.${operator}`;
    const parse = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
    if (!parse) throw unknownOperator(operator, currentPath);
    return parse(path, operand, currentPath);
  });
}

const OPERATORS: Readonly<Record<string, (path: Path, operand: unknown, inputPath: string) => Filter>> = {
  $eq: (path, operand, inputPath) => ({ kind: 'equals', path, values: [parseValue(operand, inputPath)] }),
  $ne: (path, operand, inputPath) => negate({ kind: 'equals', path, values: [parseValue(operand, inputPath)] }),
  $in: (path, operand, inputPath) => ({ kind: 'equals', path, values: parseList(operand, inputPath) }),
  $nin: (path, operand, inputPath) => negate({ kind: 'equals', path, values: parseList(operand, inputPath) }),
  $hasSome: (path, operand, inputPath) => ({ kind: 'equals', path, values: parseList(operand, inputPath) }),
  $hasAll: (path, operand, inputPath) => ({ kind: 'hasAll', path, values: parseList(operand, inputPath) }),
  $lt: comparison('lt'),
  $lte: comparison('lte'),
  $gt: comparison('gt'),
  $gte: comparison('gte'),
  $contains: textMatch('contains'),
  $startsWith: textMatch('startsWith'),
  $endsWith: textMatch('endsWith'),
  $matches: (path, operand, inputPath) => ({ kind: 'pattern', path, pattern: parsePattern(operand, inputPath) }),
  $exists: (path, operand, inputPath) => negateUnless(parseFlag(operand, inputPath), { kind: 'exists', path }),
  $isEmpty: (path, operand, inputPath) => negateUnless(parseFlag(operand, inputPath), { kind: 'empty', path }),
};

function comparison(name: Comparison) {
  return (path: Path, operand: unknown, inputPath: string): Filter => {
    const value = parseValue(operand, inputPath);
    if (value === null || (typeof value === 'object' && !isDateObject(value))) {
      throw wrong(inputPath, 'the operator requires a number, text, boolean or date');
    }
    return { kind: 'compares', path, comparison: name, value: value as Comparable };
  };
}

function textMatch(match: TextMatch) {
  return (path: Path, operand: unknown, inputPath: string): Filter => {
    if (typeof operand !== 'string') throw wrong(inputPath, 'the operator requires a text');
    return { kind: 'matches', path, match, text: parseValue(operand, inputPath) as string };
  };
}

function parsePattern(operand: unknown, inputPath: string): Pattern {
  if (!isObject(operand) || !Array.isArray(operand.spec))
    throw wrong(inputPath, 'the operator requires an object {ignoreCase, spec: […]}');
  const { ignoreCase = false, spec } = operand;
  if (typeof ignoreCase !== 'boolean') throw wrong(`${inputPath}.ignoreCase`, 'the value must be true or false');
  const limit = dataLimits.matchParts;
  if (spec.length > limit) throw wrong(`${inputPath}.spec`, `the pattern has more than ${limit} parts`, { limit });
  const parts = (spec as unknown[]).map((part, i) => parsePatternPart(part, `${inputPath}.spec[${i}]`));
  const length = parts.reduce((sum, { text }) => sum + text.length, 0);
  const maxLength = dataLimits.matchLength;
  if (length > maxLength)
    throw wrong(`${inputPath}.spec`, `the pattern has more than ${maxLength} characters`, { limit: maxLength });
  return { ignoreCase, parts };
}

function parsePatternPart(part: unknown, inputPath: string): PatternPart {
  if (!isObject(part) || typeof part.value !== 'string')
    throw wrong(inputPath, 'a part of the pattern must be an object {type, value}');
  if (part.type !== 'literal' && part.type !== 'anyOf')
    throw wrong(`${inputPath}.type`, 'the type must be literal or anyOf');
  return { isAnyOf: part.type === 'anyOf', text: parseValue(part.value, `${inputPath}.value`) as string };
}

function parseFlag(operand: unknown, inputPath: string): boolean {
  if (typeof operand !== 'boolean') throw wrong(inputPath, 'the operator requires true or false');
  return operand;
}

function parseList(operand: unknown, inputPath: string): Json[] {
  if (!Array.isArray(operand)) throw wrong(inputPath, 'the operator requires an array');
  const limit = dataLimits.filterListLength;
  if (operand.length > limit) throw wrong(inputPath, `the array contains more than ${limit} values`, { limit });
  return operand.map((value, i) => parseValue(value, `${inputPath}[${i}]`));
}

/**
 * Parses an operand. It must not contain operators or values that PostgreSQL cannot store. Dates are converted to their
 * stored form.
 */
function parseValue(value: unknown, inputPath: string, depth = 1): Json {
  if (depth > dataLimits.filterDepth)
    throw new AppError('WDE0169', { limit: dataLimits.filterDepth, field: inputPath });
  if (typeof value === 'string') {
    if (!isStorable(value)) throw wrong(inputPath, 'the text contains characters that cannot be stored');
    return value;
  }
  if (typeof value === 'number' && !Number.isFinite(value))
    throw wrong(inputPath, 'the number is out of range (at most 1.8e308, positive or negative)');
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map((element, i) => parseValue(element, `${inputPath}[${i}]`, depth + 1));
  if (!isObject(value)) throw wrong(inputPath, 'the value must be JSON');
  if (isDateObject(value)) {
    const $date = canonicalizeDate(value.$date);
    if ($date === null) throw wrong(inputPath, '$date must be an ISO 8601 date');
    return { $date };
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      if (key.startsWith('$')) throw wrong(`${inputPath}.${key}`, 'a value must not contain operators');
      if (!isStorable(key)) throw wrong(inputPath, 'a field name contains characters that cannot be stored');
      return [key, parseValue(part, `${inputPath}.${key}`, depth + 1)];
    }),
  );
}

/** Bounds the total number of conditions, because each one is evaluated for every row. */
function countCondition(budget: Budget, inputPath: string): void {
  const limit = dataLimits.filterConditions;
  if (++budget.conditions > limit) throw wrong(inputPath, `the filter has more than ${limit} conditions`, { limit });
}

function unknownOperator(operator: string, inputPath: string): AppError {
  if (operator === '$regex') return new AppError('WDE0070', { field: inputPath });
  return wrong(inputPath, `the operator ${operator} does not exist`);
}

const wrong = (field: string, reason: string, data: object = {}): AppError =>
  new AppError('WDE0093', { reason: `${field}: ${reason}`, field, ...data });

const negate = (part: Filter): Filter => ({ kind: 'not', part });
const negateUnless = (flag: boolean, filter: Filter): Filter => (flag ? filter : negate(filter));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isDateObject = (value: Record<string, unknown> | readonly unknown[]): value is { $date: unknown } =>
  Object.hasOwn(value, '$date') && Object.keys(value).length === 1;
