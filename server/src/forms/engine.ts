/** What the forms engine is handed on the server: phone data, and a regular-expression engine that runs in linear time. */
import { type CheckOptions, createPhoneParser } from '@portico/domain';
import { getCountries, getCountryCallingCode, parsePhoneNumberWithError } from 'libphonenumber-js/max';
import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';

/** `country` is the site's (ISO 3166-1 alpha-2): whose tax numbers its forms take. */
export const checkOptions = (now: Date, country?: string): CheckOptions => ({ phone, matches, now, country });

const phone = createPhoneParser({
  parsePhoneNumberWithError: (e164) => parsePhoneNumberWithError(e164),
  callingCodes: new Set<string>(getCountries().map((country) => getCountryCallingCode(country))),
});

/** A pattern's time grows with the text and with its own size: `(\w{1,50}\s?){1,20}` is short to write and long to run. */
const MOST_INSTRUCTIONS = 1_500;
/** Compiled patterns, bounded by their instructions: an engine keeps visited states, some kilobytes for each of them. */
const compiledPatterns = new LRUCache<string, { readonly engine: RE2JS | null }>({
  maxSize: 30_000,
  sizeCalculation: ({ engine }) => engine?.programSize() || 1,
});

/** RE2's engine: an owner's pattern like `(a+)+$` must not stall the server on a visitor's text. A pattern it cannot run matches nothing. */
function matches(pattern: string, text: string): boolean {
  return engineOf(pattern)?.test(text) ?? false;
}

function engineOf(pattern: string): RE2JS | null {
  const cached = compiledPatterns.get(pattern);
  if (cached) return cached.engine;
  const compiled = compile(pattern);
  const engine = typeof compiled === 'string' ? null : compiled;
  compiledPatterns.set(pattern, { engine });
  return engine;
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
