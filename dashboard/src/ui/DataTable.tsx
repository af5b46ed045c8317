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
import { type ReactNode, useMemo } from 'react';
import classes from './DataTable.module.css';
import { Scroller } from './Scroller.tsx';

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
  /** names the table for screen readers */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowId: (row: T) => string;
  /** names a row where it is selected or acted upon */
  rowName: (row: T) => string;
  sort?: Sort | null;
  onSort?: (sort: Sort | null) => void;
  /** in place of `sort` where rows can be sorted by several columns: with the shift key a heading joins those before it */
  sorts?: readonly Sort[];
  onSorts?: (sorts: readonly Sort[]) => void;
  hidden?: ColumnVisibilityState;
  selection?: RowSelectionState;
  onSelect?: (selection: RowSelectionState) => void;
  /** buttons at the end of a row */
  actions?: (row: T) => ReactNode;
  /** shows that other rows are on their way: those that still stand there cannot be chosen */
  isStale?: boolean;
}

// the server sorts, filters and pages; the table knows what is shown, chosen and sorted by
const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature, rowSortingFeature });
type Features = typeof features;

/** Rows of the server in columns: sorting by heading, choice of rows, hidden columns. */
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
  return (
    <Scroller label={props.label}>
      <Table className={classes.table} data-stale={props.isStale || undefined} highlightOnHover verticalSpacing={8}>
        <Table.Thead>
          {table.getHeaderGroups().map((group) => (
            <Table.Tr key={group.id}>
              {selection && (
                <Table.Th className={classes.narrow}>
                  <Checkbox
                    size="xs"
                    aria-label="Choose all rows of this page"
                    disabled={props.isStale}
                    checked={table.getIsAllRowsSelected()}
                    indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
                    onChange={table.getToggleAllRowsSelectedHandler()}
                  />
                </Table.Th>
              )}
              {group.headers.map((header) => (
                <Heading key={header.id} header={header} />
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
            <Table.Tr key={row.id} data-chosen={row.getIsSelected() || undefined}>
              {selection && (
                <Table.Td className={classes.narrow}>
                  <Checkbox
                    size="xs"
                    aria-label={`Choose ${props.rowName(row.original)}`}
                    disabled={props.isStale}
                    checked={row.getIsSelected()}
                    onChange={row.getToggleSelectedHandler()}
                  />
                </Table.Td>
              )}
              {row.getVisibleCells().map((cell) => (
                <Table.Td key={cell.id} data-numeric={isNumeric(cell.column.columnDef.meta) || undefined}>
                  <table.FlexRender cell={cell} />
                </Table.Td>
              ))}
              {props.actions && <Table.Td className={classes.narrow}>{props.actions(row.original)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scroller>
  );
}

function Heading<T extends object>({ header }: { header: Header<Features, T> }) {
  const { column } = header;
  const title = String(column.columnDef.header);
  const numeric = isNumeric(column.columnDef.meta) || undefined;
  if (!column.getCanSort()) return <Table.Th data-numeric={numeric}>{title}</Table.Th>;
  const sorted = column.getIsSorted();
  const Icon = sorted === 'asc' ? IconArrowUp : sorted === 'desc' ? IconArrowDown : IconArrowsSort;
  return (
    <Table.Th
      data-numeric={numeric}
      aria-sort={sorted === 'asc' ? 'ascending' : sorted === 'desc' ? 'descending' : 'none'}
    >
      <UnstyledButton
        className={classes.sort}
        data-sorted={sorted || undefined}
        onClick={column.getToggleSortingHandler()}
      >
        {title}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  );
}

const isNumeric = (meta: unknown): boolean => (meta as { isNumeric?: boolean } | undefined)?.isNumeric === true;
