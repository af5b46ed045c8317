/** Pages of contacts by a filter. */
import type { Db } from '../db/index.ts';
import type { Columns } from '../filter/columns.ts';
import { idColumn } from '../filter/columns.ts';
import { allOf, filterToSql } from '../filter/filter.ts';
import { buildPageSql, cutPage, limitOf, type PageRequest, readPageRequest, type SortKey } from '../filter/page.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { matchesWords } from './filter-store.ts';
import { requireContactsReader } from './permissions.ts';
import { searchQuery } from './search-words.ts';
import { countMatching, listPage } from './store.ts';
import type { ContactRow } from './wire.ts';

const OLDEST_FIRST: SortKey[] = [{ fieldName: 'createdDate', order: 'ASC' }];
/** Upper bound of the total that pages return. */
export const MAX_COUNT = 10_000;

export interface Search {
  readonly expression?: string;
  readonly mode?: 'OR' | 'AND';
}

interface Query extends PageRequest {
  readonly search?: Search | undefined;
}

/**
 * Returns a page with cursors, which carry filter, search and sort.
 * @param db the slow pool unless an index serves every filter of the call: it has a timeout, and its queries delay no
 *   other requests
 */
export async function readPage(
  ctx: SiteCtx,
  call: string,
  columns: Columns,
  request: Query,
  db: Db = ctx.env.connectionPools.slow,
) {
  requireContactsReader(ctx.caller);
  const state = await readPageRequest(ctx, call, request, OLDEST_FIRST);
  const { expression = '', mode = 'OR' } = (state.search ?? {}) as Search;
  const words = searchQuery(ctx.site.shortId, expression, mode);
  const where = allOf([filterToSql(state.filter, columns), ...(words === null ? [] : [matchesWords(words)])]);
  const limit = limitOf(request);
  const rows = await listPage(db, ctx.site.id, where, buildPageSql(state, columns, idColumn), limit + 1);
  return { where, ...(await cutPage(ctx, call, state, rows, limit)) };
}

/** Returns a page with offset and total, as version 4 of the vendor's API does. */
export async function readOffsetPage(
  ctx: SiteCtx,
  columns: Columns,
  request: Pick<PageRequest, 'filter' | 'sort' | 'paging'>,
): Promise<{ rows: ContactRow[]; pagingMetadata: OffsetMetadata }> {
  const { rows, where } = await readPage(ctx, 'contacts.v4', columns, request);
  const total = await countMatching(ctx.env.connectionPools.slow, ctx.site.id, where, MAX_COUNT);
  return { rows, pagingMetadata: buildOffsetMetadata(rows.length, total, request.paging?.offset) };
}

export interface OffsetMetadata {
  readonly count: number;
  readonly offset: number;
  readonly total: number;
  readonly tooManyToCount: boolean;
}

export const buildOffsetMetadata = (count: number, total: number, offset = 0): OffsetMetadata => ({
  count,
  offset,
  total,
  tooManyToCount: total >= MAX_COUNT,
});
