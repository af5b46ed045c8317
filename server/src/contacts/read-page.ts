/** A page of contacts by a filter of the vendor's, with the caller's right asked. */
import { sql } from 'kysely';
import type { Columns } from '../filter/columns.ts';
import { idColumn } from '../filter/columns.ts';
import { filterToSql } from '../filter/filter.ts';
import { cutPage, limitOf, type PageRequest, pageSql, readPageRequest, type SortKey } from '../filter/page.ts';
import type { SiteCtx } from '../kernel/ctx.ts';
import { requireContactsReader } from './permissions.ts';
import { searchQuery } from './search-words.ts';
import { countMatching, listPage } from './store.ts';
import type { ContactRow } from './wire.ts';

const OLDEST: SortKey[] = [{ fieldName: 'createdDate', order: 'ASC' }];
const MOST_COUNTED = 10_000;

export interface Search {
  readonly expression?: string;
  readonly mode?: 'OR' | 'AND';
}

interface Query extends PageRequest {
  readonly search?: Search | undefined;
}

/** With cursors, which carry filter, words and sort. */
export async function readPage(ctx: SiteCtx, call: string, columns: Columns, request: Query) {
  requireContactsReader(ctx.caller);
  const state = await readPageRequest(ctx, call, request, OLDEST);
  const { expression = '', mode = 'OR' } = (state.search ?? {}) as Search;
  const words = searchQuery(ctx.site.shortId, expression, mode);
  const found = words === null ? sql<boolean>`true` : sql<boolean>`words @@ ${words}::tsquery`;
  const where = sql<boolean>`${filterToSql(state.filter, columns)} and ${found}`;
  const limit = limitOf(request);
  // A filter that no index serves is stopped in time, and holds up nobody else.
  const rows = await listPage(ctx.env.lanes.slow, ctx.site.id, where, pageSql(state, columns, idColumn), limit + 1);
  return { where, ...(await cutPage(ctx, call, state, rows, limit)) };
}

/** With offset and total, as the fourth version has them. */
export async function readOffsetPage(
  ctx: SiteCtx,
  columns: Columns,
  request: Pick<PageRequest, 'filter' | 'sort' | 'paging'>,
): Promise<{ rows: ContactRow[]; pagingMetadata: OffsetMetadata }> {
  const { rows, where } = await readPage(ctx, 'contacts.v4', columns, request);
  const total = await countMatching(ctx.env.lanes.slow, ctx.site.id, where, MOST_COUNTED);
  return { rows, pagingMetadata: offsetMetadata(rows.length, total, request.paging?.offset) };
}

export interface OffsetMetadata {
  readonly count: number;
  readonly offset: number;
  readonly total: number;
  readonly tooManyToCount: boolean;
}

export const offsetMetadata = (count: number, total: number, offset = 0): OffsetMetadata => ({
  count,
  offset,
  total,
  tooManyToCount: total >= MOST_COUNTED,
});
