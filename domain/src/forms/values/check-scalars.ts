import type { BooleanRules, NumberRules } from '../model.ts';
import { aboveMaximum, belowMinimum, notAllowed, notMultiple, type ValueError, wrongType } from './value-error.ts';

/** Everything that is wrong with a number. Numeric texts are of the wrong type. */
export function checkNumber(
  value: unknown,
  rules: NumberRules,
  allowed: readonly unknown[] | undefined,
  path: string,
): ValueError[] {
  if (typeof value !== 'number' || !Number.isFinite(value)) return [wrongType(path, 'number')];
  const { minimum, maximum } = rules;
  const step = multipleOf(rules);
  return [
    ...(maximum !== undefined && value > maximum ? [aboveMaximum(path, maximum)] : []),
    ...(minimum !== undefined && value < minimum ? [belowMinimum(path, minimum)] : []),
    ...(step !== undefined && !isMultiple(value, step) ? [notMultiple(path, step)] : []),
    ...(allowed && !allowed.includes(value) ? [notAllowed(path, allowed)] : []),
  ];
}

/** A step of zero or below counts as 1 (forms contract section 5.2). */
const multipleOf = (rules: NumberRules): number | undefined =>
  rules.multipleOf === undefined ? undefined : rules.multipleOf <= 0 ? 1 : rules.multipleOf;

/** To eight decimals, so that 0.3 is a multiple of 0.1. */
export function isMultiple(value: number, step: number): boolean {
  const times = value / step;
  return Math.abs(Math.round(times) - times) < 1e-8;
}

export function checkBoolean(value: unknown, rules: BooleanRules, path: string): ValueError[] {
  if (typeof value !== 'boolean') return [wrongType(path, 'boolean')];
  const allowed = rules.enum ?? [];
  return allowed.length > 0 && !allowed.includes(value) ? [notAllowed(path, allowed)] : [];
}
