/** Turns a search expression into terms: the lexemes that rows must contain for each of its words. */
import type { Db } from '../db/index.ts';
import { filterSimilar, toleranceOf, variantsOf } from './misspellings.ts';
import { wordFormsOf } from './stems.ts';
import { stripDiacritics, tokenize } from './tokenize.ts';
import { listWordsByVariant, type WordTable } from './word-store.ts';

/** The lexemes, without tags, that match one word of an expression. */
export interface SearchTerm {
  /** The word and its stem. */
  readonly exact: readonly string[];
  /** The word, its stem, and the similar words with their stems. */
  readonly all: readonly string[];
}

/** Returns the distinct words of an expression. */
export const wordsOfExpression = (expression: string | null | undefined, language: string): string[] => [
  ...new Set(tokenize(expression ?? '', language)),
];

/**
 * Returns the terms of the words.
 * @param similarWords for each word, the similar words that it may also match
 */
export async function termsOf(
  db: Db,
  language: string,
  words: readonly string[],
  similarWords: readonly (readonly string[])[] = [],
): Promise<SearchTerm[]> {
  const forms = await wordFormsOf(db, [...words, ...similarWords.flat()], language);
  const lexemesOf = (word: string): string[] => (forms.get(word) ?? []).map(({ text }) => text);
  return words.map((word, i) => {
    const exact = lexemesOf(word);
    return { exact, all: [...new Set([...exact, ...(similarWords[i] ?? []).flatMap(lexemesOf)])] };
  });
}

/**
 * Returns the indexed words that the given word may misspell, the most similar first.
 * @param maxCandidates maximum number of words that share a variant (misspellings.ts) with the word and are compared
 *   with it; further words are not found
 */
export async function findSimilarWords(
  db: Db,
  table: WordTable,
  word: string,
  maxCandidates: number,
): Promise<string[]> {
  const plain = stripDiacritics(word);
  const tolerance = toleranceOf(plain);
  if (tolerance === 0) return [];
  const candidates = await listWordsByVariant(db, table, variantsOf(plain, tolerance), maxCandidates);
  return filterSimilar(plain, candidates);
}
