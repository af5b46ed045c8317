/** The words of one row as PostgreSQL's text search holds them: a tsvector, written as text. Pure. */

/** Limits of a tsvector: 1 MB; 256 positions of a lexeme, of which the rank feels only the first few; 14 bits each. */
const MOST_BYTES = 900_000;
const MOST_POSITIONS = 8;
const LAST_POSITION = 16_383;

/** How much a word counts in the rank: as it is written, by its stem, or hardly, as those that every text is full of. */
export type Weight = 'A' | 'B' | 'D';

/** A spelling under which a word is found. */
export interface Form {
  readonly text: string;
  readonly weight: Weight;
}

/** Collects the words of one row. */
export function newVector() {
  const lexemes = new Map<string, string[]>();
  let position = 0;
  let bytes = 0;
  return {
    /**
     * The next word, in each of its forms; each is kept once for every place, which ends its lexeme. False where there is
     * no more room: the rest will not be found.
     */
    add(places: readonly string[], forms: readonly Form[]): boolean {
      position = Math.min(position + 1, LAST_POSITION);
      for (const { text, weight } of forms) {
        for (const place of places) {
          const known = lexemes.get(text + place);
          if (known && known.length >= MOST_POSITIONS) continue;
          bytes += known ? 2 : Buffer.byteLength(text + place) + 8;
          if (bytes > MOST_BYTES) return false;
          if (known) known.push(position + weight);
          else lexemes.set(text + place, [position + weight]);
        }
      }
      return true;
    },
    /** As PostgreSQL reads a tsvector. */
    text: (): string =>
      Array.from(lexemes, ([lexeme, positions]) => `${quoted(lexeme)}:${positions.join(',')}`).join(' '),
  };
}

/** Quotes and backslashes doubled: nothing in a word is ever an operator (injection). */
export const quoted = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
