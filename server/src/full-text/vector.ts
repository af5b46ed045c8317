/** Builds the tsvector of one row as text. */
import { quoteLexeme } from './lexemes.ts';

/**
 * PostgreSQL allows 1 MB per tsvector, and positions of 14 bits. More than eight positions of a lexeme hardly change
 * the rank.
 */
const MAX_BYTES = 900_000;
const MAX_POSITIONS = 8;
const LAST_POSITION = 16_383;

/** The rank of a word form: A for the word as it is written, B for its stem, D for stop words. */
export type Weight = 'A' | 'B' | 'D';

/** A form of a word under which searches find it. */
export interface WordForm {
  readonly text: string;
  readonly weight: Weight;
}

export function createVector() {
  const lexemes = new Map<string, string[]>();
  let position = 0;
  let bytes = 0;
  return {
    /** Adds the next word: each of its forms, with each of the tags. Returns false if the vector is full. */
    add(tags: readonly string[], forms: readonly WordForm[]): boolean {
      position = Math.min(position + 1, LAST_POSITION);
      for (const { text, weight } of forms) {
        for (const tag of tags) {
          const positions = lexemes.get(text + tag);
          if (positions && positions.length >= MAX_POSITIONS) continue;
          bytes += positions ? 2 : Buffer.byteLength(text + tag) + 8;
          if (bytes > MAX_BYTES) return false;
          if (positions) positions.push(position + weight);
          else lexemes.set(text + tag, [position + weight]);
        }
      }
      return true;
    },
    /** Returns the vector in the input syntax of the type tsvector. */
    text: (): string =>
      Array.from(lexemes, ([lexeme, positions]) => `${quoteLexeme(lexeme)}:${positions.join(',')}`).join(' '),
  };
}
