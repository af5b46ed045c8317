import type { Input } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { OpenCtx } from '../../kernel/ctx.ts';
import type { TokenResponse } from './access-token.ts';
import { type Envelope, unwrap, wrapInEnvelope } from './envelope.ts';
import { anonymous } from './grants/anonymous.ts';
import { authorizationCode } from './grants/authorization-code.ts';
import { authorizedClient } from './grants/authorized-client.ts';
import { clientCredentials } from './grants/client-credentials.ts';
import { refreshToken } from './grants/refresh-token.ts';
import { readTokenRequest, type TokenRequest } from './token-request.ts';

type Grant = (ctx: OpenCtx, params: TokenRequest, request: RequestInfo) => Promise<TokenResponse>;

const GRANTS: Readonly<Record<string, Grant>> = {
  anonymous,
  refresh_token: refreshToken,
  authorization_code: authorizationCode,
  authorized_client: authorizedClient,
  client_credentials: clientCredentials,
};

/** POST /oauth2/token. Each grant is a file in grants/. Errors are those of RFC 6749. */
export async function issueToken(
  ctx: OpenCtx,
  { body }: Input<(typeof identityEndpoints)['issueToken']>,
  request: RequestInfo,
): Promise<TokenResponse | Envelope> {
  if (body.body === undefined) return grantTokens(ctx, body, request);
  return wrapInEnvelope(async () => grantTokens(ctx, unwrap(body.body), request));
}

async function grantTokens(
  ctx: OpenCtx,
  body: Readonly<Record<string, unknown>>,
  request: RequestInfo,
): Promise<TokenResponse> {
  const params = readTokenRequest(body);
  if (!params.grantType) throw new AppError('invalid_request', { reason: 'grant_type is missing' });
  const grant = Object.hasOwn(GRANTS, params.grantType) ? GRANTS[params.grantType] : undefined;
  if (!grant) throw new AppError('unsupported_grant_type');
  const response = await grant(ctx, params, request);
  if (params.clientId) ctx.env.recordAppUse(params.clientId, ctx.now);
  return response;
}
