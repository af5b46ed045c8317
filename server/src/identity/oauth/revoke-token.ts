import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import type { OpenCtx } from '../../kernel/ctx.ts';
import { hashSecret } from '../../kernel/ids.ts';
import { endSessionFamily } from '../sessions/sessions.ts';
import { findRefreshToken } from '../sessions/store.ts';

type Endpoint = (typeof identityEndpoints)['revokeToken'];

/**
 * Ends the session of a member's refresh token, and the session of the browser that authorized it. Threat: the next
 * person at a shared computer signs in without a password. The response is the same for an unknown token (RFC 7009,
 * section 2.2).
 */
export async function revokeToken(ctx: OpenCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const site = await ctx.env.siteOfShortId(body.token.slice(0, body.token.indexOf('.')));
  const found = site ? await findRefreshToken(ctx.db, site.id, hashSecret(body.token), ctx.now) : undefined;
  if (site && found) await endSessionFamily(ctx, site, found.session_id);
  return {};
}
