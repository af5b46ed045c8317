/**
 * Builds the lexemes of items, which contain a tag of their field. A search therefore finds a word in any field or only
 * in certain fields, and the lexemes of hidden fields can be removed from a vector. Tags depend only on field names.
 * Which fields are hidden is determined at search time, by the current definition of the collection.
 */

import { ANY_TAG, matchAny, SECONDARY_TAG, tagOf } from '../../full-text/lexemes.ts';
import { createBoundedCache } from '../../kernel/bounded-cache.ts';
import type { Path } from '../query/tree.ts';

const TAG_LENGTH = 6;
const MAX_LEVELS = 4;

/** Returns a tsquery that matches any of the words in one of the fields, or in any field if `fields` is null. */
export const matchInFields = (words: readonly string[], fields: readonly string[] | null): string =>
  matchAny(words, fields === null ? ANY_TAG : fields.map((field) => tagOfPath(field.split('.'))));

/** Returns the lexemes of the words in these top-level fields. */
export const lexemesIn = (words: readonly string[], keys: readonly string[]): string[] =>
  keys.flatMap((key) => words.map((word) => word + tagOfPath([key])));

const cache = createBoundedCache<readonly string[]>(10_000);

/** Returns the tags of the words at a path: one for the path itself and one for each field that contains it. */
export function tagsOf(path: Path): readonly string[] {
  const name = JSON.stringify(path);
  const cached = cache.get(name);
  if (cached) return cached;
  const tags = path.slice(0, MAX_LEVELS).map((_, i) => tagOfPath(path.slice(0, i + 1)));
  cache.set(name, tags);
  return tags;
}

/** Every word has the tag of its top-level field, so a search in any field ignores the tags of nested fields. */
const tagOfPath = (path: Path): string =>
  path.length === 1 ? tagOf(path.join('.'), TAG_LENGTH) : tagOf(path.join('.'), TAG_LENGTH, SECONDARY_TAG);
