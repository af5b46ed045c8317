import type { Input } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { OpenCtx } from '../../kernel/ctx.ts';
import type { TokenAnswer } from './access-token.ts';
import { type Envelope, unwrap, wrapped } from './envelope.ts';
import { anonymous } from './grants/anonymous.ts';
import { authorizationCode } from './grants/authorization-code.ts';
import { authorizedClient } from './grants/authorized-client.ts';
import { clientCredentials } from './grants/client-credentials.ts';
import { refreshToken } from './grants/refresh-token.ts';
import { readTokenRequest, type TokenRequest } from './token-request.ts';

type Grant = (ctx: OpenCtx, asked: TokenRequest, request: RequestInfo) => Promise<TokenAnswer>;

const GRANTS: Readonly<Record<string, Grant>> = {
  anonymous,
  refresh_token: refreshToken,
  authorization_code: authorizationCode,
  authorized_client: authorizedClient,
  client_credentials: clientCredentials,
};

/** POST /oauth2/token: each grant is a file of its own, a readable list of checks. Errors are those of RFC 6749. */
export async function issueToken(
  ctx: OpenCtx,
  { body }: Input<(typeof identityEndpoints)['issueToken']>,
  request: RequestInfo,
): Promise<TokenAnswer | Envelope> {
  if (body.body === undefined) return grantTokens(ctx, body, request);
  return wrapped(async () => grantTokens(ctx, unwrap(body.body), request));
}

async function grantTokens(
  ctx: OpenCtx,
  body: Readonly<Record<string, unknown>>,
  request: RequestInfo,
): Promise<TokenAnswer> {
  const asked = readTokenRequest(body);
  if (!asked.grantType) throw new AppError('invalid_request', { reason: 'grant_type is missing' });
  const grant = Object.hasOwn(GRANTS, asked.grantType) ? GRANTS[asked.grantType] : undefined;
  if (!grant) throw new AppError('unsupported_grant_type');
  return grant(ctx, asked, request);
}
