import type { RowSelectionState } from '@tanstack/react-table';
import { useState } from 'react';

/** The selected rows of a table, and the props with which the table shows them. */
export interface SelectedRows<T> {
  readonly rows: readonly T[];
  /** True if the page has rows and all of them are selected. */
  readonly isWholePage: boolean;
  readonly clear: () => void;
  readonly table: { readonly selection: RowSelectionState; readonly onSelect: (next: RowSelectionState) => void };
}

/**
 * Manages the selection of table rows. Only visible rows can be selected, and no row is selected while new rows load,
 * so that actions never affect rows that the user does not see.
 */
export function useRowSelection<T>(
  pageRows: readonly T[],
  idOf: (row: T) => string,
  isStale: boolean,
): SelectedRows<T> {
  const [selection, setSelection] = useState<RowSelectionState>({});
  const rows = isStale ? [] : pageRows.filter((row) => selection[idOf(row)]);
  return {
    rows,
    isWholePage: rows.length > 0 && rows.length === pageRows.length,
    clear: () => setSelection({}),
    table: { selection, onSelect: setSelection },
  };
}
