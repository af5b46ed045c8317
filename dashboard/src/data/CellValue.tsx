import { Text } from '@mantine/core';
import type { Field } from './field-kinds.ts';
import { valueText } from './value-text.ts';

const LONGEST = 90;

/** A stored value in a table cell, short and in the reader's language. */
export function CellValue({ field, value, ifEmpty }: { field: Field; value: unknown; ifEmpty?: string }) {
  const text = valueText(field, value);
  if (text === '') {
    if (ifEmpty) return ifEmpty;
    return (
      <Text span c="dimmed" inherit aria-label="empty">
        –
      </Text>
    );
  }
  return text.length > LONGEST ? <span title={text.slice(0, 1000)}>{text.slice(0, LONGEST)}…</span> : text;
}
