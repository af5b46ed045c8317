/**
 * Words as PostgreSQL's text search holds them. A lexeme is the word, a separator and a tag of the field it stands in:
 * `word` + separator as a beginning finds it in any field, the whole in one, and taking the lexemes of a hidden field
 * away leaves nothing of it. Tags are made of field names alone, so what is hidden is decided when a search is run, by
 * the definition of that moment, and never when words are cut. Pure.
 */
import { createHash } from 'node:crypto';
import type { Path } from '../query/tree.ts';

/** separates a word from the tag of a top-level field, and from that of a field inside; no word holds either */
const [TOP, INSIDE] = ['\u001f', '\u001e'];
const MOST_LEVELS = 4;

/** Limits of a tsvector: 1 MB; 256 positions of a lexeme, of which the rank feels only the first few; 14 bits each. */
const MOST_BYTES = 900_000;
const MOST_POSITIONS = 8;
const LAST_POSITION = 16_383;

/** How much a word counts in the rank: as it is written, by its stem, or hardly, as those that every text is full of. */
export type Weight = 'A' | 'B' | 'D';

/** Collects the words of one item. */
export function newVector() {
  const lexemes = new Map<string, string[]>();
  let position = 0;
  let bytes = 0;
  return {
    /** The next word, in each of its forms. False where there is no more room: the rest will not be found. */
    add(path: Path, forms: readonly Form[]): boolean {
      position = Math.min(position + 1, LAST_POSITION);
      for (const { text, weight } of forms) {
        for (const place of placesOf(path)) {
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

/** A spelling under which a word is found. */
export interface Form {
  readonly text: string;
  readonly weight: Weight;
}

/** Any of the spellings, in one of the fields, or with `null` in any, as PostgreSQL reads a tsquery. */
export const anyOf = (spellings: readonly string[], fields: readonly string[] | null): string =>
  spellings
    .flatMap((spelling) =>
      fields === null
        ? [`${quoted(spelling + TOP)}:*`]
        : fields.map((field) => quoted(spelling + placeOf(field.split('.')))),
    )
    .join(' | ');

/** The lexemes of these spellings in these top-level fields. */
export const lexemesIn = (spellings: readonly string[], keys: readonly string[]): string[] =>
  keys.flatMap((key) => spellings.map((spelling) => spelling + placeOf([key])));

/** Quotes and backslashes doubled: nothing in a word is ever an operator (injection). */
const quoted = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

const places = new Map<string, readonly string[]>();
const MOST_PLACES = 10_000;

/** A word inside a field stands in the field, and in what leads to it. */
function placesOf(path: Path): readonly string[] {
  const name = JSON.stringify(path);
  const known = places.get(name);
  if (known) return known;
  const made = path.slice(0, MOST_LEVELS).map((_, i) => placeOf(path.slice(0, i + 1)));
  if (places.size >= MOST_PLACES) places.clear();
  places.set(name, made);
  return made;
}

const placeOf = (path: Path): string =>
  (path.length === 1 ? TOP : INSIDE) + createHash('sha256').update(path.join('.')).digest('base64url').slice(0, 6);
