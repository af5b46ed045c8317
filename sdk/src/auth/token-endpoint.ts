import { callWith, type Transport } from '../call.ts';
import { PorticoError } from '../error.ts';
import { identityOauthToken } from '../routes.gen.ts';
import type { Tokens } from './tokens.ts';

/** A server and the fetch implementation that reaches it. */
export type PublicTransport = Pick<Transport, 'url' | 'fetch'>;

/** Requests tokens for a grant. Keeps the role of `refreshToken`, and its value unless the server issues a new one. */
export async function requestTokens(
  transport: PublicTransport,
  body: Readonly<Record<string, string | undefined>>,
  refreshToken: Tokens['refreshToken'],
  { now = Date.now, headers }: { now?: (() => number) | undefined; headers?: Record<string, string> } = {},
): Promise<Tokens> {
  const response = await callWith(transport, headers)(identityOauthToken, { body });
  if (!('access_token' in response))
    throw new PorticoError('The token endpoint returned no tokens.', { code: 'INVALID_RESPONSE' });
  return {
    accessToken: { value: response.access_token, expiresAt: now() + response.expires_in * 1_000 },
    // If the app rotates refresh tokens, reusing the old one would soon count as theft. Therefore the new one is
    // stored.
    refreshToken: { ...refreshToken, value: response.refresh_token ?? refreshToken.value },
  };
}

/** True if the server reported that the session of a refresh token has ended. */
export const hasEnded = (error: unknown): boolean => error instanceof PorticoError && error.code === 'invalid_grant';

/** Converts an error of the token endpoint to the error of specification section 8, with the same code and status. */
export function tokenFailure(error: unknown): unknown {
  if (!(error instanceof PorticoError)) return error;
  const { status, message, requestId } = error;
  const id = requestId && !message.includes(requestId) ? `, request-id: ${requestId}` : '';
  const details = `${status ? `${status} ` : ''}${message}${id}`;
  return new PorticoError(`Failed to fetch tokens from OAuth API: ${details}`, { ...error, cause: error });
}
