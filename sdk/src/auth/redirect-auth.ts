import { createOAuth, type OAuth } from './oauth.ts';
import type { RandomBytes, Sha256 } from './pkce.ts';
import { type SessionOptions, type VisitorAuth, visitorAuth } from './session.ts';
import { signedCall } from './signed-call.ts';
import type { PublicTransport } from './token-endpoint.ts';

/** The session of a visitor, with the methods that sign a member in on the hosted pages. */
export interface RedirectAuth extends VisitorAuth, OAuth {}

export interface RedirectAuthOptions extends SessionOptions {
  /** Source of randomness where Web Crypto is missing, as in React Native. It must not be guessable. */
  readonly randomBytes?: RandomBytes | undefined;
  /** SHA-256 where `crypto.subtle` is missing: in React Native, and on pages without HTTPS. Pass `sha256`. */
  readonly sha256?: Sha256 | undefined;
  /** Length of the PKCE verifier, 43 (default) to 128 characters. */
  readonly verifierLength?: number | undefined;
}

/**
 * Authorizes calls as a visitor of a site who may sign in on the hosted pages, with `signInWithRedirect` or
 * `signInWithPopup`. It is smaller than `memberAuth`, which adds sign-in with forms of your own.
 */
export const redirectAuth =
  (options: RedirectAuthOptions) =>
  (transport: PublicTransport): RedirectAuth => {
    const session = visitorAuth(transport, options);
    return { ...session, ...createOAuth(transport, signedCall(transport, session), session.setTokens, options) };
  };
