import { MultiSelect, Select } from '@mantine/core';
import '@mantine/core/styles/Pill.css';
import '@mantine/core/styles/PillsInput.css';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DELETED } from './columns.tsx';
import { nameOfItem } from './item-names.ts';
import { collectionQuery, itemsQuery, namesQuery } from './queries.ts';

interface PickerProps<T> {
  label: string;
  description?: string | undefined;
  error: string | undefined;
  required?: boolean;
  readOnly?: boolean;
  /** The collection of the items. */
  collectionId: string;
  value: T;
  onChange: (value: T) => void;
}

/** A select for an item of a collection by name. The value is its id, '' for none. */
export function ItemPicker({ collectionId, value, onChange, ...common }: PickerProps<string>) {
  const { names, setSearchText, isLoading } = useItemNames(collectionId, value === '' ? [] : [value]);
  return (
    <Select
      {...common}
      data={names}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      searchable
      // After an error the input receives the focus, and an open list would hide the message.
      openOnFocus={false}
      clearable={!common.readOnly}
      onSearchChange={setSearchText}
      // No options are filtered here, because the server has already done so.
      filter={({ options }) => options}
      nothingFoundMessage={isLoading ? 'Loading…' : 'No item found'}
      clearButtonProps={{ 'aria-label': `Clear ${common.label}` }}
    />
  );
}

/** A select for any number of items by name. The value contains their ids. */
export function ItemsPicker({ collectionId, value, onChange, ...common }: PickerProps<readonly string[]>) {
  const { names, setSearchText, isLoading } = useItemNames(collectionId, value);
  return (
    <MultiSelect
      {...common}
      data={names}
      value={[...value]}
      onChange={onChange}
      searchable
      clearable={!common.readOnly && value.length > 0}
      openOnFocus={false}
      hidePickedOptions
      onSearchChange={setSearchText}
      filter={({ options }) => options}
      nothingFoundMessage={isLoading ? 'Loading…' : 'No item found'}
      clearButtonProps={{ 'aria-label': `Clear ${common.label}` }}
    />
  );
}

/** Finds the names of the selected items, and of items whose names contain the typed text. */
function useItemNames(collectionId: string, ids: readonly string[]) {
  const [searchText, setSearchText] = useState('');
  const [debouncedText] = useDebouncedValue(searchText.trim(), 250);
  const collection = useQuery(collectionQuery(collectionId));
  const nameKey =
    collection.data?.displayField ??
    collection.data?.fields?.find(({ key, type }) => type === 'TEXT' && !key.startsWith('_'))?.key;
  const itemSearch = useQuery({
    ...itemsQuery(collectionId, {
      filter: nameKey && debouncedText ? { [nameKey]: { $contains: debouncedText } } : {},
      paging: { limit: 20 },
    }),
    enabled: collection.isSuccess,
  });
  const chosen = useQuery({ ...namesQuery(collectionId, ids), enabled: ids.length > 0 });
  const unknown = chosen.isPending || chosen.isPlaceholderData ? '…' : DELETED;
  const names = new Map([
    ...ids.map((id) => [id, chosen.data?.get(id) ?? unknown] as const),
    ...(itemSearch.data?.items ?? []).map(
      (item) => [item._id, collection.data ? nameOfItem(collection.data, item) : '…'] as const,
    ),
  ]);
  return {
    names: [...names].map(([id, label]) => ({ value: id, label })),
    setSearchText,
    isLoading: itemSearch.isPending,
  };
}
