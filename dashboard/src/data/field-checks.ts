/** Validates values by the rules of a field before a request. The server validates them again. */
import { formatNumber } from '../ui/format.ts';
import type { Field } from './field-kinds.ts';

export interface Range {
  readonly min?: number;
  readonly max?: number;
}

/** Returns the bounds that a field sets for a number, for the length of a text or for the number of list entries. */
export function rangeOf(field: Field): Range {
  const { min, max } = (field.numberRange ?? {}) as { min?: unknown; max?: unknown };
  const { minLength, maxLength } = (field.stringLengthRange ?? {}) as { minLength?: unknown; maxLength?: unknown };
  const { minSize, maxSize } = (field.arraySizeRange ?? {}) as { minSize?: unknown; maxSize?: unknown };
  const findNumber = (...values: unknown[]) => values.find((value) => typeof value === 'number') as number | undefined;
  const lower = findNumber(min, minLength, minSize);
  const upper = findNumber(max, maxLength, maxSize);
  return { ...(lower === undefined ? {} : { min: lower }), ...(upper === undefined ? {} : { max: upper }) };
}

/** Validates a value. Returns an error message, or null if the value is valid. */
export function validateValue(field: Field, value: unknown): string | null {
  const isMissing =
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (isMissing) return field.required ? 'This field is required.' : null;
  const { min, max } = rangeOf(field);
  const { measured, unit } = measure(value);
  if (measured === null) return null;
  if (min !== undefined && measured < min) return `At least ${formatNumber(min)}${unit}.`;
  if (max !== undefined && measured > max) return `At most ${formatNumber(max)}${unit}.`;
  return formatError(field, value);
}

/** Returns a hint about the range of a field, or undefined if it has none. */
export function describeRange(field: Field): string | undefined {
  const { min, max } = rangeOf(field);
  const unit = field.arraySizeRange ? ' entries' : field.stringLengthRange ? ' characters' : '';
  if (min !== undefined && max !== undefined) return `${formatNumber(min)} to ${formatNumber(max)}${unit}.`;
  if (max !== undefined) return `At most ${formatNumber(max)}${unit}.`;
  return min === undefined ? undefined : `At least ${formatNumber(min)}${unit}.`;
}

function measure(value: unknown): { measured: number | null; unit: string } {
  if (typeof value === 'number') return { measured: value, unit: '' };
  // Lengths count code points, as on the server.
  if (typeof value === 'string') return { measured: [...value].length, unit: ' characters' };
  if (Array.isArray(value)) return { measured: value.length, unit: ' entries' };
  return { measured: null, unit: '' };
}

function formatError(field: Field, value: unknown): string | null {
  if (typeof value !== 'string') return null;
  if (field.type === 'EMAIL' && !/^[^\s@]+@[^\s@]+$/.test(value)) return 'Enter a valid e-mail address.';
  if (field.type === 'URL' && !URL.canParse(value)) return 'Enter a complete web address that starts with https://.';
  return null;
}
