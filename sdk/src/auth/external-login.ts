import { callWith } from '../call.ts';
import type { Calls } from '../calls.gen.ts';
import { identityAuthenticationSignOn } from '../routes.gen.ts';
import { type PublicTransport, requestTokens, tokenFailure } from './token-endpoint.ts';
import type { Tokens } from './tokens.ts';

type SignOn = Calls['identity.authentication.signOn']['body'];

/** For servers that identify members themselves. Threat: the API key signs in as any member; never ship it to a browser. */
export interface ExternalLogin {
  /**
   * Returns tokens of a member, without a password. The tokens are not stored: pass them to `setTokens`.
   * @param apiKey a key with the scope members:impersonate
   * @throws PorticoError 'Failed to fetch tokens from OAuth API'
   */
  getMemberTokensForExternalLogin(memberId: string, apiKey: string): Promise<Tokens>;
  /**
   * Returns tokens of the member with an e-mail address. Registers an unknown address.
   * @throws PorticoError MEMBER_BLOCKED, MEMBER_PENDING, and 401 or 403 for the key
   */
  getMemberTokensForExternalLoginWithSession(
    email: string,
    apiKey: string,
    options?: Omit<SignOn, 'loginId'>,
  ): Promise<Tokens>;
}

/** @param tokens returns the current tokens, which are sent together with the key */
export function createExternalLogin(
  transport: PublicTransport,
  tokens: () => Promise<Tokens>,
  now: (() => number) | undefined,
): ExternalLogin {
  const headersWith = async (apiKey: string) => ({ authorization: `${(await tokens()).accessToken.value},${apiKey}` });
  const request = async (body: Record<string, string>, headers: Record<string, string>): Promise<Tokens> => {
    try {
      const options = { headers, ...(now ? { now } : {}) };
      const grant = { grant_type: 'authorized_client', ...body };
      return await requestTokens(transport, grant, { value: '', role: 'member' }, options);
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
