/**
 * Compiles a pipeline to one statement of nested selects. In each select the document is the column `data`, so that the
 * filters and sorts of query/to-sql.ts work in every stage. The innermost select reads only the rows in reach, without
 * hidden fields, so no later stage can expose more. Values and names are bound parameters. A property test compares
 * the result with testing/evaluate-pipeline.ts.
 */

import type { Reach } from '../collections/reach.ts';
import { readDateTexts } from '../query/date-texts.ts';
import { bind, type Params } from '../query/params.ts';
import { planFilter, resolveField } from '../query/plan.ts';
import type { FilterTarget } from '../query/scope.ts';
import { filterToSql, sortToSql } from '../query/to-sql.ts';
import { type Filter, matchAll, type SortField } from '../query/tree.ts';
import { sourceSql } from '../table/statement.ts';
import { accumulatorToSql, objectSql, pushedBytes } from './accumulator-to-sql.ts';
import { columnSql, type RowContext, typeOf, valueSql } from './expression-to-sql.ts';
import { aggregateLimits, ORDERING_KEYS } from './limits.ts';
import { projectToSql } from './project-to-sql.ts';
import { findDocumentStageIndex, type GroupId, type GroupStage, type Stage } from './tree.ts';

/** The rows between two stages: their source, condition and order. */
export interface Rows extends RowContext {
  readonly from: string;
  readonly where: string;
  /** SQL for the `order by` list. */
  readonly order: string;
  /** Columns of `order`; null if the order depends on the document. */
  readonly orderColumns: readonly string[] | null;
}

/** Returns SQL for the result rows of the stages on the items that the caller may read. */
export function pipelineToSql(stages: readonly Stage[], reach: Reach, params: Params): Rows {
  const firstOtherIndex = stages.findIndex(({ kind }) => kind !== 'filter');
  const filters = stages.slice(0, firstOtherIndex === -1 ? stages.length : firstOtherIndex);
  const documentStageIndex = findDocumentStageIndex(stages);
  let rows = selectItems(filters, reach, params);
  for (let i = filters.length; i < stages.length; i++) {
    const [stage, next] = [stages[i] as Stage, stages[i + 1]];
    if (stage.kind === 'skip' && next?.kind === 'limit') {
      // One SQL limit for both stages lets PostgreSQL use an index or a top-N sort.
      rows = limitRows(rows, params, stage.count, next.count);
      i++;
    } else rows = applyStage(rows, readStageDates(stage, i < documentStageIndex ? reach.dates : null), params);
  }
  return rows;
}

/** Reads ISO strings as dates in filters on items. `dates` is null after a stage that computes new documents. */
const readStageDates = (stage: Stage, dates: readonly string[] | null | undefined): Stage =>
  stage.kind === 'filter' && dates !== null ? { kind: 'filter', filter: readDateTexts(stage.filter, dates) } : stage;

/** Returns SQL for the items, newest first. Leading filters can use columns and indexes. */
function selectItems(filters: readonly Stage[], reach: Reach, params: Params): Rows {
  const parts = filters.flatMap((stage) => (stage.kind === 'filter' ? [stage.filter] : []));
  const filter = parts.length === 0 ? matchAll : { kind: 'and' as const, parts };
  return {
    from: sourceSql(reach.collection, params),
    where: filterToSql(planFilter(filter, reach), params),
    order: 'created_at desc, id desc',
    orderColumns: ['created_at', 'id'],
    document: reach.hidden.length === 0 ? 'data' : `(data - ${bind(params, reach.hidden, 'text[]')})`,
    resolve: (path) => resolveField(path, reach),
  };
}

/** Describes the rows of an inner select, which exposes only the document and the columns that order the rows. */
const rowsOf = (from: string, order: string, orderColumns: readonly string[] | null): Rows => ({
  from: `(${from}) as item`,
  where: 'true',
  order,
  orderColumns,
  document: 'data',
  resolve: (path) => ({ path }),
});

function applyStage(rows: Rows, stage: Stage, params: Params): Rows {
  switch (stage.kind) {
    case 'filter': {
      const inner = rows.document === 'data' ? rows : materializeRows(rows);
      const condition = filterToSql(resolveInDocument(stage.filter), params);
      return { ...inner, where: inner.where === 'true' ? condition : `(${inner.where}) and ${condition}` };
    }
    case 'sort':
      return sortRows(rows, stage.sort, params);
    case 'limit':
      return limitRows(rows, params, 0, stage.count);
    case 'skip':
      return limitRows(rows, params, stage.count, null);
    case 'project':
      return replaceDocument(rows, (context) => projectToSql(stage.fields, context, params));
    case 'objectToArray':
      return replaceDocument(rows, (context) => {
        const object = valueSql({ kind: 'field', path: stage.path }, context, params);
        const pairs = objectSql([[stage.name, `coalesce(portico.pairs_of(${object}), 'null')`]], params);
        return `${context.document} || ${pairs}`;
      });
    case 'unwind':
      return unwindRows(rows, stage.path, params);
    case 'group':
      return groupRows(rows, stage, params);
  }
}

/** Resolves every field in `data`, because computed fields have no column. */
function resolveInDocument(filter: Filter): Filter<FilterTarget> {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, parts: filter.parts.map(resolveInDocument) };
    case 'not':
      return { kind: 'not', part: resolveInDocument(filter.part) };
    default:
      return { ...filter, path: { path: filter.path } };
  }
}

/** Sorts the rows. The sort is stable: equal rows retain their previous order. */
function sortRows(rows: Rows, sort: readonly SortField[], params: Params): Rows {
  const keys = sortToSql(
    sort.map(({ path, order }) => ({ path: rows.resolve(path), order })),
    params,
  );
  return { ...rows, order: [keys, rows.order].filter(Boolean).join(', '), orderColumns: null };
}

