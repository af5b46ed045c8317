import { ActionIcon, Button, Group, NativeSelect, Popover, Stack, Text } from '@mantine/core';
import { IconArrowsSort, IconX } from '@tabler/icons-react';
import { AddButton } from '../ui/AddButton.tsx';
import type { Sort } from '../ui/DataTable.tsx';
import { MAX_SORTS } from './address.ts';

interface SortMenuProps {
  columns: readonly { id: string; header: string; isSortable?: boolean }[];
  sort: readonly Sort[];
  onSort: (sort: readonly Sort[]) => void;
}

/** The fields by which the items are sorted, in order of priority. */
export function SortMenu({ columns, sort, onSort }: SortMenuProps) {
  const sortable = columns.filter(({ isSortable }) => isSortable);
  const unused = sortable.filter(({ id }) => !sort.some((entry) => entry.id === id));
  const change = (index: number, next: Partial<Sort>) =>
    onSort(sort.map((entry, other) => (other === index ? { ...entry, ...next } : entry)));
  return (
    <Popover position="bottom-start" trapFocus returnFocus shadow="md" width={330}>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<IconArrowsSort size={15} aria-hidden />}>
          Sort{sort.length > 1 ? ` (${sort.length})` : ''}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Sort">
        <Stack gap="xs">
          {sort.length === 0 && (
            <Text size="sm" c="dimmed">
              The newest items come first.
            </Text>
          )}
          {sort.map(({ id, desc }, index) => (
            <Group key={id} gap={6} wrap="nowrap">
              <NativeSelect
                size="xs"
                style={{ flex: 1, minWidth: 0 }}
                aria-label={index === 0 ? 'Sort by' : `Then by, ${index + 1}`}
                value={id}
                data={sortable
                  .filter((column) => column.id === id || unused.includes(column))
                  .map((column) => ({ value: column.id, label: column.header }))}
                onChange={(event) => change(index, { id: event.currentTarget.value })}
              />
              <NativeSelect
                size="xs"
                w={118}
                aria-label={`Direction ${index + 1}`}
                value={desc ? 'desc' : 'asc'}
                data={[
                  { value: 'asc', label: 'ascending' },
                  { value: 'desc', label: 'descending' },
                ]}
                onChange={(event) => change(index, { desc: event.currentTarget.value === 'desc' })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Do not sort by ${columns.find((column) => column.id === id)?.header ?? id}`}
                onClick={() => onSort(sort.filter((_, other) => other !== index))}
              >
                <IconX size={15} aria-hidden />
              </ActionIcon>
            </Group>
          ))}
          {unused[0] && sort.length < MAX_SORTS && (
            <AddButton onClick={() => unused[0] && onSort([...sort, { id: unused[0].id, desc: false }])}>
              {sort.length === 0 ? 'Sort by a field' : 'Then by'}
            </AddButton>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
