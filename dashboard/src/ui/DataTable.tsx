import { Checkbox, Table, UnstyledButton, VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import {
  type ColumnDef,
  type ColumnVisibilityState,
  columnVisibilityFeature,
  functionalUpdate,
  type Header,
  type Row,
  type RowSelectionState,
  rowSelectionFeature,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type MouseEvent, type ReactNode, useMemo } from 'react';
import classes from './DataTable.module.css';
import { PhoneList } from './PhoneList.tsx';
import { Scroller } from './Scroller.tsx';
import { useIsPhone } from './use-is-phone.ts';

export interface Column<T> {
  id: string;
  header: string;
  cell: (row: T) => ReactNode;
  isSortable?: boolean;
  isNumeric?: boolean;
}

export interface Sort {
  id: string;
  desc: boolean;
}

interface DataTableProps<T> {
  /** Names the table for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowId: (row: T) => string;
  /** Names a row in the labels of its checkbox and actions. */
  rowName: (row: T) => string;
  sort?: Sort | null;
  onSort?: (sort: Sort | null) => void;
  /** Replaces `sort` if rows can be sorted by several columns. A click with the shift key adds a column. */
  sorts?: readonly Sort[];
  onSorts?: (sorts: readonly Sort[]) => void;
  hidden?: ColumnVisibilityState;
  selection?: RowSelectionState;
  onSelect?: (selection: RowSelectionState) => void;
  /** Called when a row is clicked. For keyboard users, the first cell of the row becomes a button. */
  onOpen?: (row: T) => void;
  /** True for rows that have not been opened yet. */
  isNew?: (row: T) => boolean;
  /** Renders a row on a phone, where the table becomes a list. */
  phoneRow?: (row: T) => ReactNode;
  /** Buttons at the end of a row. */
  actions?: (row: T) => ReactNode;
  /** True while the rows of the new query load. The previous rows are still shown, but cannot be selected. */
  isStale?: boolean;
}

// The server sorts, filters and pages. The table only stores the state of columns, selection and sorting.
const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature, rowSortingFeature });
type Features = typeof features;

