import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

interface SearchBoxProps {
  /** Label of the input, e.g. “Search items”. */
  label: string;
  /** The current search text. */
  query: string;
  /** Message if the search was rejected. */
  error?: string | undefined;
  onSearch: (text: string) => void;
}

/** A search input that searches 300 ms after the last key press. */
export function SearchBox({ label, query, error, onSearch }: SearchBoxProps) {
  const [searchText, setSearchText] = useState(query);
  const lastSearch = useRef(query);
  const search = useDebouncedCallback((text: string) => {
    lastSearch.current = text.trim();
    onSearch(lastSearch.current);
  }, 300);
  // The back button changes the query without any typing.
  useEffect(() => {
    if (query === lastSearch.current) return;
    lastSearch.current = query;
    setSearchText(query);
  }, [query]);
  return (
    <TextInput
      type="search"
      size="xs"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={15} aria-hidden />}
      w={{ base: '100%', xs: 240 }}
      maxLength={100}
      error={error}
      value={searchText}
      onChange={(event) => {
        setSearchText(event.currentTarget.value);
        search(event.currentTarget.value);
      }}
    />
  );
}
