import { bind, type Params } from '../query/params.ts';
import { columnSql, numberSql, type RowContext, textSql, typeOf, valueSql } from './expression-to-sql.ts';
import { aggregateLimits } from './limits.ts';
import type { Accumulator, Expression } from './tree.ts';

/**
 * Compiles an accumulator to an aggregate function call. `order` is SQL for the order of the rows, on which some
 * accumulators depend.
 */
export function accumulatorToSql(
  { kind, expression }: Accumulator,
  context: RowContext,
  order: string,
  params: Params,
): string {
  const number = (): string => numberSql(expression, context, params);
  const value = (): string => valueSql(expression, context, params);
  switch (kind) {
    case 'sum':
      if (expression.kind !== 'number') return `portico.nearest_double(coalesce(sum(${number()}), 0))`;
      return expression.value === 1 ? 'count(*)' : `portico.nearest_double(count(*) * ${number()})`;
    case 'avg': {
      const numbers = number();
      return `portico.quotient(sum(${numbers}), count(${numbers}))`;
    }
    case 'min':
    case 'max':
      return extremeSql(kind, expression, context, params);
    case 'first':
    case 'last':
      return `portico.${kind}_of(coalesce(${value()}, 'null') order by ${order})`;
    case 'push': {
      const pushedValue = value();
      const boundedValue = `case when pushed_bytes > ${aggregateLimits.pushedBytes} then portico.too_large()::jsonb else ${pushedValue} end`;
      return `coalesce(jsonb_agg(${boundedValue} order by ${order}) filter (where (${pushedValue}) is not null), '[]')`;
    }
  }
}

/**
 * Returns SQL for the running total of the bytes that `push` collects, so that a query is aborted before it allocates
 * too much memory. Returns null without a `push`.
 */
export function pushedBytes(accumulators: readonly Accumulator[], context: RowContext, params: Params): string | null {
  const sizes = accumulators
    .filter(({ kind }) => kind === 'push')
    .map(({ expression }) => `coalesce(pg_column_size(${valueSql(expression, context, params)}), 0) + 16`);
  return sizes.length === 0 ? null : `sum(${sizes.join(' + ')}) over (rows unbounded preceding)`;
}

/**
 * Returns SQL for the minimum or maximum. Values are ordered by type: number, text, boolean, date. The minimum is a
 * value of the first type that occurs, the maximum one of the last type.
 */
function extremeSql(kind: 'min' | 'max', expression: Expression, context: RowContext, params: Params): string {
  const text = (operand: string): string => `${kind}((${operand}) collate "C")`;
  const boolean = (operand: string): string => `${kind === 'min' ? 'bool_and' : 'bool_or'}(${operand})`;
  const date = (operand: string): string =>
    `case when ${text(operand)} is not null then jsonb_build_object('$date', ${text(operand)}) end`;
  switch (typeOf(expression, context)) {
    case 'number':
      return `${kind}(${numberSql(expression, context, params)})`;
    case 'text':
      return text(textSql(expression, context, params));
    case 'boolean':
      return boolean(columnSql(expression, context));
    case 'date':
      return date(columnSql(expression, context));
  }
  const value = valueSql(expression, context, params);
  const each = [
    `to_jsonb(${kind}(portico.number_of(${value})))`,
    `to_jsonb(${text(`portico.text_of(${value})`)})`,
    `to_jsonb(${boolean(`portico.boolean_of(${value})`)})`,
    date(`portico.date_of(${value})`),
  ];
  return `coalesce(${(kind === 'min' ? each : each.reverse()).join(', ')})`;
}

/**
 * Returns SQL that builds one JSON object, in batches because a function takes at most 100 arguments. Each batch checks
 * the size limit.
 */
export function objectSql(pairs: readonly (readonly [name: string, value: string])[], params: Params): string {
  const chunks: string[] = [];
  for (let i = 0; i < pairs.length; i += 40) {
    const chunk = pairs.slice(i, i + 40).map(([name, value]) => `${bind(params, name, 'text')}, ${value}`);
    chunks.push(boundedSql(`jsonb_build_object(${chunk.join(', ')})`));
  }
  return chunks.length === 0 ? `'{}'::jsonb` : `(${chunks.join(' || ')})`;
}

export const boundedSql = (document: string): string =>
  `portico.bounded(${document}, ${aggregateLimits.documentBytes})`;
