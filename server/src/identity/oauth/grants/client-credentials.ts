import { AppError } from '../../../kernel/app-error.ts';
import type { OpenCtx } from '../../../kernel/ctx.ts';
import { type TokenAnswer, tokenAnswer } from '../access-token.ts';
import { confidentialClient } from '../client.ts';
import type { TokenRequest } from '../token-request.ts';

/**
 * A token of the app itself, for its secret; no refresh token, the secret does that (RFC 6749, section 4.4). An app
 * belongs to one site: who asks for another one must not be given this one, and write into it.
 */
export async function clientCredentials(ctx: OpenCtx, asked: TokenRequest): Promise<TokenAnswer> {
  const { app, site } = await confidentialClient(ctx, asked);
  if (asked.instanceId && asked.instanceId !== site.id) {
    throw new AppError('invalid_request', { reason: "instance_id is not that of the app's site" });
  }
  return tokenAnswer(ctx, site, { kind: 'app', id: app.id, appId: app.id });
}
