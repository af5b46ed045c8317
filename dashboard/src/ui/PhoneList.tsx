import { Checkbox, UnstyledButton, VisuallyHidden } from '@mantine/core';
import type { RowSelectionState } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import classes from './PhoneList.module.css';

interface PhoneListProps<T> {
  label: string;
  rows: readonly T[];
  rowId: (row: T) => string;
  rowName: (row: T) => string;
  phoneRow: (row: T) => ReactNode;
  onOpen?: (row: T) => void;
  isNew?: (row: T) => boolean;
  selection?: RowSelectionState;
  onSelect?: (selection: RowSelectionState) => void;
  isStale?: boolean;
}

/** The rows of a table on a screen that is too narrow for columns: one button each, with its choice beside it. */
export function PhoneList<T>(props: PhoneListProps<T>) {
  const { label, rows, rowId, rowName, phoneRow, onOpen, isNew, selection, onSelect, isStale } = props;
  return (
    <ul className={classes.list} aria-label={label} data-stale={isStale || undefined}>
      {rows.map((row) => {
        const id = rowId(row);
        const isRowNew = isNew?.(row) ?? false;
        return (
          <li key={id} className={classes.row} data-chosen={selection?.[id] || undefined}>
            {selection && onSelect && (
              <Checkbox
                size="sm"
                aria-label={`Choose ${rowName(row)}`}
                disabled={isStale}
                checked={selection[id] ?? false}
                onChange={(event) => onSelect(chosenWith(selection, id, event.currentTarget.checked))}
              />
            )}
            <UnstyledButton className={classes.open} data-new={isRowNew || undefined} onClick={() => onOpen?.(row)}>
              {phoneRow(row)}
              {isRowNew && <VisuallyHidden> (new)</VisuallyHidden>}
            </UnstyledButton>
          </li>
        );
      })}
    </ul>
  );
}

function chosenWith(selection: RowSelectionState, id: string, isChosen: boolean): RowSelectionState {
  const { [id]: _, ...others } = selection;
  return isChosen ? { ...others, [id]: true } : others;
}
