/** By what the list of contacts finds and sorts them. Pure. */
import { foldCase } from '../full-text/fold-case.ts';
import { quoted } from '../full-text/vector.ts';
import { type ContactInfo, emailsOf, phonesOf } from './info.ts';

const MOST_WORDS = 400;
const MOST_ASKED = 10;
const WORD_LENGTH = 100;

/**
 * The words under which a contact is found: of name and company, e-mails whole and in their parts, phones as digits with
 * and without the country's code. Each begins with the site: one index serves all sites, and finds the asked one's alone.
 */
export function wordsOf(siteShortId: string, info: ContactInfo): string[] {
  const { name, company, jobTitle } = info;
  const texts = [name?.first, name?.last, company, jobTitle].flatMap((text) => wordsIn(text ?? ''));
  const emails = emailsOf(info).flatMap(({ email }) => [email, ...wordsIn(email)]);
  const phones = phonesOf(info).flatMap(({ phone, e164Phone }) => [digitsOf(phone), digitsOf(e164Phone ?? '')]);
  const words = [...texts, ...emails, ...phones].map((word) => foldCase(word).slice(0, WORD_LENGTH)).filter(Boolean);
  return [...new Set(words)].slice(0, MOST_WORDS).map((word) => `${siteShortId}|${word}`);
}

/**
 * What is asked for as a tsquery, every word or the beginning of one; null where nothing is asked. A number with blanks,
 * brackets or dashes is one word.
 */
export const askedWords = (siteShortId: string, search: string): string | null =>
  searchQuery(siteShortId, search, 'AND');

/** The same, with all of the words or any of them. */
export function searchQuery(siteShortId: string, search: string, mode: 'AND' | 'OR'): string | null {
  const asked = /^[\d\s()+./-]+$/.test(search.trim()) ? [digitsOf(search)] : search.trim().split(/\s+/);
  const words = asked.flatMap((word) => (word.includes('@') ? [word] : wordsIn(word)));
  const terms = words
    .map((word) => foldCase(word).slice(0, WORD_LENGTH))
    .filter((word) => word !== '')
    .slice(0, MOST_ASKED)
    .map((word) => `${quoted(`${siteShortId}|${word}`)}:*`);
  if (terms.length > 0) return terms.join(mode === 'AND' ? ' & ' : ' | ');
  // Signs alone: a word that nobody has, so that nothing is found.
  return search.trim() === '' ? null : `'${siteShortId}||'`;
}

const wordsIn = (text: string): string[] => text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Last name first, else company, else e-mail, in small letters. */
export function sortNameOf(info: ContactInfo): string {
  const { first = '', last = '' } = info.name ?? {};
  const named = `${last} ${first}`.trim() || info.company || emailsOf(info)[0]?.email || phonesOf(info)[0]?.phone || '';
  return foldCase(named).slice(0, 200);
}
