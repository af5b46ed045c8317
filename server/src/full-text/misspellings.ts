/** Finds words that differ by typing mistakes: edit distance, and the SymSpell method to find candidates. Pure. */

/**
 * The Damerau-Levenshtein distance: how many letters must be inserted, deleted, replaced or swapped with their neighbour
 * to turn one word into the other. The limit of a search expression bounds the length of words.
 */
export function distance(a: string, b: string): number {
  const [x, y] = [[...a], [...b]];
  const far = x.length + y.length;
  // rows[i + 1][j + 1] is the distance between the first i and the first j letters. Row and column 0 are unreachable.
  const rows = Array.from({ length: x.length + 2 }, (_, i) =>
    Array.from({ length: y.length + 2 }, (_, j) => (i === 0 || j === 0 ? far : i === 1 ? j - 1 : j === 1 ? i - 1 : 0)),
  );
  const at = (i: number, j: number): number => (rows[i] as number[])[j] as number;
  const lastRowOf = new Map<string, number>();
  for (let i = 1; i <= x.length; i++) {
    let lastColumn = 0;
    for (let j = 1; j <= y.length; j++) {
      const row = lastRowOf.get(y[j - 1] as string) ?? 0;
      const column = lastColumn;
      const same = x[i - 1] === y[j - 1];
      if (same) lastColumn = j;
      (rows[i + 1] as number[])[j + 1] = Math.min(
        at(i, j) + (same ? 0 : 1),
        at(i + 1, j) + 1,
        at(i, j + 1) + 1,
        at(row, column) + (i - row - 1) + 1 + (j - column - 1),
      );
    }
    lastRowOf.set(x[i - 1] as string, i);
  }
  return at(x.length + 1, y.length + 1);
}

/** Words of this many letters tolerate two mistakes, shorter words one, and words below `MIN_LENGTH` none. */
const TWO_MISTAKES_LENGTH = 8;
const MIN_LENGTH = 3;
const MAX_LENGTH = 40;
/** Variants are made of the first letters only; the distance decides afterwards (SymSpell). */
const PREFIX_LENGTH = 7;

/** The greatest distance of a similar word. Words with digits are codes and numbers, and have no similar words. */
export function toleranceOf(word: string): number {
  const { length } = [...word];
  if (length < MIN_LENGTH || length > MAX_LENGTH || /\p{N}/u.test(word)) return 0;
  return length < TWO_MISTAKES_LENGTH ? 1 : 2;
}

/** The words that are similar to `word`, the most similar first, without `word` itself. */
export function filterSimilar(word: string, candidates: readonly string[]): string[] {
  const tolerance = toleranceOf(word);
  return candidates
    .map((candidate) => ({ candidate, apart: candidate === word ? 0 : distance(word, candidate) }))
    .filter(({ apart }) => apart > 0 && apart <= tolerance)
    .sort((a, b) => a.apart - b.apart || (a.candidate < b.candidate ? -1 : 1))
    .map(({ candidate }) => candidate);
}

/** True for words that can be found by a misspelling. */
export const toleratesMistakes = (word: string): boolean => toleranceOf(word) > 0;

/**
 * The prefix of a word, and what remains of it without up to `deletions` letters. Two words within that distance share a
 * variant, because deleting a letter from one or both undoes a mistake.
 */
export function variantsOf(word: string, deletions: number): string[] {
  const variants = new Set([[...word].slice(0, PREFIX_LENGTH).join('')]);
  let latest = [...variants];
  for (let n = 0; n < deletions; n++) {
    latest = latest.flatMap((variant) => {
      const letters = [...variant];
      return letters.map((_, i) => letters.toSpliced(i, 1).join(''));
    });
    for (const variant of latest) variants.add(variant);
  }
  return [...variants];
}

/** The variants by which a word is stored. A word within two mistakes of a long word has at least six letters. */
export const storedVariants = (word: string): string[] =>
  variantsOf(word, [...word].length < TWO_MISTAKES_LENGTH - 2 ? 1 : 2);
