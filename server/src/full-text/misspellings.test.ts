import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, seed } from '../testing/runs.ts';
import { measureDistance, toleranceOf, toleratesMistakes, variantsOf, variantsToStore } from './misspellings.ts';

const LETTERS = ['a', 'b', 'c', 'é', '😀'];
const wordArbitrary = (maxLength: number) =>
  fc.array(fc.constantFrom(...LETTERS), { maxLength }).map((letters) => letters.join(''));

/** Returns every word that differs from `from` by one mistake. */
function listMistakes(from: string): string[] {
  const letters = [...from];
  const changedLetters: string[][] = [];
  for (let i = 0; i <= letters.length; i++) {
    for (const letter of LETTERS) changedLetters.push(letters.toSpliced(i, 0, letter));
    if (i === letters.length) continue;
    changedLetters.push(letters.toSpliced(i, 1));
    for (const letter of LETTERS) changedLetters.push(letters.with(i, letter));
    if (i > 0) changedLetters.push(letters.toSpliced(i - 1, 2, letters[i] as string, letters[i - 1] as string));
  }
  return changedLetters.map((one) => one.join(''));
}

describe('the distance', () => {
  it.each([
    ['', '', 0],
    ['abc', '', 3],
    ['house', 'huose', 1],
    ['ca', 'abc', 2],
    ['kitten', 'sitting', 3],
    ['שלום', 'שלוום', 1],
    ['a😀b', 'ab😀', 1],
  ])('%j to %j is %i', (a, b, edits) => {
    expect(measureDistance(a, b)).toBe(edits);
    expect(measureDistance(b, a)).toBe(edits);
  });

  it('equals the number of mistakes that a brute-force search needs', () => {
    fc.assert(
      fc.property(wordArbitrary(4), wordArbitrary(4), (a, b) => {
        let reached = new Set([a]);
        let mistakes = 0;
        while (!reached.has(b) && mistakes < 2) {
          reached = new Set([...reached].flatMap((one) => [one, ...listMistakes(one)]));
          mistakes++;
        }
        if (reached.has(b)) expect(measureDistance(a, b)).toBe(mistakes);
        else expect(measureDistance(a, b)).toBeGreaterThan(2);
      }),
      { numRuns: runs(2_000), seed },
    );
  });
});

describe('variants', () => {
  it('of two similar words overlap', () => {
    fc.assert(
      fc.property(wordArbitrary(12), fc.array(fc.nat(), { minLength: 2, maxLength: 2 }), (searched, picks) => {
        const tolerance = toleranceOf(searched);
        let stored = searched;
        for (const pick of picks.slice(0, tolerance)) {
          const all = listMistakes(stored);
          stored = all[pick % all.length] as string;
        }
        fc.pre(toleratesMistakes(stored) && tolerance > 0);
        const shared = variantsToStore(stored).filter((variant) => variantsOf(searched, tolerance).includes(variant));
        expect(shared.length).toBeGreaterThan(0);
      }),
      { numRuns: runs(20_000), seed },
    );
  });

  it('of a word are few', () => {
    expect(variantsToStore('abc').sort()).toEqual(['ab', 'abc', 'ac', 'bc']);
    expect(variantsToStore('abcdefghijklmnopqrstuvwxyz')).toHaveLength(1 + 7 + 21);
  });
});

it('tolerates no mistake in short words, numbers and codes', () => {
  expect(['ab', 'abc', 'abcdefg', 'abcdefgh', 'a2024', '٣٤٥', 'x'.repeat(41)].map(toleranceOf)).toEqual([
    0, 1, 1, 2, 0, 0, 0,
  ]);
});
