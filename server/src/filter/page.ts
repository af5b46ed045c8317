/**
 * Keyset paging: a page starts after the sort keys of the last row, so that all pages take the same time. The cursor
 * contains filter, search and sort, because the vendor's client sends only the cursor. Cursors are signed. Threat: a
 * changed cursor could contain a filter that was never checked. A client may also skip rows by an offset; the cursors
 * of such a page continue by keyset.
 */
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../kernel/app-error.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import type { Column, Columns } from './columns.ts';
import type { Condition } from './filter.ts';

export interface SortKey {
  readonly fieldName: string;
  readonly order: 'ASC' | 'DESC';
}

export interface PageRequest {
  readonly filter?: unknown;
  readonly sort?: readonly { fieldName: string; order?: 'ASC' | 'DESC' }[];
  readonly cursorPaging?: { limit?: number; cursor?: string };
  readonly paging?: { limit?: number; offset?: number };
  /** The search request, for calls that support searching. */
  readonly search?: unknown;
}

/** The state of a query, from the request or from its cursor. */
export interface PageState {
  readonly filter: unknown;
  readonly search?: unknown;
  readonly sort: readonly SortKey[];
  /** The sort keys and the id of the row after which the page starts; absent for the first page. */
  readonly keys?: readonly unknown[];
  readonly backwards: boolean;
  /** The number of rows to skip; absent if the request has a cursor. */
  readonly offset?: number;
}

export interface Page<Row> {
  readonly rows: Row[];
  readonly metadata: { count: number; cursors: { next?: string; prev?: string }; hasNext: boolean; offset?: number };
}

const DEFAULT_LIMIT = 50;
const CURSOR_LIFETIME_SECONDS = 30 * 86_400;

export const limitOf = ({ cursorPaging, paging }: PageRequest): number =>
  cursorPaging?.limit ?? paging?.limit ?? DEFAULT_LIMIT;

/**
 * Reads the state of a query from the request, or from its cursor if it has one.
 * @throws AppError INVALID_CURSOR if the cursor is invalid or belongs to another call or site; WDE0080 for a cursor
 *   together with an offset
 */
export async function readPageRequest(
  ctx: SiteCtx,
  call: string,
  request: PageRequest,
  defaultSort: readonly SortKey[],
): Promise<PageState> {
  const { cursorPaging, paging } = request;
  if (cursorPaging && paging?.offset) {
    const reason = 'paging.offset cannot be combined with cursorPaging';
    throw new AppError('WDE0080', { reason, field: 'paging.offset' });
  }
  const { cursor } = cursorPaging ?? {};
  if (cursor === undefined) {
    const sort = (request.sort ?? []).map(({ fieldName, order = 'ASC' }) => ({ fieldName, order }));
    const { filter = {}, search } = request;
    const offset = paging && { offset: paging.offset ?? 0 };
    return { filter, search, sort: sort.length > 0 ? sort : defaultSort, backwards: false, ...offset };
  }
  const token = await ctx.env.tokenSigner.verify('cursor', cursor, ctx.now);
  if (!token || token.site !== ctx.site.id || token.extra?.cursor !== call) throw new AppError('INVALID_CURSOR');
  return token.extra.page as PageState;
}

/** @throws AppError INVALID_FILTER if the sort contains a field that cannot be sorted by */
function sortColumns(sort: readonly SortKey[], columns: Columns): { column: Column; order: 'ASC' | 'DESC' }[] {
  return sort.map(({ fieldName, order }) => {
    const column = Object.hasOwn(columns, fieldName) ? columns[fieldName] : undefined;
    if (!column?.sortable) throw new AppError('INVALID_FILTER', { reason: `${fieldName} cannot be sorted by` });
    return { column, order };
  });
}

export interface PageSql {
  /** Matches rows after the cursor's row, or before it if the page is read backwards. */
  readonly after: Condition;
  readonly orderBy: RawBuilder<unknown>;
  /** The sort keys and the id of each row as a JSON list, for the next cursor. */
  readonly keys: RawBuilder<unknown[]>;
  readonly offset: number;
}

const EMPTY = {
  uuid: "'00000000-0000-0000-0000-000000000000'::uuid",
  text: "''",
  boolean: 'false',
  time: "'-infinity'::timestamptz",
  list: "'[]'::jsonb",
  texts: "'{}'::text[]",
} as const;
const SQL_TYPES = {
  uuid: 'uuid',
  text: 'text',
  boolean: 'boolean',
  time: 'timestamptz',
  list: 'jsonb',
  texts: 'text[]',
} as const;

