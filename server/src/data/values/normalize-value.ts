import { dataLimits } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import { canonicalizeDate } from '../query/dates.ts';
import { isStorable } from '../query/text.ts';

/**
 * Returns the value in its stored form. Dates are converted to a form that can be compared, and other values are
 * unchanged. Returns the same object if nothing changes.
 * @throws AppError WDE0134 for a key that starts with `$`, WDE0168 if nested too deeply, WDE0080 for a value that
 * cannot be stored unchanged: NUL, an unpaired surrogate, a number outside the range of a double, `__proto__`
 */
export function normalizeValue(value: unknown, inputPath: string, depth = 0): unknown {
  if (isStoredAsIs(value)) return value;
  if (typeof value === 'string') throw invalidText(inputPath);
  if (typeof value === 'number')
    throw invalidValue(inputPath, 'the number is out of range (at most 1.8e308, positive or negative)');
  if (typeof value !== 'object' || value === null) throw invalidValue(inputPath, 'the value must be JSON');
  if (depth >= dataLimits.itemDepth) throw new AppError('WDE0168', { limit: dataLimits.itemDepth, field: inputPath });
  if (Array.isArray(value)) return normalizeArray(value, inputPath, depth);
  return Object.hasOwn(value, '$date')
    ? normalizeDate(value as { $date: unknown }, inputPath)
    : normalizeObject(value, inputPath, depth);
}

const PLAIN_DEPTH = 8;
const DOLLAR = 0x24;

/**
 * A faster check than normalizeValue. True means that normalizeValue would return the value unchanged, provided that
 * every text and key can be stored, which mayContainInvalidText checks. Some rare valid values yield false.
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

/**
 * Returns true if the JSON may contain characters that cannot be stored. JSON.stringify escapes NUL and unpaired
 * surrogates, so one search of the JSON replaces a check of each text.
 */
export const mayContainInvalidText = (json: string): boolean => json.includes('\\u');

/**
 * Returns true for a scalar that is stored unchanged. Callers check it before they build the path for errors, which is
 * slower.
 */
const isStoredAsIs = (value: unknown): boolean =>
  typeof value === 'string'
    ? isStorable(value)
    : value === null || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));

function normalizeArray(array: readonly unknown[], inputPath: string, depth: number): readonly unknown[] {
  let out = array as unknown[];
  array.forEach((element, i) => {
    if (isStoredAsIs(element)) return;
    const normalized = normalizeValue(element, `${inputPath}[${i}]`, depth + 1);
    if (normalized === element) return;
    if (out === array) out = [...array];
    out[i] = normalized;
  });
  return out;
}

function normalizeObject(object: object, inputPath: string, depth: number): object {
  let out = object as Record<string, unknown>;
  for (const [key, value] of Object.entries(object)) {
    assertKey(key, inputPath);
    if (value === undefined || isStoredAsIs(value)) continue;
    const normalized = normalizeValue(value, `${inputPath}.${key}`, depth + 1);
    if (normalized === value) continue;
    if (out === object) out = { ...object };
    out[key] = normalized;
  }
  return out;
}

function assertKey(key: string, parentPath: string): void {
  if (key.startsWith('$')) throw new AppError('WDE0134', { fieldKey: key, field: `${parentPath}.${key}` });
  // Assigning this key in later code would change a prototype (prototype pollution).
  if (key === '__proto__') throw invalidValue(`${parentPath}.${key}`, 'a field key must not be __proto__');
  if (!isStorable(key)) throw invalidText(`${parentPath}.${key}`);
}

function normalizeDate(value: { $date: unknown }, inputPath: string): { $date: string } {
  const extra = Object.keys(value).find((key) => key !== '$date');
  if (extra !== undefined) throw invalidValue(`${inputPath}.${extra}`, 'a date must contain only $date');
  const $date = canonicalizeDate(value.$date);
  if ($date === null) throw invalidValue(inputPath, '$date must be an ISO 8601 date between the years 0000 and 9999');
  return $date === value.$date ? (value as { $date: string }) : { $date };
}

const invalidText = (inputPath: string): AppError =>
  invalidValue(inputPath, 'the text contains a NUL character or an unpaired surrogate');

const invalidValue = (field: string, reason: string): AppError =>
  new AppError('WDE0080', { reason: `${field}: ${reason}`, field });
