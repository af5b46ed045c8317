import type { BooleanRules, NumberRules } from '../model.ts';
import { isExactMultiple, parseDecimal } from './decimal.ts';
import {
  aboveMaximumError,
  belowMinimumError,
  notAllowedError,
  notMultipleError,
  type ValueError,
  wrongTypeError,
} from './value-error.ts';

/** Returns all errors of a number. A string has the wrong type, even if it contains a number. */
export function checkNumber(
  value: unknown,
  rules: NumberRules,
  allowed: readonly unknown[] | undefined,
  path: string,
): ValueError[] {
  const choice = checkChoices(value, allowed, path);
  if (typeof value !== 'number' || !Number.isFinite(value)) return [wrongTypeError(path, 'number'), ...choice];
  // Numbers outside of the safe range lose precision when stored.
  const maximum = Math.min(rules.maximum ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const minimum = Math.max(rules.minimum ?? Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER);
  const step = multipleOf(rules);
  return [
    ...(value > maximum ? [aboveMaximumError(path, maximum)] : []),
    ...(value < minimum ? [belowMinimumError(path, minimum)] : []),
    ...(step !== undefined && !isMultiple(value, step) ? [notMultipleError(path, step)] : []),
    ...choice,
  ];
}

/** Reports a value that is not among the choices, regardless of its type. */
export const checkChoices = (value: unknown, allowed: readonly unknown[] | undefined, path: string): ValueError[] =>
  allowed && !allowed.includes(value) ? [notAllowedError(path, allowed)] : [];

/** Returns the step of a number. A step of zero or below is treated as 1 (forms contract section 5.2). */
const multipleOf = (rules: NumberRules): number | undefined =>
  rules.multipleOf === undefined ? undefined : rules.multipleOf <= 0 ? 1 : rules.multipleOf;

/**
 * Compares with a tolerance of eight decimals, so that 0.1 + 0.2 is a multiple of 0.1. Large numbers, whose quotients
 * are less precise, are compared by their exact decimal notation.
 */
export function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  if (Math.abs(Math.round(times) - times) < 1e-8) return true;
  const [decimalValue, decimalStep] = [parseDecimal(value), parseDecimal(step)];
  return decimalValue !== null && decimalStep !== null && isExactMultiple(decimalValue, decimalStep);
}

export function checkBoolean(value: unknown, rules: BooleanRules, path: string): ValueError[] {
  const choice = checkChoices(value, rules.enum?.length ? rules.enum : undefined, path);
  return typeof value === 'boolean' ? choice : [wrongTypeError(path, 'boolean'), ...choice];
}
