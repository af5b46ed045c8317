import { isAddress } from '../../mail/index.ts';

/** Requires a top-level domain, although SMTP also allows addresses such as `root@localhost`. */
const DOTTED_DOMAIN = /@[^@]+\.[^@]{2,}$/u;

/** Normalizes an address to the form in which it is stored. Returns null if the value is not an e-mail address. */
export function readEmail(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const email = text.trim().normalize('NFKC').toLowerCase();
  return isAddress(email) && DOTTED_DOMAIN.test(email) ? email : null;
}
