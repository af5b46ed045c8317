import { aggregateLimits } from './limits.ts';
import { invalidInput, readList, readObject, readPath, readText, readVariant } from './read-input.ts';
import type { Expression, ListOperation, PairOperation, SingleOperation } from './tree.ts';

/** Counts the expressions of one pipeline, to enforce the limit. */
export interface Budget {
  expressions: number;
}

/**
 * Parses an expression of a pipeline (data contract section 3.2).
 * @throws AppError WDE0080 for an invalid part, WDE0093 for an invalid field name
 */
export function parseExpression(value: unknown, at: string, budget: Budget, depth = 1): Expression {
  const { expressionDepth, expressions } = aggregateLimits;
  if (depth > expressionDepth) {
    throw invalidInput(at, `expressions are nested more than ${expressionDepth} levels deep`, {
      limit: expressionDepth,
    });
  }
  if (++budget.expressions > expressions) {
    throw invalidInput(at, `the pipeline has more than ${expressions} expressions`, { limit: expressions });
  }
  const { key, known: parse, inner } = readVariant(value, at, EXPRESSIONS, 'expression');
  return parse(inner, `${at}.${key}`, (part, location) => parseExpression(part, location, budget, depth + 1));
}

type Inner = (value: unknown, at: string) => Expression;

const EXPRESSIONS: Readonly<Record<string, (value: unknown, at: string, inner: Inner) => Expression>> = {
  fieldPath: (value, at) => ({ kind: 'field', path: readPath(value, at) }),
  text: (value, at) => ({ kind: 'text', value: readText(value, at, { orEmpty: true }) }),
  numeric: (value, at) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) throw invalidInput(at, 'the value must be a number');
    return { kind: 'number', value: value === 0 ? 0 : value };
  },
  add: list('add'),
  sum: list('sum'),
  multiply: list('multiply'),
  concat: list('concat'),
  subtract: pair('subtract'),
  divide: pair('divide'),
  mod: pair('mod'),
  abs: single('abs'),
  floor: single('floor'),
  ceil: single('ceil'),
  stringify: single('stringify'),
  toLower: single('toLower'),
  toUpper: single('toUpper'),
  length: single('length'),
  substring: (value, at, inner) => {
    const { expression, startExpression, lengthExpression } = readObject(value, at);
    return {
      kind: 'substring',
      operand: inner(expression, `${at}.expression`),
      start: inner(startExpression, `${at}.startExpression`),
      length: (lengthExpression ?? null) === null ? null : inner(lengthExpression, `${at}.lengthExpression`),
    };
  },
};

function list(kind: ListOperation) {
  return (value: unknown, at: string, inner: Inner): Expression => {
    const listPath = `${at}.expressions`;
    const operands = readList(readObject(value, at).expressions, listPath);
    if (operands.length === 0) throw invalidInput(listPath, 'at least one expression is required');
    return { kind, operands: operands.map((operand, i) => inner(operand, `${listPath}[${i}]`)) };
  };
}

function pair(kind: PairOperation) {
  return (value: unknown, at: string, inner: Inner): Expression => {
    const { firstExpression, secondExpression } = readObject(value, at);
    return {
      kind,
      first: inner(firstExpression, `${at}.firstExpression`),
      second: inner(secondExpression, `${at}.secondExpression`),
    };
  };
}

function single(kind: SingleOperation) {
  return (value: unknown, at: string, inner: Inner): Expression => ({
    kind,
    operand: inner(readObject(value, at).expression, `${at}.expression`),
  });
}
