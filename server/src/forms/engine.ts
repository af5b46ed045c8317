/** What the server passes to the forms engine: a phone parser, and a pattern matcher that runs in linear time. */
import { type CheckOptions, createPhoneParser } from '@portico/domain';
import { getCountries, getCountryCallingCode, parsePhoneNumberWithError } from 'libphonenumber-js/max';
import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';

/** @param country the country of the site (ISO 3166-1 alpha-2); it decides which tax numbers are valid */
export const buildCheckOptions = (now: Date, country?: string): CheckOptions => ({ phone, matches, now, country });

const phone = createPhoneParser({
  parsePhoneNumberWithError: (e164) => parsePhoneNumberWithError(e164),
  callingCodes: new Set<string>(getCountries().map((country) => getCountryCallingCode(country))),
});

/**
 * Maximum size of a compiled pattern, because the running time grows with it. A limit on the length of the pattern
 * would not suffice: the short pattern `(\w{1,50}\s?){1,20}` has many instructions.
 */
const MAX_INSTRUCTIONS = 1_500;
/**
 * Compiled patterns. The cache is bounded by their number of instructions, because RE2 caches a few kilobytes of states
 * for each instruction.
 */
const compiledPatterns = new LRUCache<string, { readonly engine: RE2JS | null }>({
  maxSize: 30_000,
  sizeCalculation: ({ engine }) => engine?.programSize() || 1,
});

/**
 * Uses RE2. Threat: in a backtracking engine, an owner's pattern like `(a+)+$` could block the server with a visitor's
 * text. A pattern that RE2 cannot run matches nothing.
 */
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

/** Returns why a pattern cannot be run (look-behind, back references, size), or null. */
export function findPatternProblem(pattern: string): string | null {
  const compiled = compile(pattern);
  return typeof compiled === 'string' ? compiled : null;
}

function compile(pattern: string): RE2JS | string {
  try {
    const compiled = RE2JS.compile(pattern);
    const size = compiled.programSize();
    return size > MAX_INSTRUCTIONS ? `it takes ${size} instructions, at most ${MAX_INSTRUCTIONS}` : compiled;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
