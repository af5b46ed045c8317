/**
 * Lexemes and the tsquery terms that match them. A lexeme is a word with a tag that names the site or field in which
 * the word occurs. A search for the word with one tag reads only the index entries of that tag.
 */
import { createHash } from 'node:crypto';

/** Separates the word from its tag. No word contains it. */
const TAG_SEPARATOR = '\u001f';
/** Begins a tag that a search with `ANY_TAG` ignores. */
export const SECONDARY_TAG = '\u001e';

/** Returns the tag of a name. Tags are hashes, so that their length is bounded. */
export const tagOf = (name: string, length: number, separator = TAG_SEPARATOR): string =>
  separator + createHash('sha256').update(name).digest('base64url').slice(0, length);

export const ANY_TAG = 'ANY';

/** Returns a term that matches any of the words with any of the tags. */
export const matchAny = (words: readonly string[], tags: readonly string[] | typeof ANY_TAG): string =>
  words
    .flatMap((word) =>
      tags === ANY_TAG ? [matchPrefix(word + TAG_SEPARATOR)] : tags.map((tag) => quoteLexeme(word + tag)),
    )
    .join(' | ');

/** Returns a term that matches lexemes that begin with the text. */
export const matchPrefix = (text: string): string => `${quoteLexeme(text)}:*`;

/** Joins several terms into one tsquery. */
export const joinTerms = (terms: readonly string[], mode: 'AND' | 'OR'): string =>
  mode === 'AND' ? terms.map((term) => `(${term})`).join(' & ') : terms.join(' | ');

/** Quotes a lexeme. Doubles quotes and backslashes, so that no part of a word becomes an operator (injection). */
export const quoteLexeme = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
