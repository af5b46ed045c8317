/** Which columns a person hides, kept in the browser for each collection. */
import type { ColumnVisibilityState } from '@tanstack/react-table';

const hiddenAtFirst: ColumnVisibilityState = { _id: false, _owner: false, _createdDate: false };

const keyOf = (siteId: string, collectionId: string): string => `portico-columns:${siteId}:${collectionId}`;

export function keptColumns(siteId: string, collectionId: string): ColumnVisibilityState {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(siteId, collectionId)) ?? 'null');
    return typeof kept === 'object' && kept !== null ? (kept as ColumnVisibilityState) : hiddenAtFirst;
  } catch {
    return hiddenAtFirst;
  }
}

export function keepColumns(siteId: string, collectionId: string, hidden: ColumnVisibilityState): void {
  try {
    localStorage.setItem(keyOf(siteId, collectionId), JSON.stringify(hidden));
  } catch {
    // a browser that keeps nothing shows the usual columns after a reload
  }
}
