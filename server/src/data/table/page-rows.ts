/** SQL that finds the rows of a page. */
import type { Collection } from '../collections/collection.ts';
import { areMatchesCommon, type Statistics } from '../indexes/common-values.ts';
import { providesOrder } from '../indexes/provides-order.ts';
import { afterStartParts, orderToSql } from '../query/keyset.ts';
import { bind, type Params } from '../query/params.ts';
import type { Plan } from '../query/plan.ts';
import { filterToSql } from '../query/to-sql.ts';
import { source } from './statement.ts';

/**
 * A query for `id` and `data` of the page's rows, and one row more, in their order. Beyond a start that takes two scans of
 * an index to go on from, each part is read as far as the page could need it.
 */
export function pageRows(
  collection: Collection,
  plan: Plan,
  params: Params,
  statistics: Statistics | null = null,
): string {
  const condition = filterToSql(plan.filter, params);
  const order = orderToSql(plan, params);
  const page = pageSql(collection, plan, params, statistics);
  const rowsIn = (part: string | undefined, columns: string): string =>
    `select ${columns} from ${source(collection)} where ${condition}${part === undefined ? '' : ` and ${part}`} order by ${order} ${page}`;
  const [first, second] = plan.start === null ? [] : afterStartParts(plan, params);
  if (second === undefined) return rowsIn(first, 'id, data');
  const columns = [
    ...new Set(['id', 'data', ...plan.sort.flatMap(({ path }) => ('column' in path ? [path.column] : []))]),
  ];
  const [before, after] = [rowsIn(first, columns.join(', ')), rowsIn(second, columns.join(', '))];
  return `select id, data from ((${before}) union all (${after})) as beyond order by ${order} ${page}`;
}

/** Sizes of pages that are common enough to have statements of their own. */
const COMMON_LIMITS: ReadonlySet<number> = new Set([10, 20, 25, 50, 100, 1_000]);

/**
 * Where walking an index is right for all values that come here, a common limit stands in the text, so that PostgreSQL
 * sees how little is asked and keeps its plan. Everywhere else it plans for the values that were sent: which way is best
 * depends on how common they are.
 */
function pageSql(collection: Collection, plan: Plan, params: Params, statistics: Statistics | null): string {
  const isCommon = plan.offset === 0 && COMMON_LIMITS.has(plan.limit);
  const isSteady =
    isCommon &&
    (providesOrder(collection, plan) || (statistics !== null && areMatchesCommon(collection, plan, statistics)));
  if (isSteady) return `limit ${plan.limit + 1}`;
  return `limit ${bind(params, plan.limit + 1, 'int')} offset ${bind(params, plan.offset, 'int')}`;
}
