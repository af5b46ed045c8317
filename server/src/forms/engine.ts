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
