/**
 * Words as PostgreSQL's text search holds them. A lexeme is the word, a separator and a tag of the field it stands in:
 * `word` + separator as a beginning finds it in any field, the whole in one, and taking the lexemes of a hidden field
 * away leaves nothing of it. Tags are made of field names alone, so what is hidden is decided when a search is run, by
 * the definition of that moment, and never when words are cut. Pure.
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { quoted } from '../../full-text/vector.ts';
import type { Path } from '../query/tree.ts';

/** separates a word from the tag of a top-level field, and from that of a field inside; no word holds either */
const [TOP, INSIDE] = ['\u001f', '\u001e'];
const MOST_LEVELS = 4;

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

const places = new LRUCache<string, readonly string[]>({ max: 10_000 });

/** Ends of the lexemes of a word: one inside a field stands in the field, and in what leads to it. */
export function placesOf(path: Path): readonly string[] {
  const name = JSON.stringify(path);
  const known = places.get(name);
  if (known) return known;
  const made = path.slice(0, MOST_LEVELS).map((_, i) => placeOf(path.slice(0, i + 1)));
  places.set(name, made);
  return made;
}

const placeOf = (path: Path): string =>
  (path.length === 1 ? TOP : INSIDE) + createHash('sha256').update(path.join('.')).digest('base64url').slice(0, 6);
