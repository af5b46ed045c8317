/** One `@`, no blank, control or quoting character, a dot in the domain: what a sign-in form should accept and no more. */
const ADDRESS = /^[^\s@,;:<>()[\]\\"\p{C}]+@[^\s@,;:<>()[\]\\"\p{C}]+\.[^\s@,;:<>()[\]\\"\p{C}]{2,}$/u;

const MOST_CHARACTERS = 254;

/** The address in the one spelling in which it is stored, or null for a text that is none. */
export function readEmail(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const email = text.trim().normalize('NFKC').toLowerCase();
  return email.length <= MOST_CHARACTERS && ADDRESS.test(email) ? email : null;
}
