import { createDirectLogin, type DirectLogin } from './direct-login.ts';
import { createExternalLogin, type ExternalLogin } from './external-login.ts';
import { createOAuth, type OAuth } from './oauth.ts';
import type { RandomBytes } from './pkce.ts';
import { createPreWarm, type PreWarm } from './pre-warm.ts';
import { type SessionOptions, type VisitorAuth, visitorAuth } from './session.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import { signedCall } from './signed-call.ts';
import type { PublicTransport } from './token-endpoint.ts';

/** The session of a visitor, with all methods that sign a member in. */
export interface MemberAuth extends VisitorAuth, SignIn, OAuth, ExternalLogin {
  /**
   * Exchanges the session token of a successful `login` for tokens of the member: in a browser through a hidden frame,
   * elsewhere through `redirectUri`. The tokens are not stored: pass them to `setTokens`.
   * @throws PorticoError 'OAuth flow timed out' (FLOW_TIMED_OUT), 'Missing code or _state' (MISSING_CODE) if the session
   *   token is invalid or was used before
   */
  getMemberTokensForDirectLogin: DirectLogin;
  readonly preWarm: PreWarm;
}

export interface MemberAuthOptions extends SessionOptions {
  /** Source of randomness where Web Crypto is missing, as in React Native. It must not be guessable. */
  readonly randomBytes?: RandomBytes | undefined;
  /** Length of the PKCE verifier, 43 (default) to 128 characters. */
  readonly verifierLength?: number | undefined;
}

/**
 * Authorizes calls as a visitor of a site who may sign in:
 * `createClient({ url, auth: memberAuth({ clientId }) })`.
 */
export const memberAuth =
  (options: MemberAuthOptions) =>
  (transport: PublicTransport): MemberAuth => {
    const session = visitorAuth(transport, options);
    const call = signedCall(transport, session);
    const oauth = createOAuth(transport, call, session.setTokens, options);
    return {
      ...session,
      ...oauth,
      ...createSignIn(call, options.clientId),
      ...createExternalLogin(transport, session.tokens, options.now),
      getMemberTokensForDirectLogin: createDirectLogin(oauth, transport.fetch),
      preWarm: createPreWarm(call, options.clientId, options.now),
    };
  };