/** Applies limit and offset. The window function numbers the rows in the order of the sorted subselect. */
function limitRows(rows: Rows, params: Params, skip: number, limit: number | null): Rows {
  const page = `${limit === null ? '' : `limit ${bind(params, limit, 'bigint')} `}offset ${bind(params, skip, 'bigint')}`;
  const inner = `select ${rows.document} as data from ${rows.from} where ${rows.where} order by ${rows.order} ${page}`;
  return rowsOf(`select data, row_number() over () as place_0 from (${inner}) as page`, 'place_0', ['place_0']);
}

/**
 * Returns the rows with the sort values in separate columns. Until then, the order is an expression on the document, so
 * replacing the document would change it.
 */
function materializeRows(rows: Rows): Rows {
  const { from, where, document, order, orderColumns } = rows;
  const columns = orderColumns ? [...orderColumns] : [`row_number() over (order by ${order}) as place_0`];
  const select = [`${document} as data`, ...columns].join(', ');
  return orderColumns
    ? rowsOf(`select ${select} from ${from} where ${where} offset 0`, order, orderColumns)
    : rowsOf(`select ${select} from ${from} where ${where}`, 'place_0', ['place_0']);
}

/** `offset 0` prevents PostgreSQL from inlining the new document into every later reference. */
function replaceDocument(rows: Rows, document: (context: RowContext) => string): Rows {
  const { orderColumns, from, where, order, ...context } = rows.orderColumns ? rows : materializeRows(rows);
  const select = [`${document(context)} as data`, ...(orderColumns ?? [])].join(', ');
  return rowsOf(`select ${select} from ${from} where ${where} offset 0`, order, orderColumns);
}

function unwindRows(rows: Rows, path: readonly string[], params: Params): Rows {
  const inner = rows.orderColumns && rows.where === 'true' && rows.document === 'data' ? rows : materializeRows(rows);
  const orderColumns = inner.orderColumns ?? [];
  const positionColumn = `place_${orderColumns.length}`;
  const array = objectPathSql(path, inner, params);
  const elements = `case coalesce(jsonb_typeof(${array}), 'null') when 'array' then ${array} when 'null' then '[]' else jsonb_build_array(${array}) end`;
  const unwoundDocument = `jsonb_set(data, ${bind(params, path, 'text[]')}, element.value)`;
  const boundedValue = `case when row_number() over () > ${aggregateLimits.unwoundRows} then portico.too_large()::jsonb else ${unwoundDocument} end`;
  return rowsOf(
    `select ${[...orderColumns, `element.${positionColumn}`, `${boundedValue} as data`].join(', ')} from ${inner.from} cross join lateral jsonb_array_elements(${elements}) with ordinality as element(value, ${positionColumn}) where ${inner.where}`,
    `${inner.order}, ${positionColumn}`,
    [...orderColumns, positionColumn],
  );
}

/** Returns SQL for the value at the path, which evaluates to null if an array lies on the path. */
function objectPathSql(path: readonly string[], { resolve: resolvePath }: Rows, params: Params): string {
  if ('missing' in resolvePath(path)) return 'null::jsonb';
  if (path.length === 1) return `(data -> ${bind(params, path[0], 'text')})`;
  const strict = bind(params, `strict $${path.map((key) => `.${JSON.stringify(key)}`).join('')}`, 'jsonpath');
  return `jsonb_path_query_first(data, ${strict}, '{}', true)`;
}

function groupRows(rows: Rows, { ids, accumulators, includesId }: GroupStage, params: Params): Rows {
  const bytes = pushedBytes(accumulators, rows, params);
  const from = bytes ? `(select *, ${bytes} as pushed_bytes from ${rows.from} where ${rows.where}) as item` : rows.from;
  const where = bytes ? 'true' : rows.where;
  const keys = ids.map((id) => keySql(id, rows, params));
  const values = objectSql(
    keys.map(({ name, value }) => [name, value]),
    params,
  );
  // A select has at most 1,664 columns, so many ids are combined into one object as the group key.
  const groupBy = keys.length <= ORDERING_KEYS ? keys.map(({ key }) => key) : [values];
  const computed = accumulators.map(
    (accumulator) => [accumulator.name, accumulatorToSql(accumulator, rows, rows.order, params)] as const,
  );
  const id = ids.length > 0 ? values : `'null'::jsonb`;
  const document = objectSql(includesId ? [['_id', id], ...computed] : computed, params);
  // Without group ids, the result is a single group, even if there are no items.
  const groupByClause = groupBy.length > 0 ? `group by ${groupBy.join(', ')}` : 'having true';
  const order = [
    sortToSql(
      ids.slice(0, ORDERING_KEYS).map(({ name }) => ({ path: { path: ['_id', name] }, order: 'ASC' as const })),
      params,
    ),
    `(data -> '_id')::text collate "C"`,
  ];
  return rowsOf(
    `select ${document} as data from ${from} where ${where} ${groupByClause}`,
    order.filter(Boolean).join(', '),
    null,
  );
}

/**
 * Groups by the promoted column if there is one, because extracting the value from the document costs five times as
 * much.
 */
function keySql(
  { name, expression }: GroupId,
  rows: Rows,
  params: Params,
): { name: string; key: string; value: string } {
  const type = expression.kind === 'field' ? typeOf(expression, rows) : 'value';
  if (type === 'value') {
    const key = `coalesce(${valueSql(expression, rows, params)}, 'null')`;
    return { name, key, value: key };
  }
  const key = columnSql(expression, rows);
  const value = type === 'date' ? `case when ${key} is not null then jsonb_build_object('$date', ${key}) end` : key;
  return { name, key, value };
}
