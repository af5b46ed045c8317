import { base64url } from '../base64url.ts';
import { sha256 } from './sha256.ts';

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

/** Returns the challenge of a verifier by the method S256 (RFC 7636, section 4.2). */
export const challengeOf = (codeVerifier: string): string => base64url(sha256(codeVerifier));

/**
 * Creates a verifier and its S256 challenge (specification section 5).
 * @param length length of the verifier, 43 to 128 characters
 * @throws Error if the length is outside these bounds
 */
export function createPkce(
  length = MIN_LENGTH,
  randomBytes: RandomBytes = secureRandomBytes,
): { codeVerifier: string; codeChallenge: string } {
  if (!Number.isInteger(length) || length < MIN_LENGTH || length > MAX_LENGTH) {
    throw new Error(`The verifier length must be an integer from ${MIN_LENGTH} to ${MAX_LENGTH}, not ${length}.`);
  }
  const codeVerifier = randomText(length, randomBytes);
  return { codeVerifier, codeChallenge: challengeOf(codeVerifier) };
}