/** A table of rows from the server: sorting by column heading, selection of rows, hidden columns. */
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { columns, rows, rowId, sort, onSort, sorts, onSorts, hidden, selection, onSelect } = props;
  const definitions = useMemo<ColumnDef<Features, T>[]>(
    () =>
      columns.map((column) => ({
        id: column.id,
        header: column.header,
        accessorFn: (row: T) => row,
        cell: ({ row }: { row: Row<Features, T> }) => column.cell(row.original),
        enableSorting: column.isSortable ?? false,
        meta: { isNumeric: column.isNumeric ?? false },
      })),
    [columns],
  );
  const data = useMemo(() => [...rows], [rows]);
  const sorting: SortingState = sorts ? [...sorts] : sort ? [sort] : [];
  const table = useTable<Features, T>({
    features,
    columns: definitions,
    data,
    getRowId: rowId,
    manualSorting: true,
    enableMultiSort: onSorts !== undefined,
    sortDescFirst: false,
    state: { sorting, columnVisibility: hidden ?? {}, rowSelection: selection ?? {} },
    onSortingChange: (updater) => {
      const next = functionalUpdate(updater, sorting);
      onSorts?.(next);
      onSort?.(next[0] ?? null);
    },
    onRowSelectionChange: (updater) => onSelect?.(functionalUpdate(updater, selection ?? {})),
  });
  const isPhone = useIsPhone();
  if (isPhone && props.phoneRow) return <PhoneList {...props} phoneRow={props.phoneRow} />;
  return (
    <Scroller label={props.label}>
      <Table
        className={classes.table}
        data-stale={props.isStale || undefined}
        data-selectable={selection !== undefined || undefined}
        verticalSpacing={8}
      >
        <Table.Thead>
          {table.getHeaderGroups().map((group) => (
            <Table.Tr key={group.id}>
              {selection && (
                <Table.Th className={classes.choice}>
                  <Checkbox
                    size="xs"
                    aria-label="Select all rows of this page"
                    disabled={props.isStale}
                    checked={table.getIsAllRowsSelected()}
                    indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
                    onChange={table.getToggleAllRowsSelectedHandler()}
                  />
                </Table.Th>
              )}
              {group.headers.map((header, index) => (
                <Heading key={header.id} header={header} isLead={index === 0} />
              ))}
              {props.actions && (
                <Table.Th className={classes.narrow}>
                  <VisuallyHidden>Actions</VisuallyHidden>
                </Table.Th>
              )}
            </Table.Tr>
          ))}
        </Table.Thead>
        <Table.Tbody>
          {table.getRowModel().rows.map((row) => (
            <Table.Tr
              key={row.id}
              data-selected={row.getIsSelected() || undefined}
              data-opens={props.onOpen ? true : undefined}
              onClick={(event) => isRowItself(event) && props.onOpen?.(row.original)}
            >
              {selection && (
                <Table.Td className={classes.choice} data-control>
                  <Checkbox
                    size="xs"
                    aria-label={`Select ${props.rowName(row.original)}`}
                    disabled={props.isStale}
                    checked={row.getIsSelected()}
                    onChange={row.getToggleSelectedHandler()}
                  />
                </Table.Td>
              )}
              {row.getVisibleCells().map((cell, index) => (
                <Table.Td
                  key={cell.id}
                  className={index === 0 ? classes.lead : undefined}
                  data-numeric={isNumeric(cell.column.columnDef.meta) || undefined}
                >
                  {index === 0 && props.onOpen ? (
                    <OpenButton row={row.original} onOpen={props.onOpen} isNew={props.isNew?.(row.original)}>
                      <table.FlexRender cell={cell} />
                    </OpenButton>
                  ) : (
                    <table.FlexRender cell={cell} />
                  )}
                </Table.Td>
              ))}
              {props.actions && (
                <Table.Td className={classes.narrow} data-control>
                  {props.actions(row.original)}
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scroller>
  );
}

interface OpenButtonProps<T> {
  row: T;
  onOpen: (row: T) => void;
  isNew: boolean | undefined;
  children: ReactNode;
}

const OpenButton = <T,>({ row, onOpen, isNew, children }: OpenButtonProps<T>) => (
  <UnstyledButton className={classes.open} data-new={isNew || undefined} onClick={() => onOpen(row)}>
    {children}
    {isNew && <VisuallyHidden> (new)</VisuallyHidden>}
  </UnstyledButton>
);

/** Returns false for clicks on controls of the row or on menus over it, and for clicks that end a text selection. */
function isRowItself({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  return !target.closest('a, button, input, label, [data-control]') && (getSelection()?.isCollapsed ?? true);
}

function Heading<T extends object>({ header, isLead }: { header: Header<Features, T>; isLead: boolean }) {
  const { column } = header;
  const className = isLead ? classes.lead : undefined;
  const title = String(column.columnDef.header);
  const numeric = isNumeric(column.columnDef.meta) || undefined;
  if (!column.getCanSort())
    return (
      <Table.Th className={className} data-numeric={numeric}>
        {title}
      </Table.Th>
    );
  const sortDirection = column.getIsSorted();
  const Icon = sortDirection === 'asc' ? IconArrowUp : sortDirection === 'desc' ? IconArrowDown : IconArrowsSort;
  return (
    <Table.Th
      className={className}
      data-numeric={numeric}
      aria-sort={sortDirection === 'asc' ? 'ascending' : sortDirection === 'desc' ? 'descending' : 'none'}
    >
      <UnstyledButton
        className={classes.sort}
        data-sorted={sortDirection || undefined}
        onClick={column.getToggleSortingHandler()}
      >
        {title}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  );
}

const isNumeric = (meta: unknown): boolean => (meta as { isNumeric?: boolean } | undefined)?.isNumeric === true;