/** Returns the parts of a statement that reads a page. The id is the last sort key, so that no two rows are equal. */
export function buildPageSql(state: PageState, columns: Columns, id: Column): PageSql {
  const sorted = sortColumns(state.sort, columns);
  const sqlSortKeys = [...sorted, { column: id, order: sorted.at(-1)?.order ?? 'DESC' }].map(({ column, order }) => ({
    left: column.nullable ? sql`coalesce(${column.sql}, ${sql.raw(EMPTY[column.type])})` : column.sql,
    type: sql.raw(SQL_TYPES[column.type]),
    ascending: (order === 'ASC') !== state.backwards,
  }));
  return {
    after: state.keys ? isAfterKeys(sqlSortKeys, state.keys) : sql<boolean>`true`,
    orderBy: sql.join(sqlSortKeys.map(({ left, ascending }) => sql`${left} ${sql.raw(ascending ? 'asc' : 'desc')}`)),
    keys: sql<unknown[]>`jsonb_build_array(${sql.join(sqlSortKeys.map(({ left }) => left))})`,
    offset: state.offset ?? 0,
  };
}

interface SqlSortKey {
  readonly left: RawBuilder<unknown>;
  readonly type: RawBuilder<unknown>;
  readonly ascending: boolean;
}

function isAfterKeys(sqlSortKeys: readonly SqlSortKey[], keys: readonly unknown[]): Condition {
  const values = sqlSortKeys.map(({ type }, index) => sql`${keys[index]}::${type}`);
  const comparison = (ascending: boolean) => sql.raw(ascending ? '>' : '<');
  const [first] = sqlSortKeys as [SqlSortKey, ...SqlSortKey[]];
  // If all keys sort in the same direction, one row comparison is enough, which lets PostgreSQL start at a position in
  // an index.
  if (sqlSortKeys.every(({ ascending }) => ascending === first.ascending)) {
    const columnList = sql.join(sqlSortKeys.map(({ left }) => left));
    return sql<boolean>`(${columnList}) ${comparison(first.ascending)} (${sql.join(values)})`;
  }
  const steps = sqlSortKeys.map(({ left, ascending }, index) => {
    const equal = sqlSortKeys.slice(0, index).map((other, before) => sql`${other.left} = ${values[before]}`);
    return sql`(${sql.join([...equal, sql`${left} ${comparison(ascending)} ${values[index]}`], sql` and `)})`;
  });
  return sql<boolean>`(${sql.join(steps, sql` or `)})`;
}

/**
 * Cuts rows to the limit and signs the cursors. The first page has no previous cursor, and the last page no next
 * cursor.
 * @param rowsRead up to one row more than the limit, which shows whether another page follows
 */
export async function cutPage<Row extends { keys: unknown[] }>(
  ctx: SiteCtx,
  call: string,
  state: PageState,
  rowsRead: readonly Row[],
  limit: number,
): Promise<Page<Row>> {
  const hasMore = rowsRead.length > limit;
  const rows = rowsRead.slice(0, limit);
  if (state.backwards) rows.reverse();
  const cursorAt = (row: Row | undefined, backwards: boolean) =>
    row && sign(ctx, call, { filter: state.filter, search: state.search, sort: state.sort, keys: row.keys, backwards });
  const next = state.backwards || hasMore ? await cursorAt(rows.at(-1), false) : undefined;
  const isFirst = state.keys === undefined && !state.offset;
  const prev = (state.backwards ? hasMore : !isFirst) ? await cursorAt(rows[0], true) : undefined;
  return {
    rows,
    metadata: {
      count: rows.length,
      cursors: { ...(next ? { next } : {}), ...(prev ? { prev } : {}) },
      hasNext: next !== undefined,
      ...(state.offset === undefined ? {} : { offset: state.offset }),
    },
  };
}

const sign = (ctx: SiteCtx, call: string, page: PageState): Promise<string> =>
  ctx.env.tokenSigner.sign(
    'cursor',
    { site: ctx.site.id, kind: 'visitor', subject: 'cursor', extra: { cursor: call, page } },
    CURSOR_LIFETIME_SECONDS,
    ctx.now,
  );
