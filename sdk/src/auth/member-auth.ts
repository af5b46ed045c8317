import { base64url } from '../base64url.ts';
import { createDirectLogin, type DirectLogin } from './direct-login.ts';
import type { OAuthData } from './oauth.ts';
import { createPreWarm, type PreWarm } from './pre-warm.ts';
import { type RedirectAuth, type RedirectAuthOptions, redirectAuth } from './redirect-auth.ts';
import { sha256 } from './sha256.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import { signedCall } from './signed-call.ts';
import type { PublicTransport } from './token-endpoint.ts';

/** The session of a visitor, with all methods that sign a member in. */
export interface MemberAuth extends RedirectAuth, SignIn {
  /** Creates the verifier, challenge and state of one sign-in. */
  generateOAuthData(redirectUri: string, originalUri?: string): OAuthData & { readonly codeChallenge: string };
  /**
   * Exchanges the session token of a successful `login` for tokens of the member: in a browser through a hidden frame,
   * elsewhere through `redirectUri`. The tokens are not stored: pass them to `setTokens`.
   * @throws PorticoError 'OAuth flow timed out' (FLOW_TIMED_OUT), 'Missing code or _state' (MISSING_CODE) if the session
   *   token is invalid or was used before
   */
  getMemberTokensForDirectLogin: DirectLogin;
  readonly preWarm: PreWarm;
}

export type MemberAuthOptions = RedirectAuthOptions;

/**
 * Authorizes calls as a visitor of a site who may sign in:
 * `createClient({ url, auth: memberAuth({ clientId }) })`.
 */
export const memberAuth =
  (options: MemberAuthOptions) =>
  (transport: PublicTransport): MemberAuth => {
    const auth = redirectAuth({ sha256, ...options })(transport);
    const call = signedCall(transport, auth);
    return {
      ...auth,
      generateOAuthData(redirectUri, originalUri) {
        const data = auth.generateOAuthData(redirectUri, originalUri);
        return { ...data, codeChallenge: base64url(sha256(data.codeVerifier)) };
      },
      ...createSignIn(call, options.clientId),
      getMemberTokensForDirectLogin: createDirectLogin(auth, transport.fetch),
      preWarm: createPreWarm(call, options.clientId, options.now),
    };
  };
