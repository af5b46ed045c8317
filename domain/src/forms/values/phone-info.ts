import type { PhoneInfo } from './check-options.ts';

/** What is needed of libphonenumber: its data is heavy, so whoever has loaded it hands it in. */
export interface PhoneLibrary {
  /** throws for a text that is no number */
  readonly parsePhoneNumberWithError: (e164: string) => { isValid: () => boolean; country?: string };
  /** the calling codes of all countries, digits alone */
  readonly callingCodes: ReadonlySet<string>;
}

/** The facts of a phone number, told the same way wherever the library was loaded. */
export const createPhoneParser =
  ({ parsePhoneNumberWithError, callingCodes }: PhoneLibrary) =>
  (e164: string): PhoneInfo => {
    try {
      const number = parsePhoneNumberWithError(e164);
      return { callingCodeKnown: true, valid: number.isValid(), country: number.country ?? null };
    } catch {
      // a number that is too short to be one may still begin as one
      const callingCodeKnown = [1, 2, 3].some((length) => callingCodes.has(e164.slice(1, 1 + length)));
      return { callingCodeKnown, valid: false, country: null };
    }
  };
