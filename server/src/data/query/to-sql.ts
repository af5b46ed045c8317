/**
 * Compiles filter and sort to SQL over an item table. Values and names are bound, so the statement text depends only on
 * the shape of the query. Few prepared statements are therefore needed, and no client input becomes SQL (SQL
 * injection). evaluate.ts defines the semantics; a property test compares the two.
 */
import { columnCondition } from './column-condition.ts';
import { linkCondition } from './link-condition.ts';
import type { Params } from './params.ts';
import type { ColumnRef, FilterTarget } from './scope.ts';
import type { Condition, Filter, Path, SortField } from './tree.ts';
import { sortKeys } from './value-at.ts';
import { valueCondition } from './value-condition.ts';

/** Returns the SQL condition of a filter. A null result is equivalent to false. */
export function filterToSql(filter: Filter<FilterTarget>, params: Params): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      if (filter.parts.length === 0) return filter.kind === 'and' ? 'true' : 'false';
      return `(${filter.parts.map((part) => filterToSql(part, params)).join(` ${filter.kind} `)})`;
    case 'not':
      return `(${filterToSql(filter.part, params)}) is not true`;
    default:
      if ('column' in filter.path) return columnCondition(filter as Condition<ColumnRef>, params);
      if ('missing' in filter.path) return missingCondition(filter) ? 'true' : 'false';
      if ('links' in filter.path) return linkCondition(filter, filter.path.links, params);
      return valueCondition({ ...filter, path: filter.path.path }, params);
  }
}

/** Returns the content of `order by`. Null and missing sort lowest, so that one index supports both directions. */
export function sortToSql(sort: readonly SortField<FilterTarget>[], params: Params): string {
  return sort
    .flatMap(({ path, order }) => {
      // System columns are never null. Their indexes would not support an `order by` with `nulls first` or `nulls
      // last`.
      const direction = 'column' in path && !path.promoted ? order : DIRECTIONS[order];
      return keysOf(path, params).map((key) => `${key} ${direction}`);
    })
    .join(', ');
}

const DIRECTIONS = { ASC: 'asc nulls first', DESC: 'desc nulls last' } as const;

function keysOf(target: FilterTarget, params: Params): string[] {
  // Links have no order and are not part of the item.
  if ('missing' in target || 'links' in target) return [];
  if ('path' in target) return sortKeys(target.path, params);
  // A list column provides no sort order, so arrays are sorted by their value in `data`.
  return target.type === 'list' ? sortKeys(target.promoted as Path, params) : [target.column];
}

/** Evaluates a condition on a field that is missing in every item. */
function missingCondition(leaf: Condition<FilterTarget>): boolean {
  switch (leaf.kind) {
    case 'equals':
      return leaf.values.includes(null);
    case 'hasAll':
      return leaf.values.every((value) => value === null);
    case 'empty':
      return true;
    default:
      return false;
  }
}
