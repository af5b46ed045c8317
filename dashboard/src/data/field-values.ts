/** Converts stored values to values of inputs and back (data contract, section 4). */
import { fromSiteLocalTime, toSiteLocalTime } from '../ui/site-zone.ts';
import type { FieldKind } from './field-kinds.ts';

export type InputValue = string | boolean | readonly string[] | null;

/** Converts a stored value to the value of its input. */
export function toInput(kind: FieldKind, value: unknown): InputValue {
  if (kind === 'boolean') return value === true;
  // Links are not part of the item, so the value is null until the user changes the input.
  if (kind === 'links') return null;
  if (kind === 'list')
    return Array.isArray(value)
      ? value.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)))
      : [];
  if (value === undefined || value === null) return '';
  if (kind === 'json') return JSON.stringify(value, null, 2);
  if (kind === 'dateTime') return toLocalDateTime(value);
  if (kind === 'reference' && isObject(value)) return String(value._id ?? '');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * Converts the value of an input to the value to store, or to `undefined` if the input is empty.
 * @returns `error`, a sentence, if the text is not a valid value
 */
export function fromInput(kind: FieldKind, input: InputValue): { value: unknown } | { error: string } {
  if (typeof input === 'boolean') return { value: input };
  if (input === null) return { value: undefined };
  if (typeof input !== 'string') return { value: input.length === 0 ? undefined : [...input] };
  if (input === '') return { value: undefined };
  if (kind === 'number')
    return Number.isFinite(Number(input)) ? { value: Number(input) } : { error: 'Enter a number.' };
  if (kind === 'dateTime') return toStoredDateTime(input);
  if (kind === 'json') return parseJson(input);
  // A time input omits seconds that are zero. Stored times contain seconds and milliseconds.
  if (kind === 'time') return { value: withMilliseconds(input) };
  return { value: input };
}

/** Reads a date. On the wire it is `{"$date": ISO}`; imported items may contain ISO strings. */
export function dateOf(value: unknown): Date | null {
  const text = isObject(value) ? value.$date : value;
  if (typeof text !== 'string') return null;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? null : date;
}

function toLocalDateTime(value: unknown): string {
  const date = dateOf(value);
  if (!date) return '';
  return toSiteLocalTime(date)
    .replace(/:00\.000$/, '')
    .replace(/\.000$/, '');
}

function toStoredDateTime(input: string): { value: unknown } | { error: string } {
  const date = fromSiteLocalTime(input);
  return date ? { value: { $date: date.toISOString() } } : { error: 'Enter a date and a time.' };
}

function parseJson(input: string): { value: unknown } | { error: string } {
  try {
    return { value: JSON.parse(input) };
  } catch {
    return { error: 'This is not valid JSON.' };
  }
}

/** Converts the text of a time input to the format `hh:mm:ss.SSS`. */
export function withMilliseconds(input: string): string {
  const [clockTime = '', milliseconds = ''] = input.split('.');
  return `${clockTime.length === 5 ? `${clockTime}:00` : clockTime}.${milliseconds.padEnd(3, '0')}`;
}

/** Returns the value at a path in an object as text, or '' if there is none. */
export function textAt(object: Record<string, unknown>, path: string): string {
  const value = path.split('.').reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), object);
  return value === undefined || value === null ? '' : String(value);
}

/** Sets the text at a path. Returns the object as JSON, or '' if it is empty. An empty text removes the property. */
export function withTextAt(object: Record<string, unknown>, path: string, text: string): string {
  const next = setText(object, path.split('.'), text);
  return Object.keys(next).length === 0 ? '' : JSON.stringify(next, null, 2);
}

function setText(
  object: Record<string, unknown>,
  [key = '', ...rest]: string[],
  text: string,
): Record<string, unknown> {
  const { [key]: previousValue, ...others } = object;
  const inner = isObject(previousValue) ? previousValue : {};
  const value = rest.length === 0 ? text : setText(inner, rest, text);
  const isEmpty = value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
  return isEmpty ? others : { ...object, [key]: value };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
