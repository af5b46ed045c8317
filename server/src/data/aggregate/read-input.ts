/** Reads the parts of a request. A part of the wrong type is rejected with its path. */
import { AppError } from '../../kernel/app-error.ts';
import { parsePath } from '../query/parse.ts';
import { isStorable } from '../query/text.ts';
import type { Path } from '../query/tree.ts';
import { aggregateLimits } from './limits.ts';

export const invalidInput = (field: string, reason: string, data: object = {}): AppError =>
  new AppError('WDE0080', { reason: `${field}: ${reason}`, field, ...data });

/** Returns the object. @throws AppError WDE0080 for another value */
export function readObject(value: unknown, inputPath: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw invalidInput(inputPath, 'the value must be an object');
}

/** Returns the list; a missing list is empty. @throws AppError WDE0080 */
export function readList(value: unknown, inputPath: string, limit: number = aggregateLimits.parts): readonly unknown[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw invalidInput(inputPath, 'the value must be an array');
  if (value.length > limit) throw invalidInput(inputPath, `the array contains more than ${limit} elements`, { limit });
  return value;
}

/** Returns the one key of the object that the table also has, with its values in both. @throws AppError WDE0080 */
export function readVariant<Known>(
  value: unknown,
  inputPath: string,
  table: Readonly<Record<string, Known>>,
  noun: string,
): { key: string; known: Known; inner: unknown } {
  const object = readObject(value, inputPath);
  const keys = Object.keys(object).filter((key) => Object.hasOwn(table, key) && object[key] !== undefined);
  const [key] = keys;
  if (key === undefined) throw invalidInput(inputPath, `the ${noun} must be one of ${Object.keys(table).join(', ')}`);
  if (keys.length > 1) throw invalidInput(inputPath, `only one ${noun} is permitted, not ${keys.join(', ')}`);
  return { key, known: table[key] as Known, inner: object[key] };
}

/** Returns a field path. @throws AppError WDE0080, WDE0093 */
export function readPath(value: unknown, inputPath: string): Path {
  return parsePath(readText(value, inputPath), inputPath);
}

/** Returns a string that is not empty and can be stored. @throws AppError WDE0080 */
export function readText(value: unknown, inputPath: string, { allowEmpty = false } = {}): string {
  if (typeof value !== 'string') throw invalidInput(inputPath, 'the value must be a text');
  const limit = aggregateLimits.textLength;
  if (value.length > limit) throw invalidInput(inputPath, `the text is longer than ${limit} characters`, { limit });
  if (value === '' && !allowEmpty) throw invalidInput(inputPath, 'the text must not be empty');
  if (!isStorable(value)) throw invalidInput(inputPath, 'the text contains a NUL character or an unpaired surrogate');
  return value;
}

/**
 * Returns the name of a result field. Names with a dot are rejected because later stages could not refer to them,
 * except for the builder's default names (`author.ageSum`).
 * @throws AppError WDE0080
 */
export function readName(value: unknown, inputPath: string, { allowDots = false } = {}): string {
  const name = readText(value, inputPath);
  if (name.startsWith('$')) throw invalidInput(inputPath, 'a field name must not start with "$"');
  // Assigning this key in later code would change a prototype (prototype pollution).
  if (name === '__proto__') throw invalidInput(inputPath, `a field name must not be ${name}`);
  if (!allowDots && name.includes('.')) throw invalidInput(inputPath, 'the name of a result must not contain a dot');
  return name;
}

/** Returns an integer from `min` to the maximum number of rows. @throws AppError WDE0080 */
export function readCount(value: unknown, inputPath: string, min: number): number {
  const limit = aggregateLimits.rows;
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= limit) return value;
  throw invalidInput(inputPath, `the value must be an integer from ${min} to ${limit}`, { limit });
}

/** @throws AppError WDE0080 if a name occurs twice */
export function assertDistinct(names: readonly { readonly name: string; readonly at: string }[]): void {
  const seen = new Set<string>();
  for (const { name, at } of names) {
    if (seen.has(name)) throw invalidInput(at, `the name ${name} occurs twice`);
    seen.add(name);
  }
}
