/**
 * Compiles expressions to SQL over a row whose document is the column `data`. Each expression can be compiled to a
 * number (numeric), a text, or any value (jsonb). A null number or text is SQL null. As jsonb, null is a jsonb null,
 * and SQL null means that the value is missing. Names and literals are bound parameters.
 * testing/evaluate-expression.ts defines the semantics.
 */

import { bind, type Params } from '../query/params.ts';
import type { FieldRef } from '../query/scope.ts';
import type { Path } from '../query/tree.ts';
import { aggregateLimits } from './limits.ts';
import type { Expression, PairOperation, SingleOperation } from './tree.ts';

/** The row on which expressions are evaluated: how its fields are stored, and the SQL of the whole document. */
export interface RowContext {
  readonly resolve: (path: Path) => FieldRef;
  readonly document: string;
}

/** Returns SQL for the value as jsonb, which evaluates to null if the value is missing. */
export function valueSql(expression: Expression, context: RowContext, params: Params): string {
  if (expression.kind === 'field') return fieldValue(expression.path, context, params);
  const plain = isText(expression) ? textSql(expression, context, params) : numberSql(expression, context, params);
  return `coalesce(to_jsonb(${plain}), 'null')`;
}

/** Returns SQL for the value as numeric, which evaluates to null if the value is not a number. */
export function numberSql(expression: Expression, context: RowContext, params: Params): string {
  const number = (operand: Expression): string => numberSql(operand, context, params);
  switch (expression.kind) {
    case 'field': {
      const ref = context.resolve(expression.path);
      if ('column' in ref && ref.type === 'number') return ref.column;
      if (isColumnOf(ref, ['text', 'boolean', 'date'])) return 'null::numeric';
      return `portico.number_of(${fieldValue(expression.path, context, params)})`;
    }
    case 'number':
      return bind(params, String(expression.value), 'numeric');
    case 'add':
      return nearestDouble(joinBalanced(expression.operands.map(number), (a, b) => `(${a} + ${b})`));
    case 'sum':
      return nearestDouble(
        joinBalanced(
          expression.operands.map((operand) => `coalesce(${number(operand)}, 0)`),
          (a, b) => `(${a} + ${b})`,
        ),
      );
    case 'multiply':
      return joinBalanced(expression.operands.map(number), (a, b) => nearestDouble(`${a} * ${b}`));
    case 'subtract':
    case 'divide':
    case 'mod':
      return PAIR_OPERATIONS[expression.kind](number(expression.first), number(expression.second));
    case 'abs':
    case 'floor':
    case 'ceil':
      return `${expression.kind}(${number(expression.operand)})`;
    case 'length':
      return `char_length(${textSql(expression.operand, context, params)})::numeric`;
    default:
      return 'null::numeric';
  }
}

/** Returns SQL for the value as text, which evaluates to null if the value is not a text. */
export function textSql(expression: Expression, context: RowContext, params: Params): string {
  const text = (operand: Expression): string => textSql(operand, context, params);
  switch (expression.kind) {
    case 'field': {
      const ref = context.resolve(expression.path);
      if ('column' in ref && ref.type === 'text') return ref.column;
      if (isColumnOf(ref, ['number', 'boolean', 'date'])) return 'null::text';
      return `portico.text_of(${fieldValue(expression.path, context, params)})`;
    }
    case 'text':
      return bind(params, expression.value, 'text');
    case 'concat':
      // Joins from the left, so that a text that exceeds the limit is rejected before the rest is built.
      return expression.operands
        .map(text)
        .reduce((all, next) => `portico.joined(${all}, ${next}, ${aggregateLimits.textBytes})`);
    case 'stringify':
      return printOperand(expression.operand, context, params);
    case 'toLower':
    case 'toUpper':
      return `${CASE_FUNCTIONS[expression.kind]}(${text(expression.operand)})`;
    case 'substring': {
      const start = numberSql(expression.start, context, params);
      // A missing length selects the rest, because no text is this long.
      const length = expression.length === null ? '1000000000' : numberSql(expression.length, context, params);
      return `portico.part_of(${text(expression.operand)}, ${start}, ${length})`;
    }
    default:
      return 'null::text';
  }
}

/** Returns the static type of an expression, or `value` if it depends on the row. */
export function typeOf(expression: Expression, context: RowContext): 'number' | 'text' | 'boolean' | 'date' | 'value' {
  if (expression.kind !== 'field') return isText(expression) ? 'text' : 'number';
  const ref = context.resolve(expression.path);
  if (!('column' in ref) || ref.type === 'moment' || ref.type === 'list') return 'value';
  return ref.type;
}

/** Returns the name of the column of a field with a known type. */
export function columnSql(expression: Expression, context: RowContext): string {
  const ref = expression.kind === 'field' ? context.resolve(expression.path) : null;
  if (ref && 'column' in ref) return ref.column;
  throw new Error('the expression is not a field with a column');
}

const TEXT_KINDS: ReadonlySet<Expression['kind']> = new Set([
  'text',
  'concat',
  'stringify',
  'toLower',
  'toUpper',
  'substring',
]);

const isText = ({ kind }: Expression): boolean => TEXT_KINDS.has(kind);

const CASE_FUNCTIONS = { toLower: 'portico.lower_text', toUpper: 'portico.upper_text' } as const satisfies Partial<
  Record<SingleOperation, string>
>;

const PAIR_OPERATIONS: Readonly<Record<PairOperation, (first: string, second: string) => string>> = {
  subtract: (first, second) => nearestDouble(`${first} - ${second}`),
  divide: (first, second) => `portico.quotient(${first}, ${second})`,
  mod: (first, second) => nearestDouble(`mod(${first}, nullif(${second}, 0))`),
};

const nearestDouble = (number: string): string => `portico.nearest_double(${number})`;

const isColumnOf = (ref: FieldRef, types: readonly string[]): boolean => 'column' in ref && types.includes(ref.type);

function printOperand(operand: Expression, context: RowContext, params: Params): string {
  if (operand.kind === 'field') return `portico.printed(${fieldValue(operand.path, context, params)})`;
  return isText(operand) ? textSql(operand, context, params) : `(${numberSql(operand, context, params)})::text`;
}

/**
 * Returns SQL for the value at the path, or for an array of all values if an array lies on the path. It reads the
 * document, because a column does not distinguish null from missing.
 */
function fieldValue(path: Path, context: RowContext, params: Params): string {
  const ref = context.resolve(path);
  if ('missing' in ref) return 'null::jsonb';
  if (path.length === 1) return `(data -> ${bind(params, path[0], 'text')})`;
  const keys = path.map((key) => `.${JSON.stringify(key)}`).join('');
  const [one, any] = [bind(params, `strict $${keys}`, 'jsonpath'), bind(params, `$${keys}`, 'jsonpath')];
  return `coalesce(jsonb_path_query_first(data, ${one}, '{}', true), case when jsonb_path_exists(data, ${any}) then jsonb_path_query_array(data, ${any}) end)`;
}

/** Joins the halves recursively, so that a thousand operands nest ten levels deep instead of a thousand. */
function joinBalanced(parts: readonly string[], join: (a: string, b: string) => string): string {
  if (parts.length === 1) return parts[0] as string;
  const middle = Math.ceil(parts.length / 2);
  return join(joinBalanced(parts.slice(0, middle), join), joinBalanced(parts.slice(middle), join));
}
