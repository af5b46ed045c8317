/** What a field asks of its values, said before anything is sent. The server checks all of it again. */
import { formatNumber } from '../ui/format.ts';
import type { Field } from './field-kinds.ts';

export interface Range {
  readonly least?: number;
  readonly most?: number;
}

/** The range of a field's values: of the number, of the text's length, or of how many entries a list has. */
export function rangeOf(field: Field): Range {
  const { min, max } = (field.numberRange ?? {}) as { min?: unknown; max?: unknown };
  const { minLength, maxLength } = (field.stringLengthRange ?? {}) as { minLength?: unknown; maxLength?: unknown };
  const { minSize, maxSize } = (field.arraySizeRange ?? {}) as { minSize?: unknown; maxSize?: unknown };
  const numbered = (...values: unknown[]) => values.find((value) => typeof value === 'number') as number | undefined;
  const [least, most] = [numbered(min, minLength, minSize), numbered(max, maxLength, maxSize)];
  return { ...(least === undefined ? {} : { least }), ...(most === undefined ? {} : { most }) };
}

/** What is wrong with a value as it would be sent, as a sentence; null where nothing is. */
export function refusalOfValue(field: Field, value: unknown): string | null {
  const isMissing =
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (isMissing) return field.required ? 'This field must be filled in.' : null;
  const { least, most } = rangeOf(field);
  const { measured, of } = measure(value);
  if (measured === null) return null;
  if (least !== undefined && measured < least) return `At least ${formatNumber(least)}${of}.`;
  if (most !== undefined && measured > most) return `At most ${formatNumber(most)}${of}.`;
  return malformed(field, value);
}

/** What a field asks, as the hint at its input; undefined where it asks nothing. */
export function rangeHint(field: Field): string | undefined {
  const { least, most } = rangeOf(field);
  const of = field.arraySizeRange ? ' entries' : field.stringLengthRange ? ' characters' : '';
  if (least !== undefined && most !== undefined) return `${formatNumber(least)} to ${formatNumber(most)}${of}.`;
  if (most !== undefined) return `At most ${formatNumber(most)}${of}.`;
  return least === undefined ? undefined : `At least ${formatNumber(least)}${of}.`;
}

function measure(value: unknown): { measured: number | null; of: string } {
  if (typeof value === 'number') return { measured: value, of: '' };
  // lengths count characters as people see them in code points, as the server does
  if (typeof value === 'string') return { measured: [...value].length, of: ' characters' };
  if (Array.isArray(value)) return { measured: value.length, of: ' entries' };
  return { measured: null, of: '' };
}

function malformed(field: Field, value: unknown): string | null {
  if (typeof value !== 'string') return null;
  if (field.type === 'EMAIL' && !/^[^\s@]+@[^\s@]+$/.test(value)) return 'This is no e-mail address.';
  if (field.type === 'URL' && !URL.canParse(value)) return 'This is no web address: it begins with https://.';
  return null;
}
