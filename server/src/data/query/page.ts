/**
 * Pages by offset or cursor, for every call whose order is a keyset: what is asked for, and what the answer says of the
 * pages beside it (data contract section 1.3). A cursor holds what the call asks for (`State`: filter, sort, …), how long
 * its pages are and the position at which one begins; a follow-up sends nothing else.
 */
import type { PagingMetadata } from '@portico/contract/data/shared';
import { dataLimits } from '@portico/domain';
import type { Static } from 'typebox';
import { AppError } from '../../kernel/app-error.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { type CursorCall, type CursorScope, openCursor, sealCursor } from './cursor.ts';
import type { Json } from './tree.ts';

/** How a request names a page. */
export interface PageRequest {
  readonly paging?: { readonly limit?: number; readonly offset?: number };
  readonly cursorPaging?: { readonly limit?: number; readonly cursor?: string };
}

/** Where a row stands: its values of the sort fields, in turn. */
export type Position = readonly Json[];

/** Which rows a statement is to find: `limit`, and one more to know whether there are more in that direction. */
export interface Page {
  readonly limit: number;
  /** rows to leave out first */
  readonly offset: number;
  /** the page begins beyond this one; null: at the very first row, backwards at the very last */
  readonly start: Position | null;
  /** the rows before `start`, nearest first */
  readonly backwards: boolean;
}

export interface OpenedPage<State> extends Page {
  /** how many rows the pages beside it may have; this one has fewer where it ends at the first row */
  readonly size: number;
  /** what the cursor carries; null where none was sent */
  readonly state: State | null;
  /** how many rows there were before the page, or before its end if it goes backwards */
  readonly before: number;
}

/** Texts of a cursor. */
interface CursorContent<State> {
  readonly state: State;
  readonly limit: number;
  readonly at: Position | null;
  readonly before: number;
  readonly backwards?: true;
  /** `before` says where the page is: the position is too long to be carried */
  readonly byOffset?: true;
}

/**
 * The page that a request names. `within` is where the paging stands in the request, for errors.
 * @throws AppError WDE0151 for an offset together with a cursor, WDE0152 for a cursor that is not ours or not for this
 * caller and call
 */
export function openPage<State>(
  ctx: SiteCtx,
  scope: CursorScope,
  call: CursorCall,
  { paging, cursorPaging }: PageRequest,
  within = '',
): OpenedPage<State> {
  if (cursorPaging && paging?.offset) {
    throw new AppError('WDE0151', {
      reason: 'a page is named by an offset or a cursor, not both',
      field: `${within}paging.offset`,
    });
  }
  const requestedLimit = paging?.limit ?? cursorPaging?.limit;
  const offset = paging?.offset ?? 0;
  if (cursorPaging?.cursor === undefined) {
    const limit = requestedLimit ?? dataLimits.defaultPageSize;
    return { limit, size: limit, offset, start: null, backwards: false, state: null, before: offset };
  }
  const held = openCursor<CursorContent<State>>(ctx, scope, call, cursorPaging.cursor, `${within}cursorPaging.cursor`);
  return pageOf(held, requestedLimit ?? held.limit);
}

function pageOf<State>(held: CursorContent<State>, size: number): OpenedPage<State> {
  const { state, at, before, backwards = false } = held;
  if (!held.byOffset) return { limit: size, size, offset: 0, start: at, backwards, state, before };
  const offset = backwards ? Math.max(0, before - size) : before;
  // Backwards from row 3 by pages of 5 are 3 rows.
  const limit = backwards ? before - offset : size;
  return { limit, size, offset, start: null, backwards: false, state, before: offset };
}

/** What was found: of how many rows, with the positions of the page's first and last, in the order of the sort. */
export interface FoundRows {
  /** rows found, the one beyond the page included */
  readonly rows: number;
  /** null where the position is too long for a cursor */
  readonly first: () => Position | null;
  readonly last: () => Position | null;
}

export interface Total {
  readonly count: number;
  readonly tooMany: boolean;
}

/**
 * `pagingMetadata` of the answer. Never an empty cursor, none before the first page and none after the last: the client
 * takes any text for a page that is there, and a missing `hasNext` for the end.
 */
export function pageMetadata<State>(
  ctx: SiteCtx,
  scope: CursorScope,
  call: CursorCall,
  page: OpenedPage<State>,
  state: State,
  found: FoundRows,
  total: Total | null,
): Static<typeof PagingMetadata> {
  const count = Math.min(found.rows, page.limit);
  const more = found.rows > page.limit;
  const hasNext = page.backwards ? page.start !== null : more;
  const hasPrev = page.backwards ? more : page.start !== null || page.offset > 0;
  const beforeFirst = page.backwards ? Math.max(0, page.before - count) : page.before;
  const held = { state, limit: page.size };
  const next = () => ({ ...held, ...cursorPosition(count, found.last, beforeFirst + count) });
  const prev = () => ({ ...held, ...cursorPosition(count, found.first, beforeFirst), backwards: true as const });
  const seal = (held: CursorContent<State>): string => sealCursor(ctx, scope, call, held);
  const cursors = { ...(hasNext ? { next: seal(next()) } : {}), ...(hasPrev ? { prev: seal(prev()) } : {}) };
  return {
    count,
    // Along a cursor nobody counts how far it is.
    ...(page.state === null ? { offset: page.offset } : {}),
    ...(total?.tooMany === false ? { total: total.count } : {}),
    tooManyToCount: total?.tooMany ?? false,
    ...(isHandedOut(cursors) ? { cursors } : {}),
    hasNext,
  };
}

/** Beside an empty page are the first and the last of all. */
function cursorPosition(count: number, position: () => Position | null, before: number) {
  const at = count === 0 ? null : position();
  return { at, before, ...(at === null && count > 0 ? { byOffset: true as const } : {}) };
}

/** A filter can be longer than a cursor may be: then there are none, and the client pages by offset. */
const isHandedOut = (cursors: { next?: string; prev?: string }): boolean => {
  const texts = Object.values(cursors);
  return texts.length > 0 && texts.every((text) => text.length <= dataLimits.cursorLength);
};
