import { Button, Checkbox, Group, Popover, Stack, Text } from '@mantine/core';
import { IconColumns3, IconTrash } from '@tabler/icons-react';
import type { ColumnVisibilityState } from '@tanstack/react-table';
import type { Column } from '../ui/DataTable.tsx';
import { FilterBar } from './FilterBar.tsx';
import type { Field, Item } from './field-kinds.ts';
import type { Filter } from './filters.ts';

interface ItemsToolbarProps {
  fields: readonly Field[];
  filters: readonly Filter[];
  onFilters: (filters: readonly Filter[]) => void;
  columns: readonly Column<Item>[];
  hidden: ColumnVisibilityState;
  onHide: (hidden: ColumnVisibilityState) => void;
  /** how many rows are chosen */
  chosen: number;
  onRemove: () => void;
}

export function ItemsToolbar(props: ItemsToolbarProps) {
  return (
    <Group justify="space-between" align="flex-start" gap="sm">
      <FilterBar fields={props.fields} filters={props.filters} onChange={props.onFilters} />
      <Group gap="xs">
        {props.chosen > 0 && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={props.onRemove}
          >
            Delete {props.chosen} chosen
          </Button>
        )}
        <ColumnChoice {...props} />
      </Group>
    </Group>
  );
}

function ColumnChoice({ columns, hidden, onHide }: ItemsToolbarProps) {
  return (
    <Popover position="bottom-end" trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<IconColumns3 size={15} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns shown">
        <Stack gap={8} mah={360} style={{ overflowY: 'auto' }}>
          <Text size="xs" c="dimmed">
            Shown columns
          </Text>
          {columns.map((column, index) => (
            <Checkbox
              key={column.id}
              size="xs"
              label={column.header}
              // the first column opens the item
              disabled={index === 0}
              checked={hidden[column.id] !== false}
              onChange={(event) => onHide({ ...hidden, [column.id]: event.currentTarget.checked })}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
