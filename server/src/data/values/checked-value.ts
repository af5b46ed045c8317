import { dataLimits } from '@portico/domain';
import { AppError } from '../../kernel/app-error.ts';
import { canonicalDate } from '../query/dates.ts';
import { isStorable } from '../query/text.ts';

/**
 * The value as it will be stored: given as it is, except that dates take the one form in which they can be compared.
 * The very same object comes back where nothing had to change.
 * @throws AppError WDE0134 for a field that starts with `$`, WDE0168 where nested too deep, WDE0080 for what cannot be
 * stored without becoming something else: NUL, half a surrogate pair, a number beyond double, `__proto__`
 */
export function checkedValue(value: unknown, at: string, depth = 0): unknown {
  if (typeof value === 'string') return checkedText(value, at);
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value;
    throw unfit(at, 'the number is too large');
  }
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value !== 'object') throw unfit(at, 'the value is not JSON');
  if (depth >= dataLimits.itemDepth) throw new AppError('WDE0168', { limit: dataLimits.itemDepth, field: at });
  if (Array.isArray(value)) return checkedArray(value, at, depth);
  return Object.hasOwn(value, '$date') ? checkedDate(value as { $date: unknown }, at) : checkedObject(value, at, depth);
}

function checkedArray(array: readonly unknown[], at: string, depth: number): readonly unknown[] {
  let out = array as unknown[];
  array.forEach((element, i) => {
    const checked = checkedValue(element, `${at}[${i}]`, depth + 1);
    if (checked === element) return;
    if (out === array) out = [...array];
    out[i] = checked;
  });
  return out;
}

function checkedObject(object: object, at: string, depth: number): object {
  let out = object as Record<string, unknown>;
  for (const [key, value] of Object.entries(object)) {
    const here = `${at}.${key}`;
    assertKey(key, here);
    const checked = value === undefined ? value : checkedValue(value, here, depth + 1);
    if (checked === value) continue;
    if (out === object) out = { ...object };
    out[key] = checked;
  }
  return out;
}

function assertKey(key: string, at: string): void {
  if (key.startsWith('$')) throw new AppError('WDE0134', { fieldKey: key, field: at });
  // Copied by assignment somewhere downstream, this key would change a prototype (prototype pollution).
  if (key === '__proto__') throw unfit(at, 'a field cannot be called __proto__');
  checkedText(key, at);
}

function checkedDate(value: { $date: unknown }, at: string): { $date: string } {
  const extra = Object.keys(value).find((key) => key !== '$date');
  if (extra !== undefined) throw unfit(`${at}.${extra}`, 'a date holds $date alone');
  const $date = canonicalDate(value.$date);
  if ($date === null) throw unfit(at, '$date takes an ISO 8601 date between the years 0000 and 9999');
  return $date === value.$date ? (value as { $date: string }) : { $date };
}

function checkedText(text: string, at: string): string {
  if (isStorable(text)) return text;
  throw unfit(at, 'the text holds a NUL character or half of a surrogate pair');
}

const unfit = (field: string, why: string): AppError => new AppError('WDE0080', { reason: `${field}: ${why}`, field });
