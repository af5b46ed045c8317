/** Which columns a person hides, kept in the browser for each list. */
import type { ColumnVisibilityState } from '@tanstack/react-table';

const keyOf = (siteId: string, listId: string): string => `portico-columns:${siteId}:${listId}`;

/** @param hiddenAtFirst what is hidden until the person has chosen */
export function keptColumns(
  siteId: string,
  listId: string,
  hiddenAtFirst: ColumnVisibilityState,
): ColumnVisibilityState {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(siteId, listId)) ?? 'null');
    return typeof kept === 'object' && kept !== null ? (kept as ColumnVisibilityState) : hiddenAtFirst;
  } catch {
    return hiddenAtFirst;
  }
}

export function keepColumns(siteId: string, listId: string, hidden: ColumnVisibilityState): void {
  try {
    localStorage.setItem(keyOf(siteId, listId), JSON.stringify(hidden));
  } catch {
    // a browser that keeps nothing shows the usual columns after a reload
  }
}
