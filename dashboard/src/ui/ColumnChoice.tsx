import { Button, Checkbox, Popover, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { IconColumns3 } from '@tabler/icons-react';
import type { ColumnVisibilityState } from '@tanstack/react-table';

interface ColumnChoiceProps {
  columns: readonly { readonly id: string; readonly header: string }[];
  hidden: ColumnVisibilityState;
  onHide: (hidden: ColumnVisibilityState) => void;
}

/** Chooses which columns of a table are shown. The first column opens the row, so it cannot be hidden. */
export function ColumnChoice({ columns, hidden, onHide }: ColumnChoiceProps) {
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
