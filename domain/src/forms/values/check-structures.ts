/** Values that are objects with named parts: OBJECT, SCHEDULING (forms contract section 5.2). */
import { isObject, type PropertyRules } from '../model.ts';
import { formLimits } from '../vocabulary.ts';
import { checkArray, itemChoices, stated } from './check-array.ts';
import type { CheckOptions } from './check-options.ts';
import { checkBoolean, checkNumber } from './check-scalars.ts';
import { checkString, codePoints } from './check-string.ts';
import { parseDateTime } from './dates.ts';
import { at, missing, tooLong, unknownKey, type ValueError, wrongFormat, wrongType } from './value-error.ts';

export function checkObject(
  value: unknown,
  properties: Readonly<Record<string, PropertyRules>>,
  path: string,
  options: CheckOptions,
): ValueError[] {
  if (!isObject(value)) return [wrongType(path, 'object')];
  return [
    ...unknownKeys(value, Object.keys(properties), path),
    ...Object.entries(properties).flatMap(([name, rules]) =>
      Object.hasOwn(value, name)
        ? checkProperty(value[name], rules, at(path, name), options)
        : rules.required
          ? [missing(at(path, name), name)]
          : [],
    ),
  ];
}

function checkProperty(value: unknown, rules: PropertyRules, path: string, options: CheckOptions): ValueError[] {
  const { numberOptions = {}, booleanOptions = {}, arrayOptions = {}, stringOptions = {} } = rules;
  switch (rules.propertiesType) {
    case 'NUMBER':
      return checkNumber(value, numberOptions, stated(numberOptions.enum), path);
    case 'BOOLEAN':
      return checkBoolean(value, booleanOptions, path);
    case 'ARRAY':
      return checkArray(value, arrayOptions, itemChoices(arrayOptions), path, options);
    default:
      return checkString(value, stringOptions, stated(stringOptions.enum), path, options);
  }
}

/** Start, end and IANA time zone of an appointment. Whether the slot is free is for the server. */
export function checkScheduling(value: unknown, path: string): ValueError[] {
  if (!isObject(value)) return [wrongType(path, 'object')];
  const { startDate, endDate, timeZone } = value;
  const isDateTime = (date: unknown) => typeof date !== 'string' || parseDateTime(date) !== null;
  return [
    ...unknownKeys(value, ['startDate', 'endDate', 'timeZone'], path),
    ...checkText(value, 'startDate', { required: true, limit: formLimits.textLength }, path),
    ...checkText(value, 'endDate', { required: true, limit: formLimits.textLength }, path),
    ...checkText(value, 'timeZone', { required: true, limit: 50 }, path),
    ...(isDateTime(startDate) ? [] : [wrongFormat(at(path, 'startDate'), 'date-time')]),
    ...(isDateTime(endDate) ? [] : [wrongFormat(at(path, 'endDate'), 'date-time')]),
    ...(typeof timeZone !== 'string' || isTimeZone(timeZone) ? [] : [wrongFormat(at(path, 'timeZone'), 'time-zone')]),
  ];
}

/** A name of the IANA database; offsets (`+02:00`) are none, though newer engines take them. */
function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A part that is a text of at most so many characters. */
export function checkText(
  value: Readonly<Record<string, unknown>>,
  name: string,
  { required, limit }: { required: boolean; limit: number },
  path: string,
): ValueError[] {
  const place = at(path, name);
  if (!Object.hasOwn(value, name)) return required ? [missing(place, name)] : [];
  const text = value[name];
  if (typeof text !== 'string') return [wrongType(place, 'string')];
  return codePoints(text) > limit ? [tooLong(place, limit)] : [];
}

export const unknownKeys = (value: object, known: readonly string[], path: string): ValueError[] =>
  Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => unknownKey(at(path, key), key));
