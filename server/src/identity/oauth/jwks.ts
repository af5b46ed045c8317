import type { RequestInfo } from '../../http/bind.ts';
import type { OpenCtx } from '../../kernel/ctx.ts';
import { HttpResponse } from '../../kernel/http-response.ts';
import { wrap } from './envelope.ts';

/**
 * Verifiers may cache the keys for this long, so they may still use a retired key. They request unknown keys at once.
 */
const CACHE_SECONDS = 300;

/**
 * Returns the public keys that verify ID tokens and webhooks (RFC 7517). The vendor's module expects them in its
 * envelope.
 */
export async function jwks(ctx: OpenCtx, _input: unknown, info: RequestInfo): Promise<HttpResponse> {
  const keys = { keys: await ctx.env.keyPairs.publicKeys() };
  const isWrapped = info.headers['x-wix-bi-gateway']?.includes('method-fqn=wix.identity.oauth2.v1.Oauth2Ng.Jwks');
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': `public, max-age=${CACHE_SECONDS}`,
    vary: 'x-wix-bi-gateway',
  };
  return new HttpResponse(200, headers, JSON.stringify(isWrapped ? wrap(200, keys) : keys));
}
