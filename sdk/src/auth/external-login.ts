/**
 * Sign-in for servers that identify members themselves. Threat: the API key signs in as any member; never ship it to a browser.
 * @packageDocumentation
 */
import { callWith } from '../call.ts';
import type { Calls } from '../calls.gen.ts';
import { identityAuthenticationSignOn } from '../routes.gen.ts';
import { type MemberAuth, type MemberAuthOptions, memberAuth } from './member-auth.ts';
import { type PublicTransport, requestTokens, tokenFailure } from './token-endpoint.ts';
import type { Tokens } from './tokens.ts';

type SignOn = Calls['identity.authentication.signOn']['body'];

export interface ExternalLogin {
  /**
   * Returns tokens of a member, without a password. The tokens are not stored: pass them to `setTokens`.
   * @param apiKey a key with the scope members:impersonate
   * @throws PorticoError 'Failed to fetch tokens from OAuth API'
   */
  getMemberTokensForExternalLogin(memberId: string, apiKey: string): Promise<Tokens>;
  /**
   * Returns tokens of the member with this e-mail address. Registers an unknown address.
   * @throws PorticoError MEMBER_BLOCKED, MEMBER_PENDING, and 401 or 403 for the key
   */
  getMemberTokensForExternalLoginWithSession(
    email: string,
    apiKey: string,
    options?: Omit<SignOn, 'loginId'>,
  ): Promise<Tokens>;
}

/** The session of a visitor, with all methods that sign a member in. */
export interface ExternalLoginAuth extends MemberAuth, ExternalLogin {}

/**
 * Like `memberAuth`, for a server that identifies members itself:
 * `createClient({ url, auth: externalLoginAuth({ clientId }) })`.
 */
export const externalLoginAuth =
  (options: MemberAuthOptions) =>
  (transport: PublicTransport): ExternalLoginAuth => {
    const auth = memberAuth(options)(transport);
    return { ...auth, ...createExternalLogin(transport, auth.tokens, options.now) };
  };

/** @param tokens returns the current tokens, which are sent together with the key */
function createExternalLogin(
  transport: PublicTransport,
  tokens: () => Promise<Tokens>,
  now: (() => number) | undefined,
): ExternalLogin {
  const headersWith = async (apiKey: string) => ({ authorization: `${(await tokens()).accessToken.value},${apiKey}` });
  const request = async (body: Record<string, string>, headers: Record<string, string>): Promise<Tokens> => {
    try {
      const grant = { grant_type: 'authorized_client', ...body };
      return await requestTokens(transport, grant, { value: '', role: 'member' }, { headers, now });
    } catch (error) {
      throw tokenFailure(error);
    }
  };
  return {
    getMemberTokensForExternalLogin: async (memberId, apiKey) =>
      request({ scope: 'offline_access', member_id: memberId }, await headersWith(apiKey)),
    async getMemberTokensForExternalLoginWithSession(email, apiKey, options = {}) {
      const headers = await headersWith(apiKey);
      const { sessionToken, identity } = await callWith(transport, headers)(identityAuthenticationSignOn, {
        body: { loginId: { email }, ...options },
      });
      return request({ member_id: identity.id, session_token: sessionToken }, headers);
    },
  };
}
