import type { RequestInfo } from '../../../http/bind.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { OpenCtx } from '../../../kernel/ctx.ts';
import { isGuid, newId } from '../../../kernel/ids.ts';
import { findMember } from '../../members/store.ts';
import { mayImpersonate } from '../../permissions.ts';
import { redeemSessionToken, startAppSession } from '../../sessions/sessions.ts';
import { buildTokenResponse, type TokenResponse } from '../access-token.ts';
import { findClient } from '../client.ts';
import { requireParam, type TokenRequest } from '../token-request.ts';

/**
 * Issues tokens of a member to an API key, for sites that sign people in elsewhere. The request is authorized with
 * `<access token>,<api key>`. If it contains the session token of a sign-on, that token must belong to the member.
 */
export async function authorizedClient(
  ctx: OpenCtx,
  params: TokenRequest,
  request: RequestInfo,
): Promise<TokenResponse> {
  const { site } = ctx;
  if (!site || !mayImpersonate(ctx.caller)) throw new AppError('unauthorized_client');
  const memberId = requireParam(params, 'memberId');
  const member = isGuid(memberId) ? await findMember(ctx.db, site.id, memberId) : undefined;
  if (member?.status !== 'ACTIVE') throw new AppError('invalid_grant');
  if (params.sessionToken && (await redeemSessionToken(ctx, site, params.sessionToken)) !== member.id) {
    throw new AppError('invalid_grant');
  }
  const appId = await appOf(ctx, params);
  const from = { sessionId: newId(), memberId: member.id, appId, parentId: null };
  const refreshToken = await startAppSession(ctx, site, from, { userAgent: request.headers['user-agent'] });
  return buildTokenResponse(
    ctx,
    site,
    { kind: 'member', id: member.id, appId: appId ?? undefined, sessionId: from.sessionId },
    refreshToken,
  );
}

/**
 * Returns the app that the request names, or else the app of the access token that accompanies the API key. Returns
 * null if the site has no such app; the member then gets no refresh token.
 */
async function appOf(ctx: OpenCtx, params: TokenRequest): Promise<string | null> {
  const paired = ctx.paired?.kind === 'visitor' || ctx.paired?.kind === 'member' ? ctx.paired.appId : null;
  const client = await findClient(ctx, params.clientId ?? paired ?? undefined);
  return client && client.site.id === ctx.site?.id ? client.app.id : null;
}
