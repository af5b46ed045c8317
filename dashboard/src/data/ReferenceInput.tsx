import { Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { nameOfItem } from './columns.tsx';
import { type Field, referencedCollection } from './field-kinds.ts';
import { collectionQuery, itemsQuery } from './queries.ts';

interface ReferenceInputProps {
  field: Field;
  label: string;
  description: string | undefined;
  error: string | undefined;
  required: boolean;
  readOnly: boolean;
  /** id of the item pointed to; '' for none */
  value: string;
  onChange: (value: string) => void;
}

/** Chooses an item of another collection by its name. */
export function ReferenceInput({ field, value, onChange, ...common }: ReferenceInputProps) {
  const collectionId = referencedCollection(field);
  if (!collectionId) {
    return <TextInput {...common} value={value} onChange={(event) => onChange(event.currentTarget.value)} />;
  }
  return <ItemSelect {...common} collectionId={collectionId} value={value} onChange={onChange} />;
}

function ItemSelect({
  collectionId,
  value,
  onChange,
  ...common
}: Omit<ReferenceInputProps, 'field'> & { collectionId: string }) {
  const [typed, setTyped] = useState('');
  const [searched] = useDebouncedValue(typed.trim(), 250);
  const collection = useQuery(collectionQuery(collectionId));
  const nameKey =
    collection.data?.displayField ??
    collection.data?.fields?.find(({ key, type }) => type === 'TEXT' && !key.startsWith('_'))?.key;
  const found = useQuery({
    ...itemsQuery(collectionId, {
      filter: nameKey && searched ? { [nameKey]: { $contains: searched } } : {},
      paging: { limit: 20 },
    }),
    enabled: collection.isSuccess,
  });
  const current = useQuery({
    ...itemsQuery(collectionId, { filter: { _id: value }, paging: { limit: 1 } }),
    enabled: value !== '' && collection.isSuccess,
  });
  const named = [...(current.data?.items ?? []), ...(found.data?.items ?? [])].map(
    (item) => [item._id, collection.data ? nameOfItem(collection.data, item) : item._id] as const,
  );
  const names = new Map([...(value === '' ? [] : [[value, value] as const]), ...named]);
  return (
    <Select
      {...common}
      data={[...names].map(([id, label]) => ({ value: id, label }))}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      searchable
      clearable={!common.readOnly}
      onSearchChange={setTyped}
      // the server has searched already
      filter={({ options }) => options}
      nothingFoundMessage={found.isPending ? 'Looking…' : 'No such item'}
      clearButtonProps={{ 'aria-label': `Clear ${common.label}` }}
    />
  );
}
