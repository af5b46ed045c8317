import type { ArrayRules } from '../model.ts';
import { formLimits } from '../vocabulary.ts';
import type { CheckOptions } from './check-options.ts';
import { checkBoolean, checkNumber } from './check-scalars.ts';
import { checkString } from './check-string.ts';
import { joinPath, tooFewItemsError, tooManyItemsError, type ValueError, wrongTypeError } from './value-error.ts';

/** Returns all errors of a list. `choices` lists the allowed items, if they are limited. Duplicates are allowed. */
export function checkArray(
  value: unknown,
  rules: ArrayRules,
  choices: readonly unknown[] | undefined,
  path: string,
  options: CheckOptions,
): ValueError[] {
  if (!Array.isArray(value)) return [wrongTypeError(path, 'array')];
  const sizes = checkListSize(value.length, rules, formLimits.defaultArrayItems, path);
  // Listing every wrong item of an oversized list would produce a huge response.
  if (value.length > formLimits.arrayItems) return sizes;
  const { items = {} } = rules;
  return [...sizes, ...value.flatMap((item, index) => checkItem(item, items, choices, joinPath(path, index), options))];
}

/** Returns the owner's list of allowed items. */
export function itemChoicesOf({ items = {} }: ArrayRules): readonly unknown[] | undefined {
  return items.itemType === 'NUMBER'
    ? nonEmptyOrUndefined(items.numberOptions?.enum)
    : nonEmptyOrUndefined(items.stringOptions?.enum);
}

export function checkListSize(
  length: number,
  bounds: { minItems?: number; maxItems?: number },
  defaultMaximum: number,
  path: string,
): ValueError[] {
  const { minItems } = bounds;
  const maxItems = Math.min(bounds.maxItems ?? defaultMaximum, formLimits.arrayItems);
  return [
    ...(length > maxItems ? [tooManyItemsError(path, maxItems)] : []),
    ...(minItems !== undefined && length < minItems ? [tooFewItemsError(path, minItems)] : []),
  ];
}

function checkItem(
  item: unknown,
  items: NonNullable<ArrayRules['items']>,
  choices: readonly unknown[] | undefined,
  path: string,
  options: CheckOptions,
): ValueError[] {
  switch (items.itemType) {
    case 'NUMBER':
      return checkNumber(item, items.numberOptions ?? {}, choices, path);
    case 'BOOLEAN':
      return checkBoolean(item, items.booleanOptions ?? {}, path);
    default:
      return checkString(item, items.stringOptions ?? {}, choices, path, options);
  }
}

/** An empty list of allowed values allows everything, like a missing one. */
export const nonEmptyOrUndefined = <V>(list: readonly V[] | undefined): readonly V[] | undefined =>
  list && list.length > 0 ? list : undefined;
