import type { Language } from '@portico/domain';
import { formatTime } from '../../kernel/readable-time.ts';

const MAX_CHARACTERS = 300;
const MASKED_CODE = '••••••';

/** Functions that return the values of a mail, cleaned for one part of the mail. */
export interface SafeValues {
  /** Returns a value as one line, for a header and for the list of the mail outbox. */
  line(name: string): string | undefined;
  /** Returns a value as one line without autolinks, for the body. */
  body(name: string): string | undefined;
}

/** Makes values that may contain untrusted text (names, addresses, user agents) safe to insert into a mail. */
export function sanitizeValues(
  values: Readonly<Record<string, string>>,
  { language, timeZone }: { readonly language: Language; readonly timeZone: string },
): SafeValues {
  const timeOf = (value: string): string => {
    const date = new Date(value);
    return Number.isNaN(date.getTime()) ? value : formatTime(date, language, timeZone);
  };
  const text = (name: string): string | undefined => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? undefined : toOneLine(name === 'time' ? timeOf(value) : value);
  };
  return {
    line: text,
    body(name) {
      const value = text(name);
      return value === undefined ? undefined : withoutLinks(value);
    },
  };
}

/** Returns the values with the code masked, for columns that are not encrypted. */
export const withoutSecrets = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.hasOwn(values, 'code') ? { ...values, code: MASKED_CODE } : { ...values };

/**
 * Returns the text as one line. Threat: a line break would end the header and begin another (header injection), and
 * bidirectional control characters make a text read as something else.
 */
export const toOneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
    .trim()
    .slice(0, MAX_CHARACTERS)
    .toWellFormed();

const PLAIN_ADDRESS = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/;
const ZERO_WIDTH_SPACE = '\u200b';

/**
 * Inserts zero-width spaces, because mail programs turn whatever looks like an address into a link. Threat: someone
 * registers as "You won: evil.example" with another person's address, and our mail contains the link.
 */
export function withoutLinks(text: string): string {
  if (PLAIN_ADDRESS.test(text)) return text;
  return text
    .replace(/\.(?=\S)/g, `${ZERO_WIDTH_SPACE}.${ZERO_WIDTH_SPACE}`)
    .replace(/([:/@\\])(?=\S)/g, `$1${ZERO_WIDTH_SPACE}`);
}

/**
 * Truncates the text to `maxLength` characters, splits lines of more than 300 characters, and cleans each line as
 * toOneLine does.
 */
export const toLines = (text: string, maxLength: number): string =>
  text
    .slice(0, maxLength)
    .split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/)
    .flatMap((line) => line.match(/.{1,300}/gsu) ?? [''])
    .map(toOneLine)
    .join('\n')
    .trim();
