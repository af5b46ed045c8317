/** Values that are objects: OBJECT, WIX_FILE, ADDRESS, SCHEDULING (forms contract section 5.2). */
import { type AddressRules, isObject, type PropertyRules } from '../model.ts';
import { formLimits } from '../vocabulary.ts';
import { checkArray, sizeErrors, stated } from './check-array.ts';
import type { CheckOptions } from './check-options.ts';
import { checkBoolean, checkNumber } from './check-scalars.ts';
import { checkString } from './check-string.ts';
import { COUNTRIES } from './countries.ts';
import { parseDateTime } from './dates.ts';
import {
  at,
  missing,
  notAllowed,
  tooLong,
  unknownKey,
  type ValueError,
  wrongFormat,
  wrongType,
} from './value-error.ts';

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
      return checkArray(value, arrayOptions, undefined, path, options);
    default:
      return checkString(value, stringOptions, stated(stringOptions.enum), path, options);
  }
}

const FILE_LENGTHS = { fileId: 100, displayName: 300, fileType: 100, url: 300 } as const;

/** Uploaded files. What they are and whose is for the server: this is their shape. */
export function checkFiles(value: unknown, path: string): ValueError[] {
  if (!Array.isArray(value)) return [wrongType(path, 'array')];
  const sizes = sizeErrors(value.length, {}, formLimits.files, path);
  if (sizes.length > 0) return sizes;
  return value.flatMap((file: unknown, index) => {
    const place = at(path, index);
    if (!isObject(file)) return [wrongType(place, 'object')];
    const { imported } = file;
    return [
      ...unknownKeys(file, [...Object.keys(FILE_LENGTHS), 'imported'], place),
      ...Object.entries(FILE_LENGTHS).flatMap(([name, limit]) =>
        checkText(file, name, { required: name !== 'url', limit }, place),
      ),
      ...(imported === undefined || typeof imported === 'boolean' ? [] : [wrongType(at(place, 'imported'), 'boolean')]),
    ];
  });
}

const ADDRESS_PARTS = [
  'country',
  'subdivision',
  'city',
  'addressLine',
  'addressLine2',
  'postalCode',
  'streetName',
  'streetNumber',
];

export function checkAddress(value: unknown, rules: AddressRules, path: string): ValueError[] {
  if (!isObject(value)) return [wrongType(path, 'object')];
  const required = (part: string) => rules.fields?.[part]?.required ?? part === 'country';
  const { country } = value;
  return [
    ...unknownKeys(value, ADDRESS_PARTS, path),
    ...ADDRESS_PARTS.flatMap((part) => checkText(value, part, { required: required(part), limit: 1000 }, path)),
    ...(typeof country === 'string' ? countryErrors(country, rules, at(path, 'country')) : []),
  ];
}

function countryErrors(country: string, rules: AddressRules, path: string): ValueError[] {
  const allowed = stated(rules.allowedCountries) ?? COUNTRIES;
  return allowed.includes(country) ? [] : [notAllowed(path, allowed)];
}

/** Start, end and IANA time zone of an appointment. Whether the slot is free is for the server. */
export function checkScheduling(value: unknown, path: string): ValueError[] {
  if (!isObject(value)) return [wrongType(path, 'object')];
  const { startDate, endDate, timeZone } = value;
  const isDateTime = (date: unknown) => typeof date !== 'string' || parseDateTime(date) !== null;
  return [
    ...unknownKeys(value, ['startDate', 'endDate', 'timeZone'], path),
    ...['startDate', 'endDate', 'timeZone'].flatMap((name) =>
      checkText(value, name, { required: true, limit: 100 }, path),
    ),
    ...(isDateTime(startDate) ? [] : [wrongFormat(at(path, 'startDate'), 'date-time')]),
    ...(isDateTime(endDate) ? [] : [wrongFormat(at(path, 'endDate'), 'date-time')]),
    ...(typeof timeZone !== 'string' || isTimeZone(timeZone) ? [] : [wrongFormat(at(path, 'timeZone'), 'time-zone')]),
  ];
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function checkText(
  value: Readonly<Record<string, unknown>>,
  name: string,
  { required, limit }: { required: boolean; limit: number },
  path: string,
): ValueError[] {
  const place = at(path, name);
  if (!Object.hasOwn(value, name)) return required ? [missing(place, name)] : [];
  const text = value[name];
  if (typeof text !== 'string') return [wrongType(place, 'string')];
  return text.length > limit ? [tooLong(place, limit)] : [];
}

const unknownKeys = (value: object, known: readonly string[], path: string): ValueError[] =>
  Object.keys(value)
    .filter((key) => !known.includes(key))
    .map((key) => unknownKey(at(path, key), key));
