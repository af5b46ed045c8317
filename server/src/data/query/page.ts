/**
 * Implements offset and cursor paging for every call that has a keyset order: reads the requested page and builds
 * `pagingMetadata` (data contract section 1.3). A cursor contains the request (`State`: filter, sort, …), the page size
 * and the position at which the page starts. A follow-up request sends only the cursor.
 */
import type { PagingMetadata } from '@portico/contract/data/shared';
import { dataLimits } from '@portico/domain';
import type { Static } from 'typebox';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { type CursorCall, type CursorScope, openCursor, sealCursor } from './cursor.ts';
import type { Json } from './tree.ts';

/** The paging part of a request. */
export interface PageRequest {
  readonly paging?: { readonly limit?: number; readonly offset?: number };
  readonly cursorPaging?: { readonly limit?: number; readonly cursor?: string };
}

/** The position of a row in an order: its values of the sort fields, in sequence. */
export type Position = readonly Json[];

/** The rows that a statement selects: `limit` rows, and one more to find out whether another page follows. */
export interface Page {
  readonly limit: number;
  /** Number of rows to skip. */
  readonly offset: number;
  /** Position after which the page starts; null if it starts with the first row, or backwards with the last row. */
  readonly start: Position | null;
  /** Selects the rows before `start`, nearest first. */
  readonly backwards: boolean;
}

export interface OpenedPage<State> extends Page {
  /**
   * Requested page size, which the neighboring pages also have. `limit` is smaller if fewer rows precede the start of a
   * backward page.
   */
  readonly size: number;
  /** Filter and sort order, which the cursor contains; null for a request without a cursor. */
  readonly state: State | null;
  /** Number of rows before the page, or before its end if it goes backwards. */
  readonly before: number;
}

/** The content of a cursor. */
interface CursorContent<State> {
  readonly state: State;
  readonly limit: number;
  readonly at: Position | null;
  readonly before: number;
  readonly backwards?: true;
  /** Set if the position is too long for a cursor. The page then starts at the offset `before`. */
  readonly byOffset?: true;
}

/**
 * Returns the page that a request selects.
 * @param pathPrefix prefix of the paging properties in the request, for errors
 * @throws AppError WDE0151 for an offset together with a cursor, WDE0152 if the cursor is invalid or belongs to another
 * caller or call
 */
export function openPage<State>(
  ctx: SiteCtx,
  scope: CursorScope,
  call: CursorCall,
  { paging, cursorPaging }: PageRequest,
  pathPrefix = '',
): OpenedPage<State> {
  if (cursorPaging && paging?.offset) {
    throw new AppError('WDE0151', {
      reason: 'use either an offset or a cursor, not both',
      field: `${pathPrefix}paging.offset`,
    });
  }
  const requestedLimit = paging?.limit ?? cursorPaging?.limit;
  const offset = paging?.offset ?? 0;
  if (cursorPaging?.cursor === undefined) {
    const limit = requestedLimit ?? dataLimits.defaultPageSize;
    return { limit, size: limit, offset, start: null, backwards: false, state: null, before: offset };
  }
  const content = openCursor<CursorContent<State>>(
    ctx,
    scope,
    call,
    cursorPaging.cursor,
    `${pathPrefix}cursorPaging.cursor`,
  );
  return pageOf(content, requestedLimit ?? content.limit);
}

function pageOf<State>(content: CursorContent<State>, size: number): OpenedPage<State> {
  const { state, at, before, backwards = false } = content;
  if (!content.byOffset) return { limit: size, size, offset: 0, start: at, backwards, state, before };
  const offset = backwards ? Math.max(0, before - size) : before;
  // Only 3 rows precede row 4, so a backward page of 5 rows from there has 3.
  const limit = backwards ? before - offset : size;
  return { limit, size, offset, start: null, backwards: false, state, before: offset };
}

/** The number of rows found, and the positions of the first and the last one in sort order. */
export interface FoundRows {
  /** Number of rows found, including the extra row after the page. */
  readonly rows: number;
  /** Null if the position is too long for a cursor. */
  readonly first: () => Position | null;
  readonly last: () => Position | null;
}

export interface Total {
  readonly count: number;
  readonly exceedsBound: boolean;
}

/**
 * Returns `pagingMetadata`. It contains no empty cursors, no `prev` on the first page and no `next` on the last one,
 * because the client takes every cursor, even an empty one, for an existing page. It always contains `hasNext`, because
 * the client takes a missing `hasNext` for the end.
 */
export function buildPagingMetadata<State>(
  ctx: SiteCtx,
  scope: CursorScope,
  call: CursorCall,
  page: OpenedPage<State>,
  state: State,
  found: FoundRows,
  total: Total | null,
): Static<typeof PagingMetadata> {
  const count = Math.min(found.rows, page.limit);
  const hasMore = found.rows > page.limit;
  const hasNext = page.backwards ? page.start !== null : hasMore;
  const hasPrev = page.backwards ? hasMore : page.start !== null || page.offset > 0;
  const beforeFirst = page.backwards ? Math.max(0, page.before - count) : page.before;
  const content = { state, limit: page.size };
  const next = () => ({ ...content, ...cursorPosition(count, found.last, beforeFirst + count) });
  const prev = () => ({ ...content, ...cursorPosition(count, found.first, beforeFirst), backwards: true as const });
  const seal = (content: CursorContent<State>): string => sealCursor(ctx, scope, call, content);
  const cursors = { ...(hasNext ? { next: seal(next()) } : {}), ...(hasPrev ? { prev: seal(prev()) } : {}) };
  return {
    count,
    // The offset is known only for requests without a cursor.
    ...(page.state === null ? { offset: page.offset } : {}),
    ...(total?.exceedsBound === false ? { total: total.count } : {}),
    tooManyToCount: total?.exceedsBound ?? false,
    ...(fitsLimit(cursors) ? { cursors } : {}),
    hasNext,
  };
}

/**
 * Returns the position of a cursor. An empty page has no row to continue from, so its neighbors are the first and the
 * last page.
 */
function cursorPosition(count: number, position: () => Position | null, before: number) {
  const at = count === 0 ? null : position();
  return { at, before, ...(at === null && count > 0 ? { byOffset: true as const } : {}) };
}

/**
 * Returns false if a long filter makes the cursors too long. The cursors are then left out, and the client pages by
 * offset.
 */
const fitsLimit = (cursors: { next?: string; prev?: string }): boolean => {
  const texts = Object.values(cursors);
  return texts.length > 0 && texts.every((text) => text.length <= dataLimits.cursorLength);
};
