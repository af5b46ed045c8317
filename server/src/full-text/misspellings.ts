/** Misspellings: how far two words are apart, and the spellings under which near ones meet. Pure. */

/**
 * The Damerau-Levenshtein distance: how many letters must be added, taken away, replaced or swapped with their neighbour
 * to make one word of the other. Words are short: the expression bounds them.
 */
export function distance(a: string, b: string): number {
  const [x, y] = [[...a], [...b]];
  const far = x.length + y.length;
  // rows[i + 1][j + 1]: distance of the first i letters from the first j; row and column 0 are beyond reach.
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

/** Letters from which on two mistakes are forgiven; shorter words forgive one, those under three letters none. */
const LONG = 8;
const SHORT = 3;
const LONGEST = 40;
/** Only the first letters are looked at when words are brought together; the distance decides afterwards (SymSpell). */
const PREFIX = 7;

/** How far a word may be from the one asked for. Words with digits are codes and numbers: nothing is near those. */
export function toleranceOf(word: string): number {
  const { length } = [...word];
  if (length < SHORT || length > LONGEST || /\p{N}/u.test(word)) return 0;
  return length < LONG ? 1 : 2;
}

/** Those of the words that a misspelling of `word` may stand for, the nearest first; itself is none. */
export function nearest(word: string, others: readonly string[]): string[] {
  const tolerance = toleranceOf(word);
  return others
    .map((other) => ({ other, apart: other === word ? 0 : distance(word, other) }))
    .filter(({ apart }) => apart > 0 && apart <= tolerance)
    .sort((a, b) => a.apart - b.apart || (a.other < b.other ? -1 : 1))
    .map(({ other }) => other);
}

/** True for words that a misspelling can lead to. */
export const isNearable = (word: string): boolean => toleranceOf(word) > 0;

/**
 * The beginnings of a word with up to so many letters left out. Two words within that distance have one in common: each
 * mistake is undone by leaving out a letter on either side.
 */
export function spellings(word: string, leftOut: number): string[] {
  const found = new Set([[...word].slice(0, PREFIX).join('')]);
  let latest = [...found];
  for (let n = 0; n < leftOut; n++) {
    latest = latest.flatMap((spelling) => {
      const letters = [...spelling];
      return letters.map((_, i) => letters.toSpliced(i, 1).join(''));
    });
    for (const spelling of latest) found.add(spelling);
  }
  return [...found];
}

/** Under which spellings a word is kept. One that is within two of a long word has six letters at least. */
export const keptSpellings = (word: string): string[] => spellings(word, [...word].length < LONG - 2 ? 1 : 2);
