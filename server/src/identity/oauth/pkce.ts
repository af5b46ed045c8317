/**
 * Proof Key for Code Exchange (RFC 7636): a stolen code cannot be exchanged without the verifier, which only the client
 * has.
 */
import { createHash } from 'node:crypto';

const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** S256 is the only method: with `plain`, the authorize request would contain the verifier. */
export const PKCE_METHOD = 'S256';

export const isChallenge = (text: string): boolean => CHALLENGE.test(text);

/** True if the verifier is well-formed and the challenge is its hash. */
export const verifierMatches = (verifier: string, challenge: string): boolean =>
  VERIFIER.test(verifier) && createHash('sha256').update(verifier).digest('base64url') === challenge;
