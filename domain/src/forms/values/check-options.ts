/** What is known of a phone number in E.164 form. */
export interface PhoneInfo {
  /** the digits after `+` begin with a calling code that exists */
  callingCodeKnown: boolean;
  /** the number is possible in its country's plan */
  valid: boolean;
  /** ISO 3166-1 alpha-2, upper case; null where the number tells none */
  country: string | null;
}

/** What the engine is handed because it is heavy, differs between server and browser, or changes. */
export interface CheckOptions {
  phone: (e164: string) => PhoneInfo;
  /** unanchored search by an engine whose time is linear in the text: owners' patterns must not stall anybody */
  matches: (pattern: string, text: string) => boolean;
  now: Date;
  /** whether appointments may lie in the past, as they do when a stored submission is changed */
  allowsPast?: boolean;
  /** the site's country, ISO 3166-1 alpha-2: whose tax numbers its forms take */
  country?: string;
}
