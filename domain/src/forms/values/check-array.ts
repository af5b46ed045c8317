import type { ArrayRules } from '../model.ts';
import { formLimits } from '../vocabulary.ts';
import type { CheckOptions } from './check-options.ts';
import { checkBoolean, checkNumber } from './check-scalars.ts';
import { checkString } from './check-string.ts';
import { at, tooFewItems, tooManyItems, type ValueError, wrongType } from './value-error.ts';

/** Everything that is wrong with a list. `allowed` is the list of choices, where there is one; duplicates are allowed. */
export function checkArray(
  value: unknown,
  rules: ArrayRules,
  allowed: readonly unknown[] | undefined,
  path: string,
  options: CheckOptions,
): ValueError[] {
  if (!Array.isArray(value)) return [wrongType(path, 'array')];
  const sizes = sizeErrors(value.length, rules, formLimits.defaultArrayItems, path);
  // beyond what any list may hold, naming each wrong item would only make a huge answer
  if (value.length > formLimits.arrayItems) return sizes;
  return [...sizes, ...value.flatMap((item, index) => checkItem(item, rules, allowed, at(path, index), options))];
}

export function sizeErrors(
  length: number,
  bounds: { minItems?: number; maxItems?: number },
  defaultMaximum: number,
  path: string,
): ValueError[] {
  const { minItems, maxItems = defaultMaximum } = bounds;
  return [
    ...(length > maxItems ? [tooManyItems(path, maxItems)] : []),
    ...(minItems !== undefined && length < minItems ? [tooFewItems(path, minItems)] : []),
  ];
}

function checkItem(
  item: unknown,
  { items }: ArrayRules,
  allowed: readonly unknown[] | undefined,
  path: string,
  options: CheckOptions,
): ValueError[] {
  switch (items?.itemType) {
    case 'NUMBER':
      return checkNumber(item, items.numberOptions ?? {}, stated(items.numberOptions?.enum) ?? allowed, path);
    case 'BOOLEAN':
      return checkBoolean(item, items.booleanOptions ?? {}, path);
    default: {
      const rules = items?.stringOptions ?? {};
      return checkString(item, rules, stated(rules.enum) ?? allowed, path, options);
    }
  }
}

/** An empty list of allowed values allows everything, as if it were not there. */
export const stated = <V>(list: readonly V[] | undefined): readonly V[] | undefined =>
  list && list.length > 0 ? list : undefined;
