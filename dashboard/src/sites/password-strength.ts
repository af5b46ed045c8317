import { MIN_PASSWORD_LENGTH } from '@portico/domain/passwords';

interface Strength {
  /** The strength from 0 (too short) to 4 (strong). */
  readonly score: 0 | 1 | 2 | 3 | 4;
  readonly hint: string;
}

/**
 * Estimates the strength of a password. Length has the most weight (NIST SP 800-63B). Repetition and
 * sequences lower the score. It is only a hint, because `findPasswordViolations` on the server decides.
 */
export function measureStrength(password: string): Strength {
  if (password.length < MIN_PASSWORD_LENGTH) {
    return { score: 0, hint: `${MIN_PASSWORD_LENGTH - password.length} more characters needed` };
  }
  const distinctCharacters = new Set(password.toLowerCase()).size;
  if (distinctCharacters < 5 || isSequence(password))
    return { score: 1, hint: 'Easy to guess: it repeats characters or follows a sequence' };
  const bits = distinctCharacters * 1.5 + password.length * 2 + countCharacterKinds(password) * 3;
  if (bits < 36) return { score: 2, hint: 'Fair: add a few words to make it strong' };
  if (bits < 48) return { score: 3, hint: 'Good' };
  return { score: 4, hint: 'Strong' };
}

const countCharacterKinds = (text: string): number =>
  [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(text)).length;

/** Returns true if most characters follow the previous one in the alphabet, the digits or a row of the keyboard. */
function isSequence(text: string): boolean {
  const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
  const lower = text.toLowerCase();
  let adjacentPairs = 0;
  for (let index = 1; index < lower.length; index++) {
    const pair = lower.slice(index - 1, index + 1);
    if (rows.some((row) => row.includes(pair))) adjacentPairs++;
  }
  return adjacentPairs / (lower.length - 1) > 0.6;
}
