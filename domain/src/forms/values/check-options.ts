/** Properties of a phone number in E.164 format. */
export interface PhoneInfo {
  /** True if the digits after `+` start with an assigned calling code. */
  callingCodeKnown: boolean;
  /** True if the number is valid in the numbering plan of its country. */
  valid: boolean;
  /** ISO 3166-1 alpha-2 in upper case; null if the number does not identify a country. */
  country: string | null;
}

/** Inputs of the forms engine that are large, differ between server and browser, or change over time. */
export interface CheckOptions {
  phone: (e164: string) => PhoneInfo;
  /**
   * Returns true if the pattern matches any part of the text. The regular expression engine must run in linear time, so
   * that owners' patterns cannot cause a denial of service.
   */
  matches: (pattern: string, text: string) => boolean;
  now: Date;
  /** Allows appointments in the past, for changes of stored submissions. */
  allowsPast?: boolean;
  /** The country of the site, ISO 3166-1 alpha-2. It determines which tax numbers its forms accept. */
  country?: string;
}
