/**
 * Dependencies of the forms engine in the browser: phone numbering plans and the regular expression engine. They are
 * large and therefore loaded when a value first needs them.
 */
import { type CheckOptions, createPhoneParser, type PhoneInfo } from '@portico/domain';

export interface EngineDependencies {
  readonly phone?: (e164: string) => PhoneInfo;
  readonly matches?: (pattern: string, text: string) => boolean;
  /** Converts a number in the national format of a country to E.164. */
  readonly toE164?: (text: string, country: string) => string;
  /** Returns the calling code of a country, without the plus. */
  readonly callingCode?: (country: string) => string;
}

type PhoneEngine = Required<Pick<EngineDependencies, 'phone' | 'toE164' | 'callingCode'>>;

let phones: Promise<PhoneEngine> | undefined;

/** Loads the numbering plans of all countries, the same data that the server uses. */
export function loadPhones(): Promise<PhoneEngine> {
  phones ??= import('libphonenumber-js/max').then((library) => {
    const { getCountries, getCountryCallingCode, isSupportedCountry, parsePhoneNumberWithError } = library;
    const callingCode = (country: string): string =>
      isSupportedCountry(country) ? getCountryCallingCode(country) : '';
    return {
      callingCode,
      phone: createPhoneParser({
        parsePhoneNumberWithError: (e164) => parsePhoneNumberWithError(e164),
        callingCodes: new Set<string>(getCountries().map(callingCode)),
      }),
      toE164(text, country) {
        if (!isSupportedCountry(country)) return text;
        try {
          return parsePhoneNumberWithError(text, country).number;
        } catch {
          return text.replace(/[^\d+]/g, '') || text;
        }
      },
    };
  });
  return phones;
}

let patterns: Promise<Required<Pick<EngineDependencies, 'matches'>>> | undefined;

/** Loads the server's regular expression engine. The browser's engine accepts other patterns and may hang on some. */
export function loadPatterns(): Promise<Required<Pick<EngineDependencies, 'matches'>>> {
  patterns ??= import('re2js').then(({ RE2JS }) => {
    const compiled = new Map<string, { test(text: string): boolean } | null>();
    const compile = (pattern: string) => {
      try {
        return RE2JS.compile(pattern);
      } catch {
        return null;
      }
    };
    return {
      matches(pattern, text) {
        if (!compiled.has(pattern)) compiled.set(pattern, compile(pattern));
        return compiled.get(pattern)?.test(text) ?? false;
      },
    };
  });
  return patterns;
}

/**
 * Returns the options of the forms engine, with the dependencies that are loaded so far. A check whose dependency is missing
 * accepts every value.
 */
export const checkOptionsOf = (
  { phone, matches }: EngineDependencies,
  now: Date,
  more: Pick<CheckOptions, 'country' | 'allowsPast'> = {},
): CheckOptions => ({
  phone: phone ?? (() => ({ callingCodeKnown: true, valid: true, country: null })),
  matches: matches ?? (() => true),
  now,
  ...more,
});
