/** Where a page of contacts ended. It names no column and no contact that its reader has not seen, so it is not signed. */
import type { ContactSort } from '@portico/domain';
import { isStorable } from '../full-text/fold-case.ts';
import { AppError } from '../kernel/app-error.ts';
import { isGuid } from '../kernel/ids.ts';

/** sort key and id of a row */
export type Place = readonly [string, string];

export const writeCursor = (sort: ContactSort, place: Place): string =>
  Buffer.from(JSON.stringify([sort, ...place])).toString('base64url');

/** @throws AppError INVALID_CURSOR for one of another order, or none of ours */
export function readCursor(cursor: string, sort: ContactSort): Place {
  const [by, key, id] = parsed(cursor);
  const isKey = typeof key === 'string' && isStorable(key) && (sort.startsWith('NAME') || isTime(key));
  if (by !== sort || !isKey || typeof id !== 'string' || !isGuid(id)) throw new AppError('INVALID_CURSOR');
  return [key, id];
}

const isTime = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text));

function parsed(cursor: string): unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}
