/** What the forms engine is handed on the server: phone data, and a regular-expression engine that runs in linear time. */
import { type CheckOptions, phoneFacts } from '@portico/domain';
import { getCountries, getCountryCallingCode, parsePhoneNumberWithError } from 'libphonenumber-js/max';
import { RE2JS } from 're2js';

/** `country` is the site's (ISO 3166-1 alpha-2): whose tax numbers its forms take. */
export const checkOptions = (now: Date, country?: string): CheckOptions => ({ phone, matches, now, country });

const phone = phoneFacts({
  parsePhoneNumberWithError: (e164) => parsePhoneNumberWithError(e164),
  callingCodes: new Set<string>(getCountries().map((country) => getCountryCallingCode(country))),
});

/** A pattern's time grows with the text and with its own size: `(\w{1,50}\s?){1,20}` is short to write and long to run. */
const MOST_INSTRUCTIONS = 1_500;
/** Of all patterns that are kept. An engine keeps states that it has met, some kilobytes for each instruction. */
const MOST_KEPT = 30_000;
const kept = new Map<string, RE2JS | null>();
let keptInstructions = 0;

/** RE2's engine: an owner's pattern like `(a+)+$` must not stall the server on a visitor's text. A pattern it cannot run matches nothing. */
function matches(pattern: string, text: string): boolean {
  return engineOf(pattern)?.test(text) ?? false;
}

function engineOf(pattern: string): RE2JS | null {
  const known = kept.get(pattern);
  if (known !== undefined) return known;
  const compiled = compile(pattern);
  const made = typeof compiled === 'string' ? null : compiled;
  keptInstructions += made?.programSize() ?? 1;
  if (keptInstructions > MOST_KEPT) {
    kept.clear();
    keptInstructions = made?.programSize() ?? 1;
  }
  kept.set(pattern, made);
  return made;
}

/** Why the pattern cannot be run (look-behind, back references, its size); null when it can. */
export function patternProblem(pattern: string): string | null {
  const compiled = compile(pattern);
  return typeof compiled === 'string' ? compiled : null;
}

function compile(pattern: string): RE2JS | string {
  try {
    const compiled = RE2JS.compile(pattern);
    const size = compiled.programSize();
    return size > MOST_INSTRUCTIONS ? `it takes ${size} instructions, at most ${MOST_INSTRUCTIONS}` : compiled;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
