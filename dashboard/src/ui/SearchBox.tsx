import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

interface SearchBoxProps {
  /** “Search items” */
  label: string;
  /** what is searched for now */
  wanted: string;
  /** why the search was refused */
  error?: string | undefined;
  onSearch: (text: string) => void;
}

/** Searches while one types, a moment after the last letter. */
export function SearchBox({ label, wanted, error, onSearch }: SearchBoxProps) {
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
      aria-label={label}
      placeholder={label}
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
