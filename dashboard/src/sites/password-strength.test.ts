import { describe, expect, it } from 'vitest';
import { passwordStrength } from './password-strength.ts';

describe('the hint at a new password', () => {
  it.each([
    ['short', 0],
    ['abcdefgh', 1],
    ['12345678', 1],
    ['qwertyui', 1],
    ['aaaaaaaaaaaaaaaa', 1],
    ['correct horse battery', 4],
    ['X9#kd!2mQv7$', 4],
  ])('%s', (password, score) => {
    expect(passwordStrength(password).score).toBe(score);
  });

  it('never falls when a new letter is added to words', () => {
    const text = 'salt wind lantern above the harbour';
    let before = 0;
    for (let length = 8; length <= text.length; length++) {
      const { score } = passwordStrength(text.slice(0, length));
      expect(score).toBeGreaterThanOrEqual(before);
      before = score;
    }
  });
});
