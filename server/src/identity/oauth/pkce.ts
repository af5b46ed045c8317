/** Proof Key for Code Exchange (RFC 7636): a stolen code is worth nothing without the verifier that never travelled. */
import { createHash } from 'node:crypto';

const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** S256 is the one method: with `plain`, whoever reads the authorize request holds the verifier. */
export const PKCE_METHOD = 'S256';

export const isChallenge = (text: string): boolean => CHALLENGE.test(text);

/** True when the verifier is well formed and the challenge was made from it. */
export const verifierFits = (verifier: string, challenge: string): boolean =>
  VERIFIER.test(verifier) && createHash('sha256').update(verifier).digest('base64url') === challenge;
