import type { Language } from '@portico/domain';
import { spokenTime } from '../../kernel/spoken-time.ts';

const MOST_CHARACTERS = 300;
const BLOT = '••••••';

/** Values of a mail made safe for the places where they are put. */
export interface SafeValues {
  /** for a header, and for the list of the outbox: one line */
  line(name: string): string | undefined;
  /** for the body: one line that no mail program takes for a link */
  body(name: string): string | undefined;
}

/** `values` may hold what strangers wrote: names, addresses, what their browser calls itself. */
export function safeValues(
  values: Readonly<Record<string, string>>,
  { language, timeZone }: { readonly language: Language; readonly timeZone: string },
): SafeValues {
  const timeOf = (value: string): string => {
    const at = new Date(value);
    return Number.isNaN(at.getTime()) ? value : spokenTime(at, language, timeZone);
  };
  const text = (name: string): string | undefined => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? undefined : oneLine(name === 'time' ? timeOf(value) : value);
  };
  return {
    line: text,
    body(name) {
      const value = text(name);
      return value === undefined ? undefined : withoutLinks(value);
    },
  };
}

/** The same with the code blotted out, for what stays readable in the database. */
export const withoutSecrets = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.hasOwn(values, 'code') ? { ...values, code: BLOT } : { ...values };

/**
 * Threat: a line break would end the header and begin another (header injection), controls that turn the direction of
 * writing make a text read as what it is not.
 */
export const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g, '')
    .trim()
    .slice(0, MOST_CHARACTERS)
    .toWellFormed();

const PLAIN_ADDRESS = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/;
const BREAK = '\u200b';

/**
 * Mail programs turn whatever looks like an address into a link. Threat: somebody registers as "You won: evil.example"
 * with another person's address, and our mail carries the link. A break of no width inside it keeps it text.
 */
export function withoutLinks(text: string): string {
  if (PLAIN_ADDRESS.test(text)) return text;
  return text.replace(/\.(?=\S)/g, `${BREAK}.${BREAK}`).replace(/([:/@\\])(?=\S)/g, `$1${BREAK}`);
}

/** Each line as above, so many characters together. */
export const manyLines = (text: string, most: number): string =>
  text
    .slice(0, most)
    .split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/)
    .flatMap((line) => line.match(/.{1,300}/gsu) ?? [''])
    .map(oneLine)
    .join('\n')
    .trim();
