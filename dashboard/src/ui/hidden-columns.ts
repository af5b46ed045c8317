/** The hidden columns of each list, stored in the browser. */
import type { ColumnVisibilityState } from '@tanstack/react-table';

const keyOf = (siteId: string, listId: string): string => `portico-columns:${siteId}:${listId}`;

/** @param defaultHidden the columns that are hidden until the user changes the selection */
export function loadHiddenColumns(
  siteId: string,
  listId: string,
  defaultHidden: ColumnVisibilityState,
): ColumnVisibilityState {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(siteId, listId)) ?? 'null');
    return typeof stored === 'object' && stored !== null ? (stored as ColumnVisibilityState) : defaultHidden;
  } catch {
    return defaultHidden;
  }
}

export function saveHiddenColumns(siteId: string, listId: string, hidden: ColumnVisibilityState): void {
  try {
    localStorage.setItem(keyOf(siteId, listId), JSON.stringify(hidden));
  } catch {
    // If the browser blocks storage, a reload shows the default columns.
  }
}
