/**
 * The position after which the next page of contacts starts. The cursor contains no column name, and only data of a contact
 * that the client has received, so it needs no signature.
 */
import type { ContactSort } from '@portico/domain';
import { isStorable } from '../full-text/fold-case.ts';
import { AppError } from '../kernel/app-error.ts';
import { isGuid } from '../kernel/ids.ts';

/** The sort key and the id of a row. */
export type CursorPosition = readonly [string, string];

export const writeCursor = (sort: ContactSort, position: CursorPosition): string =>
  Buffer.from(JSON.stringify([sort, ...position])).toString('base64url');

/** @throws AppError INVALID_CURSOR if the cursor is malformed or belongs to another order */
export function readCursor(cursor: string, sort: ContactSort): CursorPosition {
  const [cursorSort, key, id] = parse(cursor);
  const isKey = typeof key === 'string' && isStorable(key) && (sort.startsWith('NAME') || isTime(key));
  if (cursorSort !== sort || !isKey || typeof id !== 'string' || !isGuid(id)) throw new AppError('INVALID_CURSOR');
  return [key, id];
}

const isTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text));

function parse(cursor: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parsed) ? parsed : [];
  } catch {
    return [];
  }
}
