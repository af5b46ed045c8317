import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyFor } from './member-fields.ts';

describe('keyFor', () => {
  it.each([
    ['Shoe size', 'shoeSize'],
    ['Café crème', 'cafeCreme'],
    ['2nd name', 'field2ndName'],
    ['גיל', 'field'],
    ['  T-Shirt  ', 'tShirt'],
  ])('turns “%s” into %s', (name, key) => {
    expect(keyFor(name, [])).toBe(key);
  });

  it('returns a free key that the API accepts, for any name', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 100 }), fc.nat(5), (name, times) => {
        const taken: string[] = [];
        for (let round = 0; round <= times; round++) {
          const key = keyFor(name, taken);
          expect(taken).not.toContain(key);
          expect(key).toMatch(/^[A-Za-z][A-Za-z0-9_-]{0,99}$/);
          taken.push(key);
        }
      }),
    );
  });
});
