import { AppError } from '../../../kernel/app-error.ts';
import type { OpenCtx } from '../../../kernel/ctx.ts';
import { type TokenAnswer, tokenAnswer } from '../access-token.ts';
import { appRefreshToken } from '../app-refresh-token.ts';
import { confidentialClient } from '../client.ts';
import type { TokenRequest } from '../token-request.ts';

/**
 * A token of the app itself, for its secret. With the scope `offline_access` a refresh token comes along, which the
 * vendor's AppStrategy can be given in place of an instance id. An app belongs to one site: a request for another site
 * is refused, because its sender would write into the wrong one.
 */
export async function clientCredentials(ctx: OpenCtx, asked: TokenRequest): Promise<TokenAnswer> {
  const { app, site } = await confidentialClient(ctx, asked);
  if (asked.instanceId && asked.instanceId !== site.id) {
    throw new AppError('invalid_request', { reason: "instance_id is not that of the app's site" });
  }
  const lasting = asked.scope?.split(' ').includes('offline_access');
  return tokenAnswer(
    ctx,
    site,
    { kind: 'app', id: app.id, appId: app.id },
    lasting ? appRefreshToken(ctx, { app, site }) : undefined,
  );
}
