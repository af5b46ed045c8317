/**
 * A pipeline as one statement of nested selects. In each the document is called `data`, so that filters and sorts of the
 * query language serve every stage (query/to-sql.ts). The first one reads the caller's own rows without what is hidden
 * from them: whatever is computed later can only be of these. Values and names are bound; a property test holds the
 * whole to evaluate.ts.
 */

import type { Reach } from '../collections/reach.ts';
import { readDateTexts } from '../query/date-texts.ts';
import { bind, type Params } from '../query/params.ts';
import { planFilter, resolveField } from '../query/plan.ts';
import type { FilterTarget } from '../query/scope.ts';
import { filterToSql, sortToSql } from '../query/to-sql.ts';
import { type Filter, matchAll, type SortField } from '../query/tree.ts';
import { source } from '../table/statement.ts';
import { accumulatorToSql, objectSql, pushedBytes } from './accumulator-to-sql.ts';
import { columnSql, type RowContext, typeOf, valueSql } from './expression-to-sql.ts';
import { aggregateLimits, ORDERING_KEYS } from './limits.ts';
import { projectToSql } from './project-to-sql.ts';
import { firstDocumentStage, type GroupId, type GroupStage, type Stage } from './tree.ts';

/** Rows on their way: what to select from, which of them, and in which order. */
export interface Rows extends RowContext {
  readonly from: string;
  readonly where: string;
  /** `order by` without the keyword */
  readonly order: string;
  /** columns that `order` is made of; null where it looks into the document */
  readonly orderColumns: readonly string[] | null;
}

/** The rows that the stages make of the items which the caller may read. */
export function pipelineToSql(stages: readonly Stage[], reach: Reach, params: Params): Rows {
  const leading = stages.findIndex(({ kind }) => kind !== 'filter');
  const filters = stages.slice(0, leading === -1 ? stages.length : leading);
  const made = firstDocumentStage(stages);
  let rows = itemRows(filters, reach, params);
  for (let i = filters.length; i < stages.length; i++) {
    const [stage, next] = [stages[i] as Stage, stages[i + 1]];
    if (stage.kind === 'skip' && next?.kind === 'limit') {
      // Together they can be served by an index or a short sort.
      rows = limitRows(rows, params, stage.count, next.count);
      i++;
    } else rows = afterStage(rows, datedStage(stage, i < made ? reach.dates : null), params);
  }
  return rows;
}

/** A filter on items reads ISO texts as dates; in documents that a stage has made, a name may be of anything. */
const datedStage = (stage: Stage, dates: readonly string[] | null | undefined): Stage =>
  stage.kind === 'filter' && dates !== null ? { kind: 'filter', filter: readDateTexts(stage.filter, dates) } : stage;

/** The items themselves, newest first as in queries; filters that come first are served by columns and indexes. */
function itemRows(filters: readonly Stage[], reach: Reach, params: Params): Rows {
  const parts = filters.flatMap((stage) => (stage.kind === 'filter' ? [stage.filter] : []));
  const filter = parts.length === 0 ? matchAll : { kind: 'and' as const, parts };
  return {
    from: source(reach.collection),
    where: filterToSql(planFilter(filter, reach), params),
    order: 'created_at desc, id desc',
    orderColumns: ['created_at', 'id'],
    document: reach.hidden.length === 0 ? 'data' : `(data - ${bind(params, reach.hidden, 'text[]')})`,
    resolve: (path) => resolveField(path, reach),
  };
}

/** Rows of an inner select, of which only the document and the order are left. */
const rowsOf = (from: string, order: string, orderColumns: readonly string[] | null): Rows => ({
  from: `(${from}) as item`,
  where: 'true',
  order,
  orderColumns,
  document: 'data',
  resolve: (path) => ({ path }),
});

function afterStage(rows: Rows, stage: Stage, params: Params): Rows {
  switch (stage.kind) {
    case 'filter': {
      const inner = rows.document === 'data' ? rows : materialized(rows);
      const condition = filterToSql(inDocument(stage.filter), params);
      return { ...inner, where: inner.where === 'true' ? condition : `(${inner.where}) and ${condition}` };
    }
    case 'sort':
      return sorted(rows, stage.sort, params);
    case 'limit':
      return limitRows(rows, params, 0, stage.count);
    case 'skip':
      return limitRows(rows, params, stage.count, null);
    case 'project':
      return changed(rows, (context) => projectToSql(stage.fields, context, params));
    case 'objectToArray':
      return changed(rows, (context) => {
        const object = valueSql({ kind: 'field', path: stage.path }, context, params);
        const pairs = objectSql([[stage.name, `coalesce(portico.pairs_of(${object}), 'null')`]], params);
        return `${context.document} || ${pairs}`;
      });
    case 'unwind':
      return unwound(rows, stage.path, params);
    case 'group':
      return grouped(rows, stage, params);
  }
}

/** Every name is looked up in `data`: what a stage has made is in no column. */
function inDocument(filter: Filter): Filter<FilterTarget> {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, parts: filter.parts.map(inDocument) };
    case 'not':
      return { kind: 'not', part: inDocument(filter.part) };
    default:
      return { ...filter, path: { path: filter.path } };
  }
}

