/** Checks objects with named parts (forms contract section 5.2). */
import { isObject, type PropertyRules } from '../model.ts';
import { checkArray, itemChoicesOf, nonEmptyOrUndefined } from './check-array.ts';
import type { CheckOptions } from './check-options.ts';
import { checkBoolean, checkNumber } from './check-scalars.ts';
import { checkString, countCodePoints } from './check-string.ts';
import {
  joinPath,
  missingValueError,
  tooLongError,
  unknownKeyError,
  type ValueError,
  wrongTypeError,
} from './value-error.ts';

export function checkObject(
  value: unknown,
  properties: Readonly<Record<string, PropertyRules>>,
  path: string,
  options: CheckOptions,
): ValueError[] {
  if (!isObject(value)) return [wrongTypeError(path, 'object')];
  return [
    ...checkKeys(value, Object.keys(properties), path),
    ...Object.entries(properties).flatMap(([name, rules]) =>
      Object.hasOwn(value, name)
        ? checkProperty(value[name], rules, joinPath(path, name), options)
        : rules.required
          ? [missingValueError(joinPath(path, name), name)]
          : [],
    ),
  ];
}

function checkProperty(value: unknown, rules: PropertyRules, path: string, options: CheckOptions): ValueError[] {
  const { numberOptions = {}, booleanOptions = {}, arrayOptions = {}, stringOptions = {} } = rules;
  switch (rules.propertiesType) {
    case 'NUMBER':
      return checkNumber(value, numberOptions, nonEmptyOrUndefined(numberOptions.enum), path);
    case 'BOOLEAN':
      return checkBoolean(value, booleanOptions, path);
    case 'ARRAY':
      return checkArray(value, arrayOptions, itemChoicesOf(arrayOptions), path, options);
    default:
      return checkString(value, stringOptions, nonEmptyOrUndefined(stringOptions.enum), path, options);
  }
}

/** Checks a part that is a string with a maximum number of characters. */
export function checkText(
  value: Readonly<Record<string, unknown>>,
  name: string,
  { required, limit }: { required: boolean; limit: number },
  path: string,
): ValueError[] {
  const partPath = joinPath(path, name);
  if (!Object.hasOwn(value, name)) return required ? [missingValueError(partPath, name)] : [];
  const text = value[name];
  if (typeof text !== 'string') return [wrongTypeError(partPath, 'string')];
  return countCodePoints(text) > limit ? [tooLongError(partPath, limit)] : [];
}

export const checkKeys = (value: object, known: readonly string[], path: string): ValueError[] =>
  Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => unknownKeyError(joinPath(path, key), key));
