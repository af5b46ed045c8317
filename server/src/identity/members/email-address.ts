import { isAddress } from '../../mail/index.ts';

/** A dot in the domain and something behind it: what a sign-in form should accept, and no more. */
const DOTTED_DOMAIN = /@[^@]+\.[^@]{2,}$/u;

/** The address in the one spelling in which it is stored, or null for a text that is none. */
export function readEmail(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const email = text.trim().normalize('NFKC').toLowerCase();
  return isAddress(email) && DOTTED_DOMAIN.test(email) ? email : null;
}
