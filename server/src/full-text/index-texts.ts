/** Indexes the texts of rows: tokenizes, stems, records words for misspelled searches, and builds tsvectors. */
import { setImmediate } from 'node:timers/promises';
import type { Db } from '../db/index.ts';
import { toleratesMistakes, variantsToStore } from './misspellings.ts';
import { wordFormsOf } from './stems.ts';
import { partsOf, stripDiacritics, tokenize } from './tokenize.ts';
import { createVector, type WordForm } from './vector.ts';
import { insertWords, listUnknownWords, type WordTable } from './word-store.ts';

export interface WordIndex {
  /** Language of the site. Selects the stemmer. */
  readonly language: string;
  readonly words: WordTable;
}

/** A text of a row, with the tags under which its words are indexed. */
export interface TaggedText {
  readonly text: string;
  readonly tags: readonly string[];
}

interface TokenizedText {
  readonly words: readonly string[];
  readonly tags: readonly string[];
}

/** Number of characters after which the loop yields, so that other requests are served. */
const CHARACTERS_PER_TURN = 50_000;

/**
 * Returns the tsvector of each row, in the order of the rows. Does not store the vectors.
 * @param textsOf returns the texts of a row, the most important first, because words that exceed the size of a tsvector
 *   are left out
 */
export async function indexTexts<Row>(
  db: Db,
  { language, words }: WordIndex,
  rows: readonly Row[],
  textsOf: (row: Row) => Iterable<TaggedText>,
): Promise<string[]> {
  const tokenized: TokenizedText[][] = [];
  const distinct = new Set<string>();
  let characters = 0;
  for (const row of rows) {
    const texts: TokenizedText[] = [];
    for (const { text, tags } of textsOf(row)) {
      const found = tokenize(text, language);
      texts.push({ words: found, tags });
      for (const word of found) for (const part of [word, ...partsOf(word)]) distinct.add(part);
      characters += text.length;
      if (characters > CHARACTERS_PER_TURN) {
        characters = 0;
        await setImmediate();
      }
    }
    tokenized.push(texts);
  }
  const forms = await wordFormsOf(db, distinct, language);
  // Stores the words before the vectors, because a row with a vector is not indexed again.
  await storeWords(db, words, distinct);
  return tokenized.map((texts) => vectorOf(texts, forms));
}

function vectorOf(texts: readonly TokenizedText[], forms: ReadonlyMap<string, readonly WordForm[]>): string {
  const vector = createVector();
  for (const { words, tags } of texts) {
    for (const word of words) {
      const wordForms = [word, ...partsOf(word)].flatMap((part) => forms.get(part) ?? []);
      if (!vector.add(tags, wordForms)) return vector.text();
    }
  }
  return vector.text();
}

const WORDS_PER_STATEMENT = 1_000;

async function storeWords(db: Db, table: WordTable, words: ReadonlySet<string>): Promise<void> {
  const candidates = [...new Set(Array.from(words, stripDiacritics))]
    .filter(toleratesMistakes)
    .map((word) => ({ word, variant: variantsToStore(word)[0] as string }));
  if (candidates.length === 0) return;
  const unknown = await listUnknownWords(db, table, candidates);
  for (let i = 0; i < unknown.length; i += WORDS_PER_STATEMENT) {
    const batch = unknown.slice(i, i + WORDS_PER_STATEMENT);
    const variants = batch.flatMap((word) => variantsToStore(word).map((variant) => ({ variant, word })));
    await insertWords(db, table, variants);
  }
}
