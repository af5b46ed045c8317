import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import type { OpenCtx } from '../../kernel/ctx.ts';
import { isSessionEnded } from '../sessions/store.ts';

type Endpoint = (typeof identityEndpoints)['tokenInfo'];

/** Whom an access token speaks for (RFC 7662). The holder of a token may know what it says; any other text is inactive. */
export async function tokenInfo(ctx: OpenCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const token = body.token.replace(/^Bearer\s+/i, '');
  const claims = await ctx.env.tokens.verify('access', token, ctx.now);
  const site = claims ? await ctx.env.site(claims.site) : null;
  if (!claims || !site || (claims.session && (await isSessionEnded(ctx.db, site.id, claims.session))))
    return { active: false };
  return {
    active: true,
    subjectType: claims.kind.toUpperCase() as 'MEMBER',
    subjectId: claims.subject,
    exp: Math.floor(claims.expiresAt.getTime() / 1_000),
    iat: Math.floor(claims.issuedAt.getTime() / 1_000),
    clientId: claims.app,
    siteId: site.id,
    instanceId: site.id,
    accountId: site.accountId,
  };
}
