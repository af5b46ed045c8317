import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import { ViolationError } from '../../kernel/app-error.ts';
import type { OpenCtx } from '../../kernel/ctx.ts';
import type { VerifiedToken } from '../../kernel/tokens.ts';
import { isSessionEnded } from '../sessions/store.ts';
import { unwrap } from './envelope.ts';

type Endpoint = (typeof identityEndpoints)['tokenInfo'];

/**
 * Describes an access token (RFC 7662). Anyone who holds the token may read its description; any other text is reported
 * as inactive.
 */
export async function tokenInfo(ctx: OpenCtx, { body }: Input<Endpoint>): Promise<Output<Endpoint>> {
  const { token: text } = body.token === undefined ? unwrap(body.body) : body;
  if (typeof text !== 'string') {
    throw new ViolationError([{ field: 'token', description: 'must be present', violatedRule: 'REQUIRED_FIELD' }]);
  }
  const token = text.replace(/^Bearer\s+/i, '');
  const claims = await ctx.env.tokenSigner.verify('access', token, ctx.now);
  const site = claims ? await ctx.env.site(claims.site) : null;
  if (!claims || !site || !(await isAlive(ctx, claims))) return { active: false };
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

/** True unless the app was deleted or the session has ended. */
async function isAlive(ctx: OpenCtx, { site, app, session }: VerifiedToken): Promise<boolean> {
  if (app && !(await ctx.env.app(app))) return false;
  return !session || !(await isSessionEnded(ctx.db, site, session));
}