/** In a sort equal rows keep the order that they had. */
function sorted(rows: Rows, sort: readonly SortField[], params: Params): Rows {
  const keys = sortToSql(
    sort.map(({ path, order }) => ({ path: rows.resolve(path), order })),
    params,
  );
  return { ...rows, order: [keys, rows.order].filter(Boolean).join(', '), orderColumns: null };
}

/** A window over a sorted select meets its rows in that order. */
function limitRows(rows: Rows, params: Params, skip: number, limit: number | null): Rows {
  const page = `${limit === null ? '' : `limit ${bind(params, limit, 'bigint')} `}offset ${bind(params, skip, 'bigint')}`;
  const inner = `select ${rows.document} as data from ${rows.from} where ${rows.where} order by ${rows.order} ${page}`;
  return rowsOf(`select data, row_number() over () as place_0 from (${inner}) as page`, 'place_0', ['place_0']);
}

/** The rows with their order in columns of their own, so that the document may change. */
function materialized(rows: Rows): Rows {
  const { from, where, document, order, orderColumns } = rows;
  const columns = orderColumns ? [...orderColumns] : [`row_number() over (order by ${order}) as place_0`];
  const select = [`${document} as data`, ...columns].join(', ');
  return orderColumns
    ? rowsOf(`select ${select} from ${from} where ${where} offset 0`, order, orderColumns)
    : rowsOf(`select ${select} from ${from} where ${where}`, 'place_0', ['place_0']);
}

/** `offset 0` keeps PostgreSQL from writing out the new document wherever a later stage looks into it. */
function changed(rows: Rows, document: (context: RowContext) => string): Rows {
  const { orderColumns, from, where, order, ...context } = rows.orderColumns ? rows : materialized(rows);
  const select = [`${document(context)} as data`, ...(orderColumns ?? [])].join(', ');
  return rowsOf(`select ${select} from ${from} where ${where} offset 0`, order, orderColumns);
}

function unwound(rows: Rows, path: readonly string[], params: Params): Rows {
  const inner = rows.orderColumns && rows.where === 'true' && rows.document === 'data' ? rows : materialized(rows);
  const orderColumns = inner.orderColumns ?? [];
  const positionColumn = `place_${orderColumns.length}`;
  const array = objectPathSql(path, inner, params);
  const elements = `case coalesce(jsonb_typeof(${array}), 'null') when 'array' then ${array} when 'null' then '[]' else jsonb_build_array(${array}) end`;
  const changed = `jsonb_set(data, ${bind(params, path, 'text[]')}, element.value)`;
  const bounded = `case when row_number() over () > ${aggregateLimits.unwoundRows} then portico.too_large()::jsonb else ${changed} end`;
  return rowsOf(
    `select ${[...orderColumns, `element.${positionColumn}`, `${bounded} as data`].join(', ')} from ${inner.from} cross join lateral jsonb_array_elements(${elements}) with ordinality as element(value, ${positionColumn}) where ${inner.where}`,
    `${inner.order}, ${positionColumn}`,
    [...orderColumns, positionColumn],
  );
}

/** What objects alone lead to; nothing where an array is on the way. */
function objectPathSql(path: readonly string[], { resolve: positionColumn }: Rows, params: Params): string {
  if ('missing' in positionColumn(path)) return 'null::jsonb';
  if (path.length === 1) return `(data -> ${bind(params, path[0], 'text')})`;
  const strict = bind(params, `strict $${path.map((key) => `.${JSON.stringify(key)}`).join('')}`, 'jsonpath');
  return `jsonb_path_query_first(data, ${strict}, '{}', true)`;
}

function grouped(rows: Rows, { ids, accumulators, withId }: GroupStage, params: Params): Rows {
  const bytes = pushedBytes(accumulators, rows, params);
  const from = bytes ? `(select *, ${bytes} as pushed_bytes from ${rows.from} where ${rows.where}) as item` : rows.from;
  const where = bytes ? 'true' : rows.where;
  const keys = ids.map((id) => keySql(id, rows, params));
  const values = objectSql(
    keys.map(({ name, value }) => [name, value]),
    params,
  );
  // A statement has room for 1,664 columns: of many ids one object is made, and grouped by.
  const groupBy = keys.length <= ORDERING_KEYS ? keys.map(({ key }) => key) : [values];
  const computed = accumulators.map(
    (accumulator) => [accumulator.name, accumulatorToSql(accumulator, rows, rows.order, params)] as const,
  );
  const id = ids.length > 0 ? values : `'null'::jsonb`;
  const document = objectSql(withId ? [['_id', id], ...computed] : computed, params);
  // Without a key there is one row, even where there is nothing to compute.
  const tail = groupBy.length > 0 ? `group by ${groupBy.join(', ')}` : 'having true';
  const order = [
    sortToSql(
      ids.slice(0, ORDERING_KEYS).map(({ name }) => ({ path: { path: ['_id', name] }, order: 'ASC' as const })),
      params,
    ),
    `(data -> '_id')::text collate "C"`,
  ];
  return rowsOf(
    `select ${document} as data from ${from} where ${where} ${tail}`,
    order.filter(Boolean).join(', '),
    null,
  );
}

/** A promoted column is grouped as it is: digging its value out of the document costs five times as much. */
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
