import { describe, expect, it } from 'vitest';
import { measureStrength } from './password-strength.ts';

describe('measureStrength', () => {
  it.each([
    ['short', 0],
    ['abcdefgh', 1],
    ['12345678', 1],
    ['qwertyui', 1],
    ['aaaaaaaaaaaaaaaa', 1],
    ['correct horse battery', 4],
    ['X9#kd!2mQv7$', 4],
  ])('scores %s with %i', (password, score) => {
    expect(measureStrength(password).score).toBe(score);
  });

  it('never decreases while words are typed', () => {
    const text = 'salt wind lantern above the harbour';
    let before = 0;
    for (let length = 8; length <= text.length; length++) {
      const { score } = measureStrength(text.slice(0, length));
      expect(score).toBeGreaterThanOrEqual(before);
      before = score;
    }
  });
});
