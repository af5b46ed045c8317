/**
 * Filter and sort as SQL over an item table. Values, and names too, are bound: the text depends only on the shape of
 * the query, so that few statements serve all, and nothing a caller sends is ever part of it (SQL injection).
 * What each predicate means is written plainly in evaluate.ts; a property test holds the two together.
 */
import { columnCondition } from './column-condition.ts';
import { linkCondition } from './link-condition.ts';
import type { Params } from './params.ts';
import type { ColumnRef, FilterTarget } from './scope.ts';
import type { Condition, Filter, Path, SortField } from './tree.ts';
import { sortKeys } from './value-at.ts';
import { valueCondition } from './value-condition.ts';

/** A condition; null counts as false. */
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

/** `order by` without the keyword. What is null or missing is lowest, so that one index serves both directions. */
export function sortToSql(sort: readonly SortField<FilterTarget>[], params: Params): string {
  return sort
    .flatMap(({ path, order }) => {
      // A column of the system is never null; its index says nothing of nulls, and would not serve an order that does.
      const direction = 'column' in path && !path.promoted ? order : DIRECTIONS[order];
      return keysOf(path, params).map((key) => `${key} ${direction}`);
    })
    .join(', ');
}

const DIRECTIONS = { ASC: 'asc nulls first', DESC: 'desc nulls last' } as const;

function keysOf(target: FilterTarget, params: Params): string[] {
  // Links have no order of their own, and are not part of the item.
  if ('missing' in target || 'links' in target) return [];
  if ('path' in target) return sortKeys(target.path, params);
  // An array has no order of its own: looked at in `data`, like everywhere.
  return target.type === 'list' ? sortKeys(target.promoted as Path, params) : [target.column];
}

/** What a condition says of a field that is not there. */
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
