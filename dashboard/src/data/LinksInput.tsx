import { Skeleton, TagsInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { describeError } from '../ui/ErrorState.tsx';
import { type Field, referencedCollection } from './field-kinds.ts';
import { ItemsPicker } from './ItemPicker.tsx';
import { linksQuery } from './links.ts';

interface LinksInputProps {
  field: Field;
  label: string;
  description: string | undefined;
  required: boolean;
  error: string | undefined;
  readOnly: boolean;
  collectionId: string;
  /** Null for a new item, which has no links yet. */
  itemId: string | null;
  /** The selected ids. Null until the user changes the input; until then, the stored links are shown. */
  value: readonly string[] | null;
  onChange: (value: readonly string[]) => void;
}

/** The input for a multi-reference field. */
export function LinksInput({ field, collectionId, itemId, value, onChange, ...common }: LinksInputProps) {
  const storedLinks = useQuery({ ...linksQuery(collectionId, field.key, itemId ?? ''), enabled: itemId !== null });
  const referenced = referencedCollection(field);
  if (itemId !== null && storedLinks.isPending) return <Skeleton height={56} />;
  if (storedLinks.error) {
    return (
      <div>
        <Text size="sm" fw={500}>
          {common.label}
        </Text>
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {describeError(storedLinks.error)}
        </Text>
      </div>
    );
  }
  const ids = value ?? storedLinks.data ?? [];
  return referenced ? (
    <ItemsPicker {...common} collectionId={referenced} value={ids} onChange={onChange} />
  ) : (
    <TagsInput {...common} value={[...ids]} onChange={onChange} />
  );
}
