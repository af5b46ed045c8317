/** The reference implementation of expressions over plain objects. Property tests compare the SQL with it. */

import type { Expression } from '../aggregate/tree.ts';
import { compareText } from '../query/text.ts';
import { isDate, isRecord, type Json, type Path } from '../query/tree.ts';
import {
  add,
  computeRemainder,
  type Decimal,
  decimal,
  divide,
  multiply,
  nearestDouble,
  negate,
  toPlainText,
} from './decimals.ts';

/** Returns the value of an expression, or undefined if a field is missing. */
export function evaluateExpression(document: Json, expression: Expression): Json | undefined {
  const evaluateInner = (part: Expression): Json | undefined => evaluateExpression(document, part);
  const number = (part: Expression): number | null => numberOf(evaluateInner(part));
  const text = (part: Expression): string | null => textOf(evaluateInner(part));
  switch (expression.kind) {
    case 'field':
      return fieldValue(document, expression.path);
    case 'text':
    case 'number':
      return expression.value;
    case 'add':
      return allOf(expression.operands.map(number), (numbers) => total(numbers));
    case 'sum':
      return total(expression.operands.map(number).filter((value) => value !== null));
    case 'multiply':
      return product(expression.operands.map(number));
    case 'concat':
      return allOf(expression.operands.map(text), (texts) => texts.join(''));
    case 'subtract':
      return pair(number(expression.first), number(expression.second), (a, b) => add(a, negate(b)));
    case 'divide':
      return pair(number(expression.first), number(expression.second), divide);
    case 'mod':
      return pair(number(expression.first), number(expression.second), computeRemainder);
    case 'abs':
    case 'floor':
    case 'ceil': {
      const value = number(expression.operand);
      return value === null ? null : Math[expression.kind](value) + 0;
    }
    case 'stringify':
      return stringify(evaluateInner(expression.operand));
    case 'toLower':
    case 'toUpper': {
      const value = text(expression.operand);
      return value === null ? null : [...value].map(CASES[expression.kind]).join('');
    }
    case 'length': {
      const value = text(expression.operand);
      return value === null ? null : [...value].length;
    }
    case 'substring': {
      const [value, start] = [text(expression.operand), number(expression.start)];
      const length = expression.length === null ? Number.MAX_VALUE : number(expression.length);
      if (value === null || !isPosition(start) || !isPosition(length)) return null;
      return [...value].slice(start, start + length).join('');
    }
  }
}

/** Returns the value at the path. A path through arrays returns an array of all values. */
export function fieldValue(document: Json, path: Path): Json | undefined {
  const direct = path.reduce<Json | undefined>((value, key) => readOwnProperty(value, key), document);
  if (direct !== undefined) return direct;
  const met = path.reduce<Json[]>(
    (values, key) =>
      values.flatMap((value) =>
        (Array.isArray(value) ? (value as Json[]) : [value]).flatMap((part) => {
          const found = readOwnProperty(part, key);
          return found === undefined ? [] : [found];
        }),
      ),
    [document],
  );
  return met.length > 0 ? met : undefined;
}

/** Returns the value's text as PostgreSQL prints jsonb: keys by length and then bytes, numbers without an exponent. */
export function toCanonicalText(value: Json): string {
  if (typeof value === 'number') return toPlainText(value);
  if (Array.isArray(value)) return `[${value.map(toCanonicalText).join(', ')}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort((a, b) => Buffer.byteLength(a) - Buffer.byteLength(b) || compareText(a, b));
  return `{${keys.map((key) => `${JSON.stringify(key)}: ${toCanonicalText(value[key] as Json)}`).join(', ')}}`;
}

/** Returns the sum, computed exactly and then rounded to the nearest double. */
export const total = (numbers: readonly number[]): number | null =>
  nearestDouble(numbers.map(decimal).reduce(add, decimal(0)));

/** Returns the quotient of two exact numbers as the nearest double. */
export function quotient(a: Decimal, b: Decimal): number | null {
  const result = divide(a, b);
  return result === null ? null : nearestDouble(result);
}

const numberOf = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null);
const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);

const readOwnProperty = (value: Json | undefined, key: string): Json | undefined =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;

function allOf<Value>(values: readonly (Value | null)[], combine: (values: readonly Value[]) => Json): Json {
  return values.includes(null) ? null : combine(values as readonly Value[]);
}

/**
 * Returns the product of the numbers. It multiplies the two halves recursively and rounds each product, in the same
 * order as the SQL.
 */
function product(numbers: readonly (number | null)[]): number | null {
  if (numbers.length === 1) return numbers[0] ?? null;
  const middle = Math.ceil(numbers.length / 2);
  return pair(product(numbers.slice(0, middle)), product(numbers.slice(middle)), multiply);
}

function pair(
  a: number | null,
  b: number | null,
  operation: (a: Decimal, b: Decimal) => Decimal | null,
): number | null {
  if (a === null || b === null) return null;
  const result = operation(decimal(a), decimal(b));
  return result === null ? null : nearestDouble(result);
}

function stringify(value: Json | undefined): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value;
  return isDate(value) ? value.$date : toCanonicalText(value);
}

/**
 * These functions convert each character separately, and only if the result is one character, because all database
 * locales agree on these conversions.
 */
const CASES = {
  toLower: (letter: string): string => {
    if (letter === 'İ') return 'i';
    const lower = letter.toLowerCase();
    return [...lower].length === 1 ? lower : letter;
  },
  toUpper: (letter: string): string => {
    const upper = letter.toUpperCase();
    return [...upper].length === 1 ? upper : letter;
  },
};

const isPosition = (value: number | null): value is number => value !== null && Number.isInteger(value) && value >= 0;
