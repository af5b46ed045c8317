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
export function parseExpression(value: unknown, inputPath: string, budget: Budget, depth = 1): Expression {
  const { expressionDepth, expressions } = aggregateLimits;
  if (depth > expressionDepth) {
    throw invalidInput(inputPath, `expressions are nested more than ${expressionDepth} levels deep`, {
      limit: expressionDepth,
    });
  }
  if (++budget.expressions > expressions) {
    throw invalidInput(inputPath, `the pipeline has more than ${expressions} expressions`, { limit: expressions });
  }
  const { key, known: parse, inner } = readVariant(value, inputPath, EXPRESSIONS, 'expression');
  return parse(inner, `${inputPath}.${key}`, (part, location) => parseExpression(part, location, budget, depth + 1));
}

type ParseInner = (value: unknown, inputPath: string) => Expression;

const EXPRESSIONS: Readonly<Record<string, (value: unknown, inputPath: string, inner: ParseInner) => Expression>> = {
  fieldPath: (value, inputPath) => ({ kind: 'field', path: readPath(value, inputPath) }),
  text: (value, inputPath) => ({ kind: 'text', value: readText(value, inputPath, { allowEmpty: true }) }),
  numeric: (value, inputPath) => {
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw invalidInput(inputPath, 'the value must be a number');
    return { kind: 'number', value: value === 0 ? 0 : value };
  },
  add: list('add'),
  sum: list('sum'),
  multiply: list('multiply'),
  concat: list('concat'),
  subtract: pair('subtract'),
  divide: pair('divide'),
  mod: pair('mod'),
  abs: parseSingle('abs'),
  floor: parseSingle('floor'),
  ceil: parseSingle('ceil'),
  stringify: parseSingle('stringify'),
  toLower: parseSingle('toLower'),
  toUpper: parseSingle('toUpper'),
  length: parseSingle('length'),
  substring: (value, inputPath, inner) => {
    const { expression, startExpression, lengthExpression } = readObject(value, inputPath);
    return {
      kind: 'substring',
      operand: inner(expression, `${inputPath}.expression`),
      start: inner(startExpression, `${inputPath}.startExpression`),
      length: (lengthExpression ?? null) === null ? null : inner(lengthExpression, `${inputPath}.lengthExpression`),
    };
  },
};

function list(kind: ListOperation) {
  return (value: unknown, inputPath: string, inner: ParseInner): Expression => {
    const listPath = `${inputPath}.expressions`;
    const operands = readList(readObject(value, inputPath).expressions, listPath);
    if (operands.length === 0) throw invalidInput(listPath, 'at least one expression is required');
    return { kind, operands: operands.map((operand, i) => inner(operand, `${listPath}[${i}]`)) };
  };
}

function pair(kind: PairOperation) {
  return (value: unknown, inputPath: string, inner: ParseInner): Expression => {
    const { firstExpression, secondExpression } = readObject(value, inputPath);
    return {
      kind,
      first: inner(firstExpression, `${inputPath}.firstExpression`),
      second: inner(secondExpression, `${inputPath}.secondExpression`),
    };
  };
}

function parseSingle(kind: SingleOperation) {
  return (value: unknown, inputPath: string, inner: ParseInner): Expression => ({
    kind,
    operand: inner(readObject(value, inputPath).expression, `${inputPath}.expression`),
  });
}
