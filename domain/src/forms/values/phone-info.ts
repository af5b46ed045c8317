import type { PhoneInfo } from './check-options.ts';

/**
 * The part of libphonenumber that the engine needs. The data of the library is large, so the browser loads it on
 * demand, and it is passed to the engine.
 */
export interface PhoneLibrary {
  /** Throws for a string that is not a phone number. */
  readonly parsePhoneNumberWithError: (e164: string) => { isValid: () => boolean; country?: string };
  /** The calling codes of all countries, without `+`. */
  readonly callingCodes: ReadonlySet<string>;
}

/** Returns the function that parses a phone number, with identical results in the browser and on the server. */
export const createPhoneParser =
  ({ parsePhoneNumberWithError, callingCodes }: PhoneLibrary) =>
  (e164: string): PhoneInfo => {
    try {
      const number = parsePhoneNumberWithError(e164);
      return { callingCodeKnown: true, valid: number.isValid(), country: number.country ?? null };
    } catch {
      // A number that is too short may still start with an assigned calling code.
      const callingCodeKnown = [1, 2, 3].some((length) => callingCodes.has(e164.slice(1, 1 + length)));
      return { callingCodeKnown, valid: false, country: null };
    }
  };
