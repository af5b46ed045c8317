/** The words by which a search finds contacts, and the name by which lists sort them. */
import { foldCase } from '../full-text/fold-case.ts';
import { joinTerms, matchPrefix } from '../full-text/lexemes.ts';
import { type ContactInfo, emailsOf, phonesOf } from './info.ts';

const MAX_WORDS = 400;
const MAX_TERMS = 10;
const MAX_WORD_LENGTH = 100;

/**
 * Returns the lexemes of a contact: the words of its names, company and job title, its e-mail addresses whole and in
 * parts, and the digits of its phone numbers with and without the country code. All sites share one index. Each lexeme
 * begins with the short id of its site, so a prefix search reads only the entries of that site.
 */
export function lexemesOf(siteShortId: string, info: ContactInfo): string[] {
  const { name, company, jobTitle } = info;
  const texts = [name?.first, name?.last, company, jobTitle].flatMap((text) => wordsIn(text ?? ''));
  const emails = emailsOf(info).flatMap(({ email }) => [email, ...wordsIn(email)]);
  const phones = phonesOf(info).flatMap(({ phone, e164Phone }) => [digitsOf(phone), digitsOf(e164Phone ?? '')]);
  const words = [...texts, ...emails, ...phones].map(toWord).filter(Boolean);
  return [...new Set(words)].slice(0, MAX_WORDS).map((word) => `${siteShortId}|${word}`);
}

/**
 * Returns the tsquery for an expression, or null if it is empty. Each of its words also matches longer words that begin
 * with it. A number with spaces, brackets or dashes is one word.
 */
export function searchQuery(siteShortId: string, expression: string, mode: 'AND' | 'OR'): string | null {
  const input = /^[\d\s()+./-]+$/.test(expression.trim()) ? [digitsOf(expression)] : expression.trim().split(/\s+/);
  const words = input.flatMap((word) => (word.includes('@') ? [word] : wordsIn(word)));
  const terms = words
    .map(toWord)
    .filter((word) => word !== '')
    .slice(0, MAX_TERMS)
    .map((word) => matchPrefix(`${siteShortId}|${word}`));
  if (terms.length > 0) return joinTerms(terms, mode);
  // An expression that contains only punctuation matches nothing, because no contact has this lexeme.
  return expression.trim() === '' ? null : `'${siteShortId}||'`;
}

const wordsIn = (text: string): string[] => text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
const digitsOf = (text: string): string => text.replace(/\D/g, '');
const toWord = (text: string): string => foldCase(text).slice(0, MAX_WORD_LENGTH);

/** Returns the name in lower case, last name first; without a name, the company, e-mail address or phone number. */
export function sortNameOf(info: ContactInfo): string {
  const { first = '', last = '' } = info.name ?? {};
  const displayName =
    `${last} ${first}`.trim() || info.company || emailsOf(info)[0]?.email || phonesOf(info)[0]?.phone || '';
  return foldCase(displayName).slice(0, 200);
}
