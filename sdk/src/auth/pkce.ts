import { base64url } from '../base64url.ts';

/** Returns random bytes that nobody can guess. */
export type RandomBytes = (length: number) => Uint8Array;

const MIN_LENGTH = 43;
const MAX_LENGTH = 128;

/** @throws Error where Web Crypto is missing, as in React Native without a polyfill; then pass `randomBytes` */
export const secureRandomBytes: RandomBytes = (length) => {
  if (!globalThis.crypto?.getRandomValues) {
    throw new Error('crypto.getRandomValues is missing: pass the option randomBytes.');
  }
  return crypto.getRandomValues(new Uint8Array(length));
};

export const randomText = (length: number, randomBytes: RandomBytes): string =>
  base64url(randomBytes(Math.ceil((length * 3) / 4))).slice(0, length);

/**
 * Creates a PKCE verifier (specification section 5).
 * @param length 43 to 128 characters
 * @throws Error if the length is outside these bounds
 */
export function createVerifier(length = MIN_LENGTH, randomBytes: RandomBytes = secureRandomBytes): string {
  if (!Number.isInteger(length) || length < MIN_LENGTH || length > MAX_LENGTH) {
    throw new Error(`The verifier length must be an integer from ${MIN_LENGTH} to ${MAX_LENGTH}, not ${length}.`);
  }
  return randomText(length, randomBytes);
}

/** Hashes a text with SHA-256. */
export type Sha256 = (text: string) => Promise<Uint8Array> | Uint8Array;

/** @throws Error where Web Crypto is missing, as on pages without HTTPS; then pass the option `sha256` */
export const webCryptoSha256: Sha256 = async (text) => {
  if (!globalThis.crypto?.subtle) throw new Error('crypto.subtle is missing: pass the option sha256.');
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
};
