import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyFor } from './member-fields.ts';

describe('the key of a new member field', () => {
  it.each([
    ['Shoe size', 'shoeSize'],
    ['Café crème', 'cafeCreme'],
    ['2nd name', 'field2ndName'],
    ['גיל', 'field'],
    ['  T-Shirt  ', 'tShirt'],
  ])('%s', (name, key) => {
    expect(keyFor(name, [])).toBe(key);
  });

  it('never meets one that is taken, and always fits the pattern of the wire', () => {
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
