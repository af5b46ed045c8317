import { formatDate, formatDateTime } from '../ui/format.ts';
import { addressParts, type Field, kindOf } from './field-kinds.ts';
import { dateOf, textAt } from './field-values.ts';

const numberFormat = new Intl.NumberFormat(undefined, { maximumFractionDigits: 10 });
const yearFormat = new Intl.NumberFormat(undefined, { maximumFractionDigits: 10, useGrouping: false });
const YEAR_IN_NAME = /year/i;

/** Returns a stored value as text in the language of the browser, or '' if there is none. */
export function formatValue(field: Field, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (field.type === 'ADDRESS' && typeof value === 'object') return formatAddress(value as Record<string, unknown>);
  switch (kindOf(field)) {
    case 'boolean':
      return value === true ? 'Yes' : value === false ? 'No' : String(value);
    case 'number':
      return typeof value === 'number' ? numberText(field, value) : String(value);
    case 'date':
      return typeof value === 'string' ? formatDate(value) : JSON.stringify(value);
    case 'dateTime': {
      const date = dateOf(value);
      return date ? formatDateTime(date.toISOString()) : JSON.stringify(value);
    }
    case 'time':
      return String(value).replace(/(:00)?(\.000)?$/, '');
    case 'list':
      return Array.isArray(value) ? value.join(', ') : JSON.stringify(value);
    case 'longText':
      return toPlainText(String(value));
    default:
      return typeof value === 'object' ? JSON.stringify(value) : String(value);
  }
}

/** Years are written without a thousands separator: the year is 1818, whereas a count is 1,818. */
const numberText = (field: Field, value: number): string =>
  (YEAR_IN_NAME.test(`${field.key} ${field.displayName ?? ''}`) ? yearFormat : numberFormat).format(value);

function formatAddress(address: Record<string, unknown>): string {
  const parts = addressParts.slice(1).map(({ key }) => textAt(address, key));
  return textAt(address, 'formatted') || parts.filter(Boolean).join(', ') || JSON.stringify(address);
}

/** Returns the text of HTML without its tags. Threat: stored HTML must never become markup of the dashboard. */
const toPlainText = (html: string): string =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim() ?? '';
