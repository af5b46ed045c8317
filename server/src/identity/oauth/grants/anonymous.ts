import type { OpenCtx } from '../../../kernel/ctx.ts';
import { newId } from '../../../kernel/ids.ts';
import { buildTokenResponse, type TokenResponse } from '../access-token.ts';
import { requireClient } from '../client.ts';
import type { TokenRequest } from '../token-request.ts';
import { signVisitorRefreshToken } from '../visitor-refresh-token.ts';

/**
 * Issues tokens of a new visitor, without writing to the database. Parallel first calls create several visitors
 * (identity contract section 0).
 */
export async function anonymous(ctx: OpenCtx, params: TokenRequest): Promise<TokenResponse> {
  const { app, site } = await requireClient(ctx, params);
  const visitorId = newId();
  return buildTokenResponse(
    ctx,
    site,
    { kind: 'visitor', id: visitorId, appId: app.id },
    await signVisitorRefreshToken(ctx, site, visitorId, app.id),
  );
}
