import { Button, Checkbox, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconColumns3, IconFilter, IconSearch } from '@tabler/icons-react';
import type { ColumnVisibilityState } from '@tanstack/react-table';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { Column } from '../ui/DataTable.tsx';
import type { ItemsAddress } from './address.ts';
import { FilterPills } from './FilterPills.tsx';
import { type Field, filterFieldsOf, type Item } from './field-kinds.ts';
import { SortMenu } from './SortMenu.tsx';

const FilterDrawer = lazy(async () => ({ default: (await import('./FilterDrawer.tsx')).FilterDrawer }));

interface ItemsToolbarProps {
  fields: readonly Field[];
  address: ItemsAddress;
  onAddress: (change: Partial<ItemsAddress>) => void;
  columns: readonly Column<Item>[];
  hidden: ColumnVisibilityState;
  onHide: (hidden: ColumnVisibilityState) => void;
  /** why the search was refused */
  searchError: string | undefined;
}

/** What is shown of a collection: search, filters, sort, columns. */
export function ItemsToolbar(props: ItemsToolbarProps) {
  const { fields, address, onAddress, columns } = props;
  // the form of the filters comes with the first that is opened, and stays for its closing movement
  const [filterForm, setFilterForm] = useState<'never' | 'open' | 'closed'>('never');
  const filterFields = filterFieldsOf(fields);
  return (
    <Stack gap="xs">
      <Group gap="xs" align="flex-start">
        <SearchBox wanted={address.search} error={props.searchError} onSearch={(search) => onAddress({ search })} />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFilter size={15} aria-hidden />}
          onClick={() => setFilterForm('open')}
        >
          Filter
        </Button>
        <SortMenu columns={columns} sort={address.sort} onSort={(sort) => onAddress({ sort })} />
        <ColumnChoice {...props} />
      </Group>
      <FilterPills fields={filterFields} filters={address.filters} onChange={(filters) => onAddress({ filters })} />
      {filterForm !== 'never' && (
        <Suspense>
          <FilterDrawer
            opened={filterForm === 'open'}
            fields={filterFields}
            filters={address.filters}
            onClose={() => setFilterForm('closed')}
            onApply={(filters) => {
              setFilterForm('closed');
              onAddress({ filters });
            }}
          />
        </Suspense>
      )}
    </Stack>
  );
}

interface SearchBoxProps {
  wanted: string;
  error: string | undefined;
  onSearch: (text: string) => void;
}

function SearchBox({ wanted, error, onSearch }: SearchBoxProps) {
  const [typed, setTyped] = useState(wanted);
  const asked = useRef(wanted);
  const search = useDebouncedCallback((text: string) => {
    asked.current = text.trim();
    onSearch(asked.current);
  }, 300);
  // the back button changes what is wanted without a letter typed
  useEffect(() => {
    if (wanted === asked.current) return;
    asked.current = wanted;
    setTyped(wanted);
  }, [wanted]);
  return (
    <TextInput
      type="search"
      size="xs"
      aria-label="Search items"
      placeholder="Search items"
      leftSection={<IconSearch size={15} aria-hidden />}
      w={{ base: '100%', xs: 240 }}
      maxLength={100}
      error={error}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
    />
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
