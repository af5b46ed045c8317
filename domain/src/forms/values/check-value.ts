import { type Field, isObject, repeaterFields } from '../model.ts';
import { formLimits, isInputType } from '../vocabulary.ts';
import { checkArray, sizeErrors, stated } from './check-array.ts';
import type { CheckOptions } from './check-options.ts';
import { checkBoolean, checkNumber } from './check-scalars.ts';
import { birthdateErrors, checkString } from './check-string.ts';
import { checkAddress, checkFiles, checkObject, checkScheduling } from './check-structures.ts';
import { optionValues } from './choices.ts';
import { at, missing, notServed, unknownKey, type ValueError, wrongType } from './value-error.ts';

/** repeaters in repeaters: no deeper */
const DEPTH = 3;

/**
 * Everything that is wrong with the value of one field. `allowedValues` is what a rule allows at the moment; it takes
 * the place of the field's own list.
 */
export function checkValue(
  value: unknown,
  field: Field,
  path: string,
  options: CheckOptions,
  allowedValues?: readonly unknown[],
  depth = DEPTH,
): ValueError[] {
  const input = field.inputOptions ?? {};
  if (!isInputType(input.inputType) || options.refuse?.includes(input.inputType)) {
    return [notServed(path, input.inputType ?? 'UNKNOWN')];
  }
  switch (input.inputType) {
    case 'STRING': {
      const rules = input.stringOptions?.validation ?? {};
      const allowed = allowedValues ?? stated(rules.enum) ?? optionValues(field);
      const born = field.identifier === 'CONTACTS_BIRTHDATE' ? birthdateErrors(value, path, options.now) : [];
      return [...checkString(value, rules, allowed, path, options), ...born];
    }
    case 'NUMBER': {
      const rules = input.numberOptions?.validation ?? {};
      return checkNumber(value, rules, allowedValues ?? stated(rules.enum), path);
    }
    case 'BOOLEAN':
      return checkBoolean(value, input.booleanOptions?.validation ?? {}, path);
    case 'ARRAY': {
      const rules = input.arrayOptions?.validation ?? {};
      return checkArray(value, rules, allowedValues ?? optionValues(field), path, options);
    }
    case 'OBJECT':
      return checkObject(value, input.objectOptions?.validation?.properties ?? {}, path, options);
    case 'WIX_FILE':
      return checkFiles(value, path);
    case 'ADDRESS':
      return checkAddress(value, input.addressOptions?.validation ?? {}, path);
    case 'SCHEDULING':
      return checkScheduling(value, path);
    case 'OBJECT_ARRAY':
      return checkRepeater(value, field, path, options, depth);
    case 'PAYMENT':
      // prices are computed by whoever sells: a later version brings that
      return [notServed(path, 'PAYMENT')];
  }
}

function checkRepeater(value: unknown, field: Field, path: string, options: CheckOptions, depth: number): ValueError[] {
  if (!Array.isArray(value)) return [wrongType(path, 'array')];
  if (depth === 0) return [notServed(path, 'OBJECT_ARRAY')];
  const sizes = sizeErrors(value.length, field.inputOptions?.objectArrayOptions?.validation ?? {}, 100, path);
  if (value.length > formLimits.arrayItems) return sizes;
  const inner = new Map(repeaterFields(field).flatMap((one) => (targetOf(one) ? [[targetOf(one), one]] : [])));
  return [...sizes, ...value.flatMap((row, index) => checkRow(row, inner, at(path, index), options, depth - 1))];
}

function checkRow(
  row: unknown,
  fields: ReadonlyMap<string | undefined, Field>,
  path: string,
  options: CheckOptions,
  depth: number,
): ValueError[] {
  if (!isObject(row)) return [wrongType(path, 'object')];
  const wrong = Object.entries(row).flatMap(([key, value]) => {
    const field = fields.get(key);
    return field
      ? checkValue(value, field, at(path, key), options, undefined, depth)
      : [unknownKey(at(path, key), key)];
  });
  const absent = [...fields].flatMap(([target, field]) =>
    target && field.inputOptions?.required && !field.hidden && !Object.hasOwn(row, target)
      ? [missing(at(path, target), target)]
      : [],
  );
  return [...wrong, ...absent];
}

export const targetOf = (field: Field): string | undefined => field.inputOptions?.target || undefined;
