import type { OpenCtx } from '../../../kernel/ctx.ts';
import { type TokenAnswer, tokenAnswer } from '../access-token.ts';
import { confidentialClient } from '../client.ts';
import type { TokenRequest } from '../token-request.ts';

/** A token of the app itself, for its secret; no refresh token, the secret does that (RFC 6749, section 4.4). */
export async function clientCredentials(ctx: OpenCtx, asked: TokenRequest): Promise<TokenAnswer> {
  const { app, site } = await confidentialClient(ctx, asked);
  return tokenAnswer(ctx, site, { kind: 'app', id: app.id, appId: app.id });
}
