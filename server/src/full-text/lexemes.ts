/**
 * Lexemes and the tsquery terms that match them. A lexeme is a word with a tag, which says where the word occurs (a site
 * or a field): a search for the word with one tag reads only the index entries of that tag. Pure.
 */
import { createHash } from 'node:crypto';

/** Separates the word from its tag. No word contains it. */
const TAG = '\u001f';
/** Starts a tag that a search with `ANY_TAG` ignores. */
export const SECONDARY_TAG = '\u001e';

/** Tags are hashes, so that their length is bounded. */
export const tagOf = (name: string, length: number, separator = TAG): string =>
  separator + createHash('sha256').update(name).digest('base64url').slice(0, length);

export const ANY_TAG = 'ANY';

/** Matches any of the words with any of the tags. */
export const matchAny = (words: readonly string[], tags: readonly string[] | typeof ANY_TAG): string =>
  words
    .flatMap((word) => (tags === ANY_TAG ? [matchPrefix(word + TAG)] : tags.map((tag) => quoted(word + tag))))
    .join(' | ');

/** Matches lexemes that begin with the text. */
export const matchPrefix = (text: string): string => `${quoted(text)}:*`;

/** Joins terms that are themselves tsqueries. */
export const joinTerms = (terms: readonly string[], mode: 'AND' | 'OR'): string =>
  mode === 'AND' ? terms.map((term) => `(${term})`).join(' & ') : terms.join(' | ');

/** Doubles quotes and backslashes, so that no part of a word becomes an operator (injection). */
export const quoted = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
