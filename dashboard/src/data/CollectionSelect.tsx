import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { allCollectionsQuery } from './queries.ts';

interface CollectionSelectProps {
  label: string;
  disabled?: boolean;
  error?: ReactNode;
  value?: string;
  onChange?: (id: string) => void;
}

/** A select with all collections of the site. */
export function CollectionSelect({ value, onChange, ...common }: CollectionSelectProps) {
  const collections = useQuery(allCollectionsQuery);
  const names = new Map((collections.data ?? []).map(({ id, displayName }) => [id, displayName || id]));
  if (value && !names.has(value)) names.set(value, value);
  return (
    <Select
      {...common}
      required
      searchable
      openOnFocus={false}
      data={[...names].map(([id, name]) => ({ value: id, label: name === id ? id : `${name} (${id})` }))}
      value={value || null}
      onChange={(id) => onChange?.(id ?? '')}
      nothingFoundMessage={collections.isPending ? 'Loading…' : 'No collection found'}
    />
  );
}
