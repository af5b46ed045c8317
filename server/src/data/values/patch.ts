/** Applies a patch to an item: runs its modifications in order on the parsed JSON. */
import type { FieldModification } from '@portico/contract/data/items';
import { dataLimits, systemFields } from '@portico/domain';
import type { Static } from 'typebox';
import { AppError } from '../../kernel/app-error.ts';
import { isEqual } from '../query/evaluate.ts';
import { isStorable } from '../query/text.ts';
import type { Json, Path } from '../query/tree.ts';
import { normalizeValue } from './normalize-value.ts';

export type ModificationInput = Static<typeof FieldModification>;

/** One modification at one path. `value` is the operand of the action. */
export interface Modification {
  readonly action: ModificationInput['action'];
  readonly path: Path;
  readonly value: Json;
  /** Path of the modification in the request, for errors. */
  readonly at: string;
}

/** A parsed item, modified in place. */
export type Item = { [key: string]: Json };

/**
 * Maximum number of array elements that REMOVE_FROM_ARRAY compares per item. The limit is far above normal use and
 * bounds the time that malicious patches take.
 */
const MAX_ELEMENTS = 5_000_000;

/**
 * Parses the modifications of a request.
 * @throws AppError WDE0080 for an invalid path, a system field or a value that cannot be stored, WDE0134 for a path
 * with `$`, WDE0168 for a value nested too deeply
 */
export const parsePatch = (input: readonly ModificationInput[], inputPath: string): Modification[] =>
  input.map((modification, i) => parseModification(modification, `${inputPath}[${i}]`));

function parseModification(input: ModificationInput, inputPath: string): Modification {
  const path = parseFieldPath(input.fieldPath, `${inputPath}.fieldPath`);
  const [option, depth] = OPTIONS[input.action];
  if (option === null) return { action: input.action, path, value: null, at: inputPath };
  const options = input[option];
  if (options?.value === undefined)
    throw invalidPatch(`${inputPath}.${option}.value`, `${input.action} requires a value`);
  const value = normalizeValue(options.value, `${inputPath}.${option}.value`, path.length + depth) as Json;
  return { action: input.action, path, value, at: inputPath };
}

/**
 * For each action: the property that contains its operand, and the depth at which the operand is stored below the
 * field.
 */
const OPTIONS = {
  SET_FIELD: ['setFieldOptions', 0],
  INCREMENT_FIELD: ['incrementFieldOptions', 0],
  APPEND_TO_ARRAY: ['appendToArrayOptions', 1],
  REMOVE_FROM_ARRAY: ['removeFromArrayOptions', 1],
  REMOVE_FIELD: [null, 0],
} as const;

const SYSTEM_KEYS: ReadonlySet<string> = new Set(systemFields);

function parseFieldPath(name: string, inputPath: string): Path {
  const path = name.split('.');
  if (path.length > dataLimits.pathSegments)
    throw invalidPatch(inputPath, `a field path must have at most ${dataLimits.pathSegments} parts`);
  for (const key of path) {
    if (key === '') throw invalidPatch(inputPath, 'a part of the field path is empty');
    if (key.startsWith('$')) throw new AppError('WDE0134', { fieldKey: name, field: inputPath });
    // Assigning this key in later code would change a prototype (prototype pollution).
    if (key === '__proto__') throw invalidPatch(inputPath, 'a field key must not be __proto__');
    if (!isStorable(key)) throw invalidPatch(inputPath, 'the field path contains characters that cannot be stored');
  }
  if (SYSTEM_KEYS.has(path[0] as string))
    throw invalidPatch(inputPath, `${path[0]} is a system field and cannot be changed`);
  return path;
}

/**
 * Returns true if the caller may not see values under the top-level key. Errors must not reveal them (side channel).
 */
export type IsHidden = (key: string) => boolean;

/**
 * Runs the modifications in order. Objects that a path requires are created if they are missing or null.
 * @throws AppError WDE0080 if a stored value has the wrong type: not a number to increment, not an array to append to
 * or remove from, not an object within the path. Modifications of hidden values are skipped instead.
 */
export function applyPatch(item: Item, modifications: readonly Modification[], isHidden: IsHidden): void {
  const budget = { elements: MAX_ELEMENTS };
  for (const modification of modifications) {
    try {
      apply(item, modification, budget);
    } catch (error) {
      if (!(error instanceof AppError) || !isHidden(modification.path[0] as string)) throw error;
    }
  }
}

function apply(item: Item, modification: Modification, budget: { elements: number }): void {
  const { action, path } = modification;
  const createsParents = action !== 'REMOVE_FIELD' && action !== 'REMOVE_FROM_ARRAY';
  const holder = holderOf(item, modification, createsParents);
  const key = path.at(-1) as string;
  if (!holder) return;
  const storedValue = Object.hasOwn(holder, key) ? (holder[key] as Json) : null;
  switch (action) {
    case 'SET_FIELD':
      holder[key] = copyValue(modification.value);
      return;
    case 'REMOVE_FIELD':
      delete holder[key];
      return;
    case 'INCREMENT_FIELD':
      holder[key] = sum(storedValue, modification);
      return;
    case 'APPEND_TO_ARRAY':
      if (storedValue === null) holder[key] = [copyValue(modification.value)];
      else arrayOf(storedValue, modification).push(copyValue(modification.value));
      return;
    case 'REMOVE_FROM_ARRAY': {
      if (storedValue === null) return;
      const array = arrayOf(storedValue, modification);
      budget.elements -= array.length;
      if (budget.elements < 0)
        throw invalidPatch(modification.at, 'the patch removes from arrays with too many elements');
      holder[key] = array.filter((element) => !isEqual(element, modification.value));
    }
  }
}

/**
 * Returns the object that holds the last key of the path, or undefined if it does not exist and must not be created.
 */
function holderOf(item: Item, { path, at }: Modification, createsParents: boolean): Item | undefined {
  let holder = item;
  for (const [i, key] of path.slice(0, -1).entries()) {
    const next = Object.hasOwn(holder, key) ? (holder[key] as Json) : null;
    if (next === null) {
      if (!createsParents) return undefined;
      const created: Item = {};
      holder[key] = created;
      holder = created;
    } else if (typeof next === 'object' && !Array.isArray(next) && !Object.hasOwn(next, '$date')) {
      holder = next as Item;
    } else {
      if (!createsParents) return undefined;
      throw invalidPatch(`${at}.fieldPath`, `${path.slice(0, i + 1).join('.')} is not an object`);
    }
  }
  return holder;
}

function sum(stored: Json, { path, value, at }: Modification): number {
  if (stored !== null && typeof stored !== 'number')
    throw invalidPatch(`${at}.fieldPath`, `${path.join('.')} is not a number`);
  const result = (stored ?? 0) + (value as number);
  if (Number.isFinite(result)) return result;
  throw invalidPatch(`${at}.incrementFieldOptions.value`, 'the result is too large for a number');
}

function arrayOf(stored: Json, { path, at }: Modification): Json[] {
  if (Array.isArray(stored)) return stored;
  throw invalidPatch(`${at}.fieldPath`, `${path.join('.')} is not an array`);
}

/** Copies the value, because one value may be set in many items and later modifications change it in place. */
const copyValue = (value: Json): Json =>
  typeof value === 'object' && value !== null ? (structuredClone(value) as Json) : value;

const invalidPatch = (field: string, reason: string): AppError =>
  new AppError('WDE0080', { reason: `${field}: ${reason}`, field });
