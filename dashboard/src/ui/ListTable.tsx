import { Group, Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './ListTable.module.css';
import { Scroller } from './Scroller.tsx';
import { useIsPhone } from './use-is-phone.ts';

interface ListColumn<T> {
  header: string;
  cell: (row: T) => ReactNode;
  isNumeric?: boolean;
}

interface ListTableProps<T> {
  /** Names the list for screen readers. */
  label: string;
  /** The first column names the row. */
  columns: readonly ListColumn<T>[];
  rows: readonly T[];
  rowId: (row: T) => string | number;
  /** Buttons at the end of a row. */
  actions?: (row: T) => ReactNode;
}

/** A short list without sorting or selection: a table, and on a phone, where columns do not fit, a list of cards. */
export function ListTable<T>(props: ListTableProps<T>) {
  const isPhone = useIsPhone();
  return isPhone ? <Cards {...props} /> : <Rows {...props} />;
}

function Rows<T>({ label, columns, rows, rowId, actions }: ListTableProps<T>) {
  return (
    <Scroller label={label}>
      <Table miw={640} verticalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ header, isNumeric }) => (
              <Table.Th key={header} ta={isNumeric ? 'end' : undefined}>
                {header}
              </Table.Th>
            ))}
            {actions && (
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={rowId(row)}>
              {columns.map(({ header, cell, isNumeric }, index) => (
                <Table.Td key={header} fw={index === 0 ? 500 : undefined} ta={isNumeric ? 'end' : undefined}>
                  {cell(row)}
                </Table.Td>
              ))}
              {actions && (
                <Table.Td>
                  <Group gap={2} wrap="nowrap" justify="flex-end">
                    {actions(row)}
                  </Group>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scroller>
  );
}

function Cards<T>({ label, columns, rows, rowId, actions }: ListTableProps<T>) {
  const [title, ...details] = columns;
  return (
    <ul className={classes.list} aria-label={label}>
      {rows.map((row) => (
        <li key={rowId(row)} className={classes.card}>
          <div className={classes.head}>
            <div className={classes.title}>{title?.cell(row)}</div>
            {actions && (
              <Group gap={2} wrap="nowrap">
                {actions(row)}
              </Group>
            )}
          </div>
          <dl className={classes.details}>
            {details.map(({ header, cell }) => {
              const value = cell(row);
              if (value === '' || value === null || value === undefined) return null;
              return (
                <div key={header} className={classes.detail}>
                  <dt>{header}</dt>
                  <dd>{value}</dd>
                </div>
              );
            })}
          </dl>
        </li>
      ))}
    </ul>
  );
}
