import type { RequestInfo } from '../../http/bind.ts';
import { Answer } from '../../kernel/answer.ts';
import type { OpenCtx } from '../../kernel/ctx.ts';
import { wrap } from './envelope.ts';

/** Who verifies asks again for a key that it does not know; a stolen one that was retired is gone after this long. */
const KEPT_SECONDS = 300;

/** Public keys for verifying identity tokens and webhooks (RFC 7517). The vendor's module expects them in its envelope. */
export async function jwks(ctx: OpenCtx, _input: unknown, info: RequestInfo): Promise<Answer> {
  const keys = { keys: await ctx.env.keyPairs.publicKeys() };
  const ofModule = info.headers['x-wix-bi-gateway']?.includes('method-fqn=wix.identity.oauth2.v1.Oauth2Ng.Jwks');
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': `public, max-age=${KEPT_SECONDS}`,
    vary: 'x-wix-bi-gateway',
  };
  return new Answer(200, headers, JSON.stringify(ofModule ? wrap(200, keys) : keys));
}
