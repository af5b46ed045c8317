import type { DateBounds, StringRules } from '../model.ts';
import { formLimits } from '../vocabulary.ts';
import type { CheckOptions } from './check-options.ts';
import { checkChoices } from './check-scalars.ts';
import { parseDate, parseDateOptionalTime, parseDateTime, parseNow, parseTime } from './dates.ts';
import { formatOf } from './formats.ts';
import {
  aboveMaximumError,
  belowMinimumError,
  tooLongError,
  tooShortError,
  type ValueError,
  wrongFormatError,
  wrongTypeError,
} from './value-error.ts';

/** Returns all errors of a string. `allowed` lists the choices, if there are any. */
export function checkString(
  value: unknown,
  rules: StringRules,
  allowed: readonly unknown[] | undefined,
  path: string,
  options: CheckOptions,
): ValueError[] {
  const choice = checkChoices(value, allowed, path);
  if (typeof value !== 'string' || !isStorable(value)) return [wrongTypeError(path, 'string'), ...choice];
  return [
    ...checkLength(value, rules, path),
    ...checkPattern(value, rules, path, options),
    ...formatErrors(value, rules, path, options),
    ...choice,
  ];
}

/** PostgreSQL stores neither U+0000 nor half a surrogate pair. */
const isStorable = (value: string): boolean => !/\p{Surrogate}/u.test(value) && !value.includes('\0');

function checkLength(value: string, { minLength, maxLength }: StringRules, path: string): ValueError[] {
  const limit = Math.min(maxLength ?? formLimits.textLength, formLimits.textLength);
  const length = countCodePoints(value);
  return [
    ...(length > limit ? [tooLongError(path, limit)] : []),
    ...(minLength !== undefined && length < minLength ? [tooShortError(path, minLength)] : []),
  ];
}

/** Counts each surrogate pair once, as JSON Schema does. */
export function countCodePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function checkPattern(value: string, rules: StringRules, path: string, { matches }: CheckOptions): ValueError[] {
  const { pattern } = rules;
  if (!pattern || matches(pattern, value)) return [];
  const patternMessage = rules.validationMessages?.pattern;
  return [
    {
      errorPath: path,
      errorType: 'PATTERN_ERROR',
      errorMessage: patternMessage || `must match pattern "${pattern}"`,
      params: { pattern },
      ...(patternMessage ? { useCustomErrorMessage: true as const } : {}),
    },
  ];
}

function formatErrors(value: string, rules: StringRules, path: string, options: CheckOptions): ValueError[] {
  if (rules.format === 'PHONE') return checkPhone(value, rules, path, options);
  const format = formatOf(rules.format);
  if (!format) return [];
  if (!format.matches(value)) return [wrongFormatError(path, format.name)];
  const kind = DATE_FORMATS[rules.format as string];
  return kind ? boundErrors(value, kind, kind.bounds(rules) ?? {}, path, options.now) : [];
}

const E164 = /^\+[1-9]\d{1,14}$/;

function checkPhone(value: string, rules: StringRules, path: string, { phone }: CheckOptions): ValueError[] {
  if (!E164.test(value)) return [wrongFormatError(path, 'phone')];
  const known = phone(value);
  if (!known.callingCodeKnown) return [wrongCallingCodeError(path)];
  const allowedCountryCodes = rules.phoneOptions?.allowedCountryCodes ?? [];
  const rejected =
    allowedCountryCodes.length > 0 && !allowedCountryCodes.some((code) => code.toUpperCase() === known.country);
  return [
    ...(known.valid ? [] : [wrongFormatError(path, 'phone')]),
    ...(rejected ? [wrongCountryError(path, allowedCountryCodes)] : []),
  ];
}

const wrongCallingCodeError = (path: string): ValueError => ({
  errorPath: path,
  errorType: 'INVALID_PHONE_COUNTRY_CODE_ERROR',
  errorMessage: 'Phone number has incorrect country code',
  params: { format: 'phone' },
});

const wrongCountryError = (path: string, allowedCountryCodes: readonly string[]): ValueError => ({
  errorPath: path,
  errorType: 'NOT_ALLOWED_VALUE_ERROR',
  errorMessage: "Phone number's country code must correspond to one from allowed countries",
  params: { allowedCountryCodes: [...allowedCountryCodes], format: 'phone' },
});

interface DateFormat {
  readonly bounds: (rules: StringRules) => DateBounds | undefined;
  /** Converts a string to a number that can be compared; null if the string does not match the format. */
  readonly parse: (text: string) => number | null;
  readonly format: (instant: Date) => string;
}

const toIsoDate = (instant: Date): string => instant.toISOString().slice(0, 10);
const toIsoDateTime = (instant: Date): string => `${instant.toISOString().slice(0, 19)}Z`;

const DATE_FORMATS: Readonly<Record<string, DateFormat>> = {
  DATE: { bounds: (rules) => rules.dateOptions, parse: (text) => parseDate(text.slice(0, 10)), format: toIsoDate },
  TIME: {
    bounds: (rules) => rules.timeOptions,
    parse: parseTime,
    format: (instant) => instant.toISOString().slice(11, 19),
  },
  DATE_TIME: { bounds: (rules) => rules.dateTimeOptions, parse: parseDateOptionalTime, format: toIsoDateTime },
  DATE_OPTIONAL_TIME: {
    bounds: (rules) => rules.dateOptionalTimeOptions,
    parse: parseDateOptionalTime,
    format: toIsoDateTime,
  },
};

function boundErrors(value: string, kind: DateFormat, bounds: DateBounds, path: string, now: Date): ValueError[] {
  const instant = kind.parse(value);
  const minimum = limitOf(bounds.minimum, kind, now);
  const maximum = limitOf(bounds.maximum, kind, now);
  if (instant === null) return [];
  return [
    ...(minimum && instant < minimum.order ? [belowMinimumError(path, minimum.text, 'should be')] : []),
    ...(maximum && instant > maximum.order ? [aboveMaximumError(path, maximum.text, 'should be')] : []),
  ];
}

/** Returns a limit as text and as a number. An unreadable limit is ignored here, and saving the form rejects it. */
function limitOf(bound: string | undefined, kind: DateFormat, now: Date): { text: string; order: number } | null {
  if (!bound) return null;
  const instant = parseNow(bound, now);
  const text = instant ? kind.format(instant) : bound;
  const order = kind.parse(text);
  return order === null ? null : { text, order };
}

/** Returns true for a bound that the format supports: a literal of the format, or `$now` with an offset. */
export function isDateBound(format: string, bound: string): boolean {
  const kind = DATE_FORMATS[format];
  return kind === undefined || limitOf(bound, kind, new Date(0)) !== null;
}

/** Rejects birth dates before 1900 or in the future, whatever bounds the owner sets (forms contract section 5.2). */
export function checkBirthdate(value: unknown, path: string, now: Date): ValueError[] {
  const date = typeof value === 'string' ? (parseDate(value) ?? parseDateTime(value)) : null;
  if (date === null) return [];
  const today = toIsoDate(now);
  return [
    ...(date < (parseDate('1900-01-01') as number) ? [belowMinimumError(path, '1900-01-01', 'should be')] : []),
    ...(date > now.getTime() ? [aboveMaximumError(path, today, 'should be')] : []),
  ];
}
