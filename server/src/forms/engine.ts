/** What the forms engine is handed on the server: phone data, and a regular-expression engine that runs in linear time. */
import type { CheckOptions, PhoneFacts } from '@portico/domain';
import { ParseError, parsePhoneNumberWithError } from 'libphonenumber-js/max';
import { RE2JS } from 're2js';

/** Kinds that need more than their shape checked: uploads that are ours, prices that are true, slots that are free. */
const NOT_SERVED = ['WIX_FILE', 'PAYMENT', 'SCHEDULING'] as const;

export const checkOptions = (now: Date): CheckOptions => ({ phone, matches, now, refuse: NOT_SERVED });

function phone(e164: string): PhoneFacts {
  try {
    const number = parsePhoneNumberWithError(e164);
    return { callingCodeKnown: true, valid: number.isValid(), country: number.country ?? null };
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    return { callingCodeKnown: error.message !== 'INVALID_COUNTRY', valid: false, country: null };
  }
}

const MOST_COMPILED = 500;
const compiled = new Map<string, RE2JS | null>();

/** RE2's engine: an owner's pattern like `(a+)+$` must not stall the server on a visitor's text. A pattern it cannot run matches nothing. */
function matches(pattern: string, text: string): boolean {
  return compile(pattern)?.matcher(text).find() ?? false;
}

function compile(pattern: string): RE2JS | null {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  if (compiled.size >= MOST_COMPILED) compiled.clear();
  const made = patternProblem(pattern) === null ? RE2JS.compile(pattern) : null;
  compiled.set(pattern, made);
  return made;
}

/** Why RE2 cannot run the pattern (look-behind, back references); null when it can. */
export function patternProblem(pattern: string): string | null {
  try {
    RE2JS.compile(pattern);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
