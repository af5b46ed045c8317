import { AppError } from '../../../kernel/app-error.ts';
import type { OpenCtx } from '../../../kernel/ctx.ts';
import { buildTokenResponse, type TokenResponse } from '../access-token.ts';
import { signAppRefreshToken } from '../app-refresh-token.ts';
import { requireConfidentialClient } from '../client.ts';
import type { TokenRequest } from '../token-request.ts';

/**
 * Issues a token of the app itself in exchange for its secret. With the scope `offline_access`, it also issues a
 * refresh token, which the vendor's AppStrategy accepts instead of an instance id. An app belongs to one site: a
 * request for another site is rejected, because the app would otherwise write to the wrong site.
 */
export async function clientCredentials(ctx: OpenCtx, params: TokenRequest): Promise<TokenResponse> {
  const { app, site } = await requireConfidentialClient(ctx, params);
  if (params.instanceId && params.instanceId !== site.id) {
    throw new AppError('invalid_request', { reason: "instance_id is not that of the app's site" });
  }
  const withRefreshToken = params.scope?.split(' ').includes('offline_access');
  return buildTokenResponse(
    ctx,
    site,
    { kind: 'app', id: app.id, appId: app.id },
    withRefreshToken ? signAppRefreshToken(ctx, { app, site }) : undefined,
  );
}
