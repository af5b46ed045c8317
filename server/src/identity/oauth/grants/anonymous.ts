import type { OpenCtx } from '../../../kernel/ctx.ts';
import { newId } from '../../../kernel/ids.ts';
import { type TokenAnswer, tokenAnswer } from '../access-token.ts';
import { namedClient } from '../client.ts';
import type { TokenRequest } from '../token-request.ts';
import { signVisitorRefreshToken } from '../visitor-refresh-token.ts';

/** A new visitor. Nothing is written: N parallel first calls of a client make N visitors (identity contract section 0). */
export async function anonymous(ctx: OpenCtx, asked: TokenRequest): Promise<TokenAnswer> {
  const { app, site } = await namedClient(ctx, asked);
  const visitorId = newId();
  return tokenAnswer(
    ctx,
    site,
    { kind: 'visitor', id: visitorId, appId: app.id },
    await signVisitorRefreshToken(ctx, site, visitorId, app.id),
  );
}
