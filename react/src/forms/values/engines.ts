/** What the forms engine is handed in a browser: heavy, so it comes when a value first needs it. */
import { type CheckOptions, type PhoneFacts, phoneFacts } from '@portico/domain';

export interface Engines {
  readonly phone?: (e164: string) => PhoneFacts;
  readonly matches?: (pattern: string, text: string) => boolean;
  /** brings a number as it is written in a country to E.164 */
  readonly toE164?: (text: string, country: string) => string;
  /** digits behind the plus, by country */
  readonly callingCode?: (country: string) => string;
}

type PhoneEngine = Required<Pick<Engines, 'phone' | 'toE164' | 'callingCode'>>;

let phones: Promise<PhoneEngine> | undefined;

/** The numbering plans of all countries: the very data that the server has. */
export function loadPhones(): Promise<PhoneEngine> {
  phones ??= import('libphonenumber-js/max').then((library) => {
    const { getCountries, getCountryCallingCode, isSupportedCountry, parsePhoneNumberWithError } = library;
    const callingCode = (country: string): string =>
      isSupportedCountry(country) ? getCountryCallingCode(country) : '';
    return {
      callingCode,
      phone: phoneFacts({
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

let patterns: Promise<Required<Pick<Engines, 'matches'>>> | undefined;

/** The server's engine of regular expressions: the browser's own knows patterns that it does not, and may hang on some. */
export function loadPatterns(): Promise<Required<Pick<Engines, 'matches'>>> {
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

/** The engine's options with what is loaded by now; what is not yet lets every value pass. */
export const checkOptionsOf = (
  { phone, matches }: Engines,
  now: Date,
  more: Pick<CheckOptions, 'country' | 'allowsPast'> = {},
): CheckOptions => ({
  phone: phone ?? (() => ({ callingCodeKnown: true, valid: true, country: null })),
  matches: matches ?? (() => true),
  now,
  ...more,
});
