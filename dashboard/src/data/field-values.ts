/** Values of items as inputs hold them, and back (data contract, section 4). */
import { atSiteClock, siteClock } from '../ui/site-zone.ts';
import type { FieldKind } from './field-kinds.ts';

export type InputValue = string | boolean | readonly string[] | null;

/** What an input shows for a stored value. */
export function toInput(kind: FieldKind, value: unknown): InputValue {
  if (kind === 'boolean') return value === true;
  // links are not kept in the item: null until they are touched
  if (kind === 'links') return null;
  if (kind === 'list')
    return Array.isArray(value) ? value.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))) : [];
  if (value === undefined || value === null) return '';
  if (kind === 'json') return JSON.stringify(value, null, 2);
  if (kind === 'dateTime') return localDateTime(value);
  if (kind === 'reference' && isObject(value)) return String(value._id ?? '');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * The value to store; `undefined` for none. `refusal` is the sentence at the input when the text is no such value.
 */
export function fromInput(kind: FieldKind, input: InputValue): { value: unknown } | { refusal: string } {
  if (typeof input === 'boolean') return { value: input };
  if (input === null) return { value: undefined };
  if (typeof input !== 'string') return { value: input.length === 0 ? undefined : [...input] };
  if (input === '') return { value: undefined };
  if (kind === 'number')
    return Number.isFinite(Number(input)) ? { value: Number(input) } : { refusal: 'This is not a number.' };
  if (kind === 'dateTime') return storedDateTime(input);
  if (kind === 'json') return parsed(input);
  // a time input leaves seconds out while they are zero; stored times have them, with milliseconds
  if (kind === 'time') return { value: wholeTime(input) };
  return { value: input };
}

/** A date on the wire is `{"$date": ISO}`; texts in ISO form come from imports. */
export function dateOf(value: unknown): Date | null {
  const text = isObject(value) ? value.$date : value;
  if (typeof text !== 'string') return null;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? null : at;
}

function localDateTime(value: unknown): string {
  const at = dateOf(value);
  if (!at) return '';
  return siteClock(at)
    .replace(/:00\.000$/, '')
    .replace(/\.000$/, '');
}

function storedDateTime(input: string): { value: unknown } | { refusal: string } {
  const at = atSiteClock(input);
  return at ? { value: { $date: at.toISOString() } } : { refusal: 'This is no date with a time.' };
}

function parsed(input: string): { value: unknown } | { refusal: string } {
  try {
    return { value: JSON.parse(input) };
  } catch {
    return { refusal: 'This is not valid JSON.' };
  }
}

/** `hh:mm:ss.SSS` from the shorter texts of a time input. */
export function wholeTime(input: string): string {
  const [clock = '', milliseconds = ''] = input.split('.');
  return `${clock.length === 5 ? `${clock}:00` : clock}.${milliseconds.padEnd(3, '0')}`;
}

/** A text inside an object, by its path; '' where there is none. */
export function partOf(object: Record<string, unknown>, path: string): string {
  const value = path.split('.').reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), object);
  return value === undefined || value === null ? '' : String(value);
}

/** The object with that text, as JSON; '' where nothing is left in it. An empty text takes the part away. */
export function withPart(object: Record<string, unknown>, path: string, text: string): string {
  const next = replaced(object, path.split('.'), text);
  return Object.keys(next).length === 0 ? '' : JSON.stringify(next, null, 2);
}

function replaced(
  object: Record<string, unknown>,
  [key = '', ...rest]: string[],
  text: string,
): Record<string, unknown> {
  const { [key]: old, ...others } = object;
  const inner = isObject(old) ? old : {};
  const value = rest.length === 0 ? text : replaced(inner, rest, text);
  const isEmpty = value === '' || (typeof value === 'object' && Object.keys(value).length === 0);
  return isEmpty ? others : { ...object, [key]: value };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
