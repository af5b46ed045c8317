/** Builds the SQL for the rows of a page. */
import type { Collection } from '../collections/collection.ts';
import { areMatchesCommon, type Statistics } from '../indexes/common-values.ts';
import { providesOrder } from '../indexes/provides-order.ts';
import { afterStartParts, orderToSql } from '../query/keyset.ts';
import { bind, type Params } from '../query/params.ts';
import type { Plan } from '../query/plan.ts';
import { filterToSql } from '../query/to-sql.ts';
import { sourceSql } from './statement.ts';

/**
 * Returns a query for `id` and `data` of the page's rows and one more row, in order. If the rows after the start are in
 * two index ranges, each scan is limited to the size of the page.
 */
export function pageRowsSql(
  collection: Collection,
  plan: Plan,
  params: Params,
  statistics: Statistics | null = null,
): string {
  const condition = filterToSql(plan.filter, params);
  const order = orderToSql(plan, params);
  const page = limitSql(collection, plan, params, statistics);
  const rowsIn = (part: string | undefined, columns: string): string =>
    `select ${columns} from ${sourceSql(collection, params)} where ${condition}${part === undefined ? '' : ` and ${part}`} order by ${order} ${page}`;
  const [first, second] = plan.start === null ? [] : afterStartParts(plan, params);
  if (second === undefined) return rowsIn(first, 'id, data');
  const columns = [
    ...new Set(['id', 'data', ...plan.sort.flatMap(({ path }) => ('column' in path ? [path.column] : []))]),
  ];
  const [before, after] = [rowsIn(first, columns.join(', ')), rowsIn(second, columns.join(', '))];
  return `select id, data from ((${before}) union all (${after})) as beyond order by ${order} ${page}`;
}

/** Page sizes that are common enough for a separate statement. */
const COMMON_LIMITS: ReadonlySet<number> = new Set([10, 20, 25, 50, 100, 1_000]);

/**
 * Returns the `limit` and `offset` clauses. If an index scan is the best plan for all values, a common limit is part of
 * the statement's text, so that PostgreSQL knows how few rows are needed and reuses its generic plan. Otherwise limit
 * and offset are parameters, and PostgreSQL plans for the actual values, because the best plan depends on how common
 * they are.
 */
function limitSql(collection: Collection, plan: Plan, params: Params, statistics: Statistics | null): string {
  const isCommonLimit = plan.offset === 0 && COMMON_LIMITS.has(plan.limit);
  const hasStablePlan =
    isCommonLimit &&
    (providesOrder(collection, plan) || (statistics !== null && areMatchesCommon(collection, plan, statistics)));
  if (hasStablePlan) return `limit ${plan.limit + 1}`;
  return `limit ${bind(params, plan.limit + 1, 'int')} offset ${bind(params, plan.offset, 'int')}`;
}
