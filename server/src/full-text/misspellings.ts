/**
 * Finds words that differ by typing mistakes: the SymSpell method finds candidates, and the edit distance selects among
 * them.
 */

/**
 * Returns the Damerau-Levenshtein distance: how many letters must be inserted, deleted, replaced or swapped with their
 * neighbor to turn one word into the other. Words are short, because the length of a search expression is limited.
 */
export function measureDistance(a: string, b: string): number {
  const [x, y] = [[...a], [...b]];
  const unreachableDistance = x.length + y.length;
  // rows[i + 1][j + 1] is the distance between the first i and the first j letters. Row and column 0
  // hold a distance that is never the minimum, for letters that have not occurred yet.
  const rows = Array.from({ length: x.length + 2 }, (_, i) =>
    Array.from({ length: y.length + 2 }, (_, j) =>
      i === 0 || j === 0 ? unreachableDistance : i === 1 ? j - 1 : j === 1 ? i - 1 : 0,
    ),
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

/**
 * Minimum number of letters of a word that tolerates two mistakes. Shorter words tolerate one, words below `MIN_LENGTH`
 * none.
 */
const TWO_MISTAKES_LENGTH = 8;
const MIN_LENGTH = 3;
const MAX_LENGTH = 40;
/** Number of letters at the beginning of a word from which its variants are built (see `variantsOf`). */
const PREFIX_LENGTH = 7;

/**
 * Returns the maximum distance of a similar word. Words with digits are codes and numbers, and have no similar words.
 */
export function toleranceOf(word: string): number {
  const { length } = [...word];
  if (length < MIN_LENGTH || length > MAX_LENGTH || /\p{N}/u.test(word)) return 0;
  return length < TWO_MISTAKES_LENGTH ? 1 : 2;
}

/** Returns the candidates that are similar to `word`, the most similar first, without `word` itself. */
export function filterSimilar(word: string, candidates: readonly string[]): string[] {
  const tolerance = toleranceOf(word);
  return candidates
    .map((candidate) => ({ candidate, edits: candidate === word ? 0 : measureDistance(word, candidate) }))
    .filter(({ edits }) => edits > 0 && edits <= tolerance)
    .sort((a, b) => a.edits - b.edits || (a.candidate < b.candidate ? -1 : 1))
    .map(({ candidate }) => candidate);
}

/** Returns true if misspellings of the word match it. */
export const toleratesMistakes = (word: string): boolean => toleranceOf(word) > 0;

/**
 * Returns the first letters of a word, and every text that results from deleting up to `deletions` of them. Two words
 * within that distance share a variant, because deleting a letter from one or both undoes a mistake.
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

/**
 * Returns the variants by which a word is stored. Words of fewer than six letters need variants of only one deletion,
 * because they cannot be within two mistakes of a word that tolerates two.
 */
export const variantsToStore = (word: string): string[] =>
  variantsOf(word, [...word].length < TWO_MISTAKES_LENGTH - 2 ? 1 : 2);
