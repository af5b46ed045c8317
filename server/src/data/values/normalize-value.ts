import { dataLimits } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import { canonicalizeDate } from '../query/dates.ts';
import { isStorable } from '../query/text.ts';

/**
 * Returns the value in its stored form: dates are converted to a form that can be compared, everything else is
 * unchanged. Returns the same object if nothing changes.
 * @throws AppError WDE0134 for a key that starts with `$`, WDE0168 if nested too deeply, WDE0080 for a value that
 * cannot be stored unchanged: NUL, an unpaired surrogate, a number beyond double, `__proto__`
 */
export function normalizeValue(value: unknown, at: string, depth = 0): unknown {
  if (isStoredAsIs(value)) return value;
  if (typeof value === 'string') throw invalidText(at);
  if (typeof value === 'number')
    throw invalidValue(at, 'the number is out of range (at most 1.8e308, positive or negative)');
  if (typeof value !== 'object' || value === null) throw invalidValue(at, 'the value must be JSON');
  if (depth >= dataLimits.itemDepth) throw new AppError('WDE0168', { limit: dataLimits.itemDepth, field: at });
  if (Array.isArray(value)) return normalizeArray(value, at, depth);
  return Object.hasOwn(value, '$date')
    ? normalizeDate(value as { $date: unknown }, at)
    : normalizeObject(value, at, depth);
}

const PLAIN_DEPTH = 8;
const DOLLAR = 0x24;

/**
 * Returns true if normalizeValue would return the value unchanged, unless a text or key contains characters that cannot
 * be stored, which mayContainInvalidText detects. It is faster than normalizeValue and returns false for rare valid
 * values.
 */
export function isPlain(value: unknown, depth = PLAIN_DEPTH): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || depth === 0) return false;
  if (Array.isArray(value)) return value.every((element) => isPlain(element, depth - 1));
  for (const key in value) {
    if (key.charCodeAt(0) === DOLLAR || key === '__proto__') return false;
    if (!isPlain((value as Record<string, unknown>)[key], depth - 1)) return false;
  }
  return true;
}

/** JSON.stringify escapes NUL and unpaired surrogates, so one search of the JSON replaces a check of each text. */
export const mayContainInvalidText = (json: string): boolean => json.includes('\\u');

/**
 * Returns true for most values. Callers check this before they build the path for errors, which is slower than the
 * check.
 */
const isStoredAsIs = (value: unknown): boolean =>
  typeof value === 'string'
    ? isStorable(value)
    : value === null || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));

function normalizeArray(array: readonly unknown[], at: string, depth: number): readonly unknown[] {
  let out = array as unknown[];
  array.forEach((element, i) => {
    if (isStoredAsIs(element)) return;
    const checked = normalizeValue(element, `${at}[${i}]`, depth + 1);
    if (checked === element) return;
    if (out === array) out = [...array];
    out[i] = checked;
  });
  return out;
}

function normalizeObject(object: object, at: string, depth: number): object {
  let out = object as Record<string, unknown>;
  for (const [key, value] of Object.entries(object)) {
    assertKey(key, at);
    if (value === undefined || isStoredAsIs(value)) continue;
    const checked = normalizeValue(value, `${at}.${key}`, depth + 1);
    if (checked === value) continue;
    if (out === object) out = { ...object };
    out[key] = checked;
  }
  return out;
}

function assertKey(key: string, above: string): void {
  if (key.startsWith('$')) throw new AppError('WDE0134', { fieldKey: key, field: `${above}.${key}` });
  // Assigning this key in later code would change a prototype (prototype pollution).
  if (key === '__proto__') throw invalidValue(`${above}.${key}`, 'a field key must not be __proto__');
  if (!isStorable(key)) throw invalidText(`${above}.${key}`);
}

function normalizeDate(value: { $date: unknown }, at: string): { $date: string } {
  const extra = Object.keys(value).find((key) => key !== '$date');
  if (extra !== undefined) throw invalidValue(`${at}.${extra}`, 'a date must contain only $date');
  const $date = canonicalizeDate(value.$date);
  if ($date === null) throw invalidValue(at, '$date must be an ISO 8601 date between the years 0000 and 9999');
  return $date === value.$date ? (value as { $date: string }) : { $date };
}

const invalidText = (at: string): AppError =>
  invalidValue(at, 'the text contains a NUL character or an unpaired surrogate');

const invalidValue = (field: string, why: string): AppError =>
  new AppError('WDE0080', { reason: `${field}: ${why}`, field });
