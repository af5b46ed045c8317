import { Text } from '@mantine/core';
import type { Field } from './field-kinds.ts';
import { formatValue } from './value-text.ts';

const MAX_LENGTH = 90;

/** A stored value as short text in a table cell. */
export function CellValue({ field, value, ifEmpty }: { field: Field; value: unknown; ifEmpty?: string }) {
  const text = formatValue(field, value);
  if (text === '') {
    if (ifEmpty) return ifEmpty;
    return (
      <Text span c="dimmed" inherit aria-label="empty">
        –
      </Text>
    );
  }
  return text.length > MAX_LENGTH ? <span title={text.slice(0, 1000)}>{text.slice(0, MAX_LENGTH)}…</span> : text;
}
