import { Button, Group, Stack } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import type { ColumnVisibilityState } from '@tanstack/react-table';
import { lazy, Suspense, useState } from 'react';
import { ColumnChoice } from '../ui/ColumnChoice.tsx';
import type { Column } from '../ui/DataTable.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
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
  /** Message if the search was rejected. */
  searchError: string | undefined;
}

/** Search, filters, sorting and columns of the items table. */
export function ItemsToolbar(props: ItemsToolbarProps) {
  const { fields, address, onAddress, columns } = props;
  // The drawer loads when it first opens, and stays mounted for its closing animation.
  const [filterForm, setFilterForm] = useState<'never' | 'open' | 'closed'>('never');
  const filterFields = filterFieldsOf(fields);
  return (
    <Stack gap="xs">
      <Group gap="xs" align="flex-start">
        <SearchBox
          label="Search items"
          query={address.search}
          error={props.searchError}
          onSearch={(search) => onAddress({ search })}
        />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFilter size={15} aria-hidden />}
          onClick={() => setFilterForm('open')}
        >
          Filter
        </Button>
        <SortMenu columns={columns} sort={address.sort} onSort={(sort) => onAddress({ sort })} />
        <ColumnChoice columns={columns} hidden={props.hidden} onHide={props.onHide} />
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
