import { Text } from '@mantine/core';
import { formatDate, formatDateTime } from '../ui/format.ts';
import { addressParts, type Field, kindOf } from './field-kinds.ts';
import { dateOf, partOf } from './field-values.ts';

const LONGEST = 90;
/** years and the like are not amounts: no separators below five digits */
const numbers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 10, useGrouping: 'min2' });

/** A stored value in a table cell, short and in the reader's manner. */
export function CellValue({ field, value, ifEmpty }: { field: Field; value: unknown; ifEmpty?: string }) {
  const text = textOf(field, value);
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

function textOf(field: Field, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (field.type === 'ADDRESS' && typeof value === 'object') return addressText(value as Record<string, unknown>);
  switch (kindOf(field)) {
    case 'boolean':
      return value === true ? 'Yes' : value === false ? 'No' : String(value);
    case 'number':
      return typeof value === 'number' ? numbers.format(value) : String(value);
    case 'date':
      return typeof value === 'string' ? formatDate(`${value}T00:00:00`) : JSON.stringify(value);
    case 'dateTime': {
      const at = dateOf(value);
      return at ? formatDateTime(at.toISOString()) : JSON.stringify(value);
    }
    case 'time':
      return String(value).replace(/(:00)?(\.000)?$/, '');
    case 'list':
      return Array.isArray(value) ? value.join(', ') : JSON.stringify(value);
    case 'longText':
      return plainText(String(value));
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
}

function addressText(address: Record<string, unknown>): string {
  const parts = addressParts.slice(1).map(({ key }) => partOf(address, key));
  return partOf(address, 'formatted') || parts.filter(Boolean).join(', ') || JSON.stringify(address);
}

/** HTML without its tags, as text: nothing of it is ever put into the page as markup. */
const plainText = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() ?? '';
