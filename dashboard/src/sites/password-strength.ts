export const LEAST_PASSWORD_LENGTH = 8;

interface Strength {
  /** 0 (too short) to 4 */
  readonly score: 0 | 1 | 2 | 3 | 4;
  readonly hint: string;
}

/**
 * A rough hint, no judgement: length counts most (NIST SP 800-63B), repetition and plain sequences count against it.
 * The server only asks for the least length.
 */
export function passwordStrength(password: string): Strength {
  if (password.length < LEAST_PASSWORD_LENGTH) {
    return { score: 0, hint: `${LEAST_PASSWORD_LENGTH - password.length} more to go` };
  }
  const variety = new Set(password.toLowerCase()).size;
  if (variety < 5 || isSequence(password)) return { score: 1, hint: 'Easy to guess: repeated or in a row' };
  const bits = variety * 1.5 + password.length * 2 + kindsOf(password) * 3;
  if (bits < 36) return { score: 2, hint: 'Fair: a few words more make it strong' };
  if (bits < 48) return { score: 3, hint: 'Good' };
  return { score: 4, hint: 'Strong' };
}

const kindsOf = (text: string): number =>
  [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((kind) => kind.test(text)).length;

/** true when most characters follow their neighbour in the alphabet, the digits or on the keyboard's rows */
function isSequence(text: string): boolean {
  const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
  const lower = text.toLowerCase();
  let followers = 0;
  for (let index = 1; index < lower.length; index++) {
    const pair = lower.slice(index - 1, index + 1);
    if (rows.some((row) => row.includes(pair))) followers++;
  }
  return followers / (lower.length - 1) > 0.6;
}
