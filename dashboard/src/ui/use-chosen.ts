import type { RowSelectionState } from '@tanstack/react-table';
import { useState } from 'react';

/** Which rows of a table are chosen, and what the table needs in order to show it. */
export interface Chosen<T> {
  readonly rows: readonly T[];
  /** every row of a page that has any */
  readonly isPage: boolean;
  readonly clear: () => void;
  readonly table: { readonly selection: RowSelectionState; readonly onSelect: (next: RowSelectionState) => void };
}

/**
 * What is no longer in sight must not be acted upon: a choice is of the rows that are shown, and of none while those
 * that were asked for are on their way.
 */
export function useChosen<T>(shown: readonly T[], idOf: (row: T) => string, isStale: boolean): Chosen<T> {
  const [selection, onSelect] = useState<RowSelectionState>({});
  const rows = isStale ? [] : shown.filter((row) => selection[idOf(row)]);
  return {
    rows,
    isPage: rows.length > 0 && rows.length === shown.length,
    clear: () => onSelect({}),
    table: { selection, onSelect },
  };
}
