import type { Language } from '@portico/domain';
import { spokenTime } from '../../kernel/spoken-time.ts';

const MOST_CHARACTERS = 300;
const BLOT = '••••••';

/** Values of a mail, escaped for each part of it. */
export interface SafeValues {
  /** for a header, and for the list of the outbox: one line */
  line(name: string): string | undefined;
  /** for the body: one line without autolinks */
  body(name: string): string | undefined;
}

/** `values` may contain untrusted text: names, addresses, user agents. */
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

/** Returns the values with the code masked, for what stays readable in the database. */
export const withoutSecrets = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.hasOwn(values, 'code') ? { ...values, code: BLOT } : { ...values };

/**
 * Threat: a line break would end the header and begin another (header injection), and bidirectional control characters
 * make a text read as something else.
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
 * Inserts zero-width breaks, because mail programs turn whatever looks like an address into a link. Threat: someone
 * registers as "You won: evil.example" with another person's address, and our mail carries the link.
 */
export function withoutLinks(text: string): string {
  if (PLAIN_ADDRESS.test(text)) return text;
  return text.replace(/\.(?=\S)/g, `${BREAK}.${BREAK}`).replace(/([:/@\\])(?=\S)/g, `$1${BREAK}`);
}

/** Applies the above to each line, and truncates at a total number of characters. */
export const manyLines = (text: string, most: number): string =>
  text
    .slice(0, most)
    .split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/)
    .flatMap((line) => line.match(/.{1,300}/gsu) ?? [''])
    .map(oneLine)
    .join('\n')
    .trim();
