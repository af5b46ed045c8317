/** Compiles a condition to SQL if its field has a column. */
import { bind, type Params } from './params.ts';
import type { ColumnRef, ColumnType } from './scope.ts';
import { OPERATORS, patternMatch, textMatch } from './text-match.ts';
import { type Condition, isDate, type Json, type Path, type TextMatch } from './tree.ts';
import { valueCondition } from './value-condition.ts';

/**
 * Compiles a condition on a column with one value per row, so that its indexes can be used. Values of another type
 * match nothing.
 */
export function columnCondition(leaf: Condition<ColumnRef>, params: Params): string {
  const { column, type, promoted } = leaf.path;
  if (type === 'list') return listCondition(leaf, params);
  switch (leaf.kind) {
    case 'equals': {
      const values = leaf.values.map((value) => columnValue(value, type)).filter((value) => value !== undefined);
      const conditions: string[] = [];
      // A single value is compared with `=`, so that an index that starts with this column also provides the order.
      if (values.length === 1) conditions.push(`${column} = ${bind(params, values[0], SQL_TYPES[type])}`);
      if (values.length > 1) conditions.push(`${column} = any(${bind(params, values, `${SQL_TYPES[type]}[]`)})`);
      if (promoted && leaf.values.includes(null)) conditions.push(`${column} is null`);
      return conditions.length === 0 ? 'false' : `(${conditions.join(' or ')})`;
    }
    case 'hasAll': {
      const each = leaf.values.map((value) =>
        columnCondition({ kind: 'equals', path: leaf.path, values: [value] }, params),
      );
      return each.length === 0 ? 'true' : `(${each.join(' and ')})`;
    }
    case 'compares': {
      const value = columnValue(leaf.value as Json, type);
      return value === undefined
        ? 'false'
        : `(${column} ${OPERATORS[leaf.comparison]} ${bind(params, value, SQL_TYPES[type])})`;
    }
    case 'matches':
      return type === 'text' ? `(${columnMatch(leaf.path, leaf.match, leaf.text, params)})` : 'false';
    case 'pattern':
      return type === 'text' ? `(${patternMatch(column, leaf.pattern, params)})` : 'false';
    case 'exists':
      return promoted ? valueCondition({ ...leaf, path: promoted }, params) : 'true';
    case 'empty':
      if (!promoted) return 'false';
      return type === 'text' ? `(${column} is null or ${column} = '')` : `(${column} is null)`;
  }
}

/**
 * Compiles a text match to the same condition as textMatch. If the column has an index for text search, adds a
 * condition in the form that the index supports.
 */
function columnMatch({ column, folded = [] }: ColumnRef, match: TextMatch, text: string, params: Params): string {
  const exact = textMatch(column, match, text, params);
  const value = `portico.fold_case(${column})`;
  if (folded.length === 0) return exact;
  const foldedText = `portico.fold_case(${bind(params, text, 'text')})`;
  if (match === 'startsWith' && folded.includes('start')) {
    // Every text with this prefix sorts before the prefix followed by a run of the last code point.
    const end = `(select ${foldedText} || repeat(chr(1114111), 32))`;
    return `${value} collate "C" >= (select ${foldedText}) and ${value} collate "C" < ${end} and ${exact}`;
  }
  if (match === 'contains' && folded.includes('part')) {
    const pattern = `(select '%' || regexp_replace(${foldedText}, '([\\\\%_])', '\\\\\\1', 'g') || '%')`;
    return `${value} like ${pattern} and ${exact}`;
  }
  return exact;
}

/** Returns the value as the column would store it, or undefined if the column cannot store it. */
export function columnValue(value: Json, type: ColumnType): unknown {
  switch (type) {
    case 'text':
      return typeof value === 'string' ? value : undefined;
    case 'number':
      return typeof value === 'number' ? value : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    default:
      return isDate(value) ? value.$date : undefined;
  }
}

export const SQL_TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  moment: 'timestamptz',
  number: 'numeric',
  boolean: 'boolean',
  date: 'text',
  list: 'jsonb',
};

/**
 * Compiles a condition on a list column. Its index supports containment of plain values; other conditions read `data`.
 */
function listCondition(leaf: Condition<ColumnRef>, params: Params): string {
  const { column, promoted } = leaf.path;
  const isPlain = (value: Json): boolean => value !== null && typeof value !== 'object';
  const holds = (value: Json): string => `${column} @> ${bind(params, JSON.stringify(value), 'jsonb')}`;
  if (leaf.kind === 'equals' && leaf.values.length > 0 && leaf.values.every(isPlain)) {
    return `(${leaf.values.map(holds).join(' or ')})`;
  }
  if (leaf.kind === 'hasAll' && leaf.values.length > 0 && leaf.values.every(isPlain)) {
    return `(${leaf.values.map(holds).join(' and ')})`;
  }
  return valueCondition({ ...leaf, path: promoted as Path }, params);
}
