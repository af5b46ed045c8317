import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs, seed } from '../testing/runs.ts';
import { distance, storedVariants, toleranceOf, toleratesMistakes, variantsOf } from './misspellings.ts';

const LETTERS = ['a', 'b', 'c', 'é', '😀'];
const word = (maxLength: number) =>
  fc.array(fc.constantFrom(...LETTERS), { maxLength }).map((letters) => letters.join(''));

/** Every word that differs by one mistake. */
function oneMistake(from: string): string[] {
  const letters = [...from];
  const made: string[][] = [];
  for (let i = 0; i <= letters.length; i++) {
    for (const letter of LETTERS) made.push(letters.toSpliced(i, 0, letter));
    if (i === letters.length) continue;
    made.push(letters.toSpliced(i, 1));
    for (const letter of LETTERS) made.push(letters.with(i, letter));
    if (i > 0) made.push(letters.toSpliced(i - 1, 2, letters[i] as string, letters[i - 1] as string));
  }
  return made.map((one) => one.join(''));
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
  ])('%j to %j is %i', (a, b, apart) => {
    expect(distance(a, b)).toBe(apart);
    expect(distance(b, a)).toBe(apart);
  });

  it('equals the number of mistakes that a brute-force search needs', () => {
    fc.assert(
      fc.property(word(4), word(4), (a, b) => {
        let reached = new Set([a]);
        let mistakes = 0;
        while (!reached.has(b) && mistakes < 2) {
          reached = new Set([...reached].flatMap((one) => [one, ...oneMistake(one)]));
          mistakes++;
        }
        if (reached.has(b)) expect(distance(a, b)).toBe(mistakes);
        else expect(distance(a, b)).toBeGreaterThan(2);
      }),
      { numRuns: runs(2_000), seed },
    );
  });
});

describe('variants', () => {
  it('of two similar words overlap', () => {
    fc.assert(
      fc.property(word(12), fc.array(fc.nat(), { minLength: 2, maxLength: 2 }), (searched, picks) => {
        const tolerance = toleranceOf(searched);
        let stored = searched;
        for (const pick of picks.slice(0, tolerance)) {
          const all = oneMistake(stored);
          stored = all[pick % all.length] as string;
        }
        fc.pre(toleratesMistakes(stored) && tolerance > 0);
        const shared = storedVariants(stored).filter((variant) => variantsOf(searched, tolerance).includes(variant));
        expect(shared.length).toBeGreaterThan(0);
      }),
      { numRuns: runs(20_000), seed },
    );
  });

  it('of a word are few', () => {
    expect(storedVariants('abc').sort()).toEqual(['ab', 'abc', 'ac', 'bc']);
    expect(storedVariants('abcdefghijklmnopqrstuvwxyz')).toHaveLength(1 + 7 + 21);
  });
});

it('tolerates no mistake in short words, numbers and codes', () => {
  expect(['ab', 'abc', 'abcdefg', 'abcdefgh', 'a2024', '٣٤٥', 'x'.repeat(41)].map(toleranceOf)).toEqual([
    0, 1, 1, 2, 0, 0, 0,
  ]);
});
