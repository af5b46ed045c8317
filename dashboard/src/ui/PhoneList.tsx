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

/** The rows of a DataTable on a phone: each is a button, with a checkbox next to it. */
export function PhoneList<T>(props: PhoneListProps<T>) {
  const { label, rows, rowId, rowName, phoneRow, onOpen, isNew, selection, onSelect, isStale } = props;
  return (
    <ul className={classes.list} aria-label={label} data-stale={isStale || undefined}>
      {rows.map((row) => {
        const id = rowId(row);
        const isRowNew = isNew?.(row) ?? false;
        return (
          <li key={id} className={classes.row} data-selected={selection?.[id] || undefined}>
            {selection && onSelect && (
              <Checkbox
                size="sm"
                aria-label={`Select ${rowName(row)}`}
                disabled={isStale}
                checked={selection[id] ?? false}
                onChange={(event) => onSelect(updateSelection(selection, id, event.currentTarget.checked))}
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

function updateSelection(selection: RowSelectionState, id: string, isSelected: boolean): RowSelectionState {
  const { [id]: _, ...others } = selection;
  return isSelected ? { ...others, [id]: true } : others;
}
