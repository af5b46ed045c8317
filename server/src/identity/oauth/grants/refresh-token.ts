import { AppError } from '../../../kernel/app-error.ts';
import type { OpenCtx } from '../../../kernel/ctx.ts';
import { hashSecret } from '../../../kernel/ids.ts';
import { redeemRefreshToken } from '../../sessions/refresh-tokens.ts';
import { findRefreshToken } from '../../sessions/store.ts';
import { buildTokenResponse, type TokenResponse } from '../access-token.ts';
import { isAppRefreshToken, isRefreshTokenOf } from '../app-refresh-token.ts';
import { type Client, findClient, requireClient, requireConfidentialClient } from '../client.ts';
import { requireParam, type TokenRequest } from '../token-request.ts';
import { signVisitorRefreshToken } from '../visitor-refresh-token.ts';

/**
 * Issues a new access token and the refresh token to use next: the same one, because the vendor's SDK sends it several
 * times in parallel, or a new one if the app rotates them (identity contract sections 0 and 2). The client id is
 * optional, except for the refresh token of an app.
 */
export async function refreshToken(ctx: OpenCtx, params: TokenRequest): Promise<TokenResponse> {
  const token = requireParam(params, 'refreshToken');
  if (isAppRefreshToken(token)) return refreshApp(ctx, params, token);
  return token.split('.').length === 3 ? refreshVisitor(ctx, params, token) : refreshMember(ctx, params, token);
}

async function refreshVisitor(ctx: OpenCtx, params: TokenRequest, token: string): Promise<TokenResponse> {
  const claims = await ctx.env.tokenSigner.verify('visitor-refresh', token, ctx.now);
  if (claims?.kind !== 'visitor') throw new AppError('invalid_grant');
  const { app, site } = await clientOf(ctx, params, claims.app);
  if (site.id !== claims.site) throw new AppError('invalid_grant');
  return buildTokenResponse(
    ctx,
    site,
    { kind: 'visitor', id: claims.subject, appId: app.id },
    await signVisitorRefreshToken(ctx, site, claims.subject, app.id),
  );
}

/** The vendor's clients send the refresh token of an app to `/oauth/access`. */
async function refreshApp(ctx: OpenCtx, params: TokenRequest, token: string): Promise<TokenResponse> {
  const client = await requireConfidentialClient(ctx, params);
  if (!isRefreshTokenOf(ctx, client, token)) throw new AppError('invalid_grant');
  const { app, site } = client;
  return buildTokenResponse(ctx, site, { kind: 'app', id: app.id, appId: app.id }, token);
}

async function refreshMember(ctx: OpenCtx, params: TokenRequest, token: string): Promise<TokenResponse> {
  const site = await ctx.env.siteOfShortId(token.slice(0, token.indexOf('.')));
  const session = site ? await findRefreshToken(ctx.db, site.id, hashSecret(token), ctx.now) : undefined;
  if (!site || !session) throw new AppError('invalid_grant');
  const { app } = await clientOf(ctx, params, session.app_id);
  const next = await redeemRefreshToken(ctx, site, token, session, app.rotate_refresh_tokens);
  if (next === null) throw new AppError('invalid_grant');
  const subject = { kind: 'member', id: session.member_id, appId: app.id, sessionId: session.session_id } as const;
  return buildTokenResponse(ctx, site, subject, next);
}

/** Returns the client that the token was issued to. Another client may not use the token (RFC 6749, section 6). */
async function clientOf(ctx: OpenCtx, params: TokenRequest, appId: string | undefined): Promise<Client> {
  const client = params.clientId ? await requireClient(ctx, params) : await findClient(ctx, appId);
  if (!client || client.app.id !== appId) throw new AppError('invalid_grant');
  return client;
}
