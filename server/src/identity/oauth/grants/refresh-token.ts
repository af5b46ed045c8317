import { AppError } from '../../../kernel/app-error.ts';
import type { OpenCtx } from '../../../kernel/ctx.ts';
import { hashSecret } from '../../../kernel/ids.ts';
import { useRefreshToken } from '../../sessions/refresh-tokens.ts';
import { findRefreshToken } from '../../sessions/store.ts';
import { type TokenAnswer, tokenAnswer } from '../access-token.ts';
import { isAppRefreshToken, isRefreshTokenOf } from '../app-refresh-token.ts';
import { type Client, confidentialClient, findClient, namedClient } from '../client.ts';
import { required, type TokenRequest } from '../token-request.ts';
import { signVisitorRefreshToken } from '../visitor-refresh-token.ts';

/**
 * A new access token and the refresh token to use next: the same one, which the vendor's SDK sends several times at
 * once, or a new one if the app rotates them (identity contract sections 0 and 2). The client id may be absent, except
 * for the token of an app.
 */
export async function refreshToken(ctx: OpenCtx, asked: TokenRequest): Promise<TokenAnswer> {
  const token = required(asked, 'refreshToken');
  if (isAppRefreshToken(token)) return refreshApp(ctx, asked, token);
  return token.split('.').length === 3 ? refreshVisitor(ctx, asked, token) : refreshMember(ctx, asked, token);
}

async function refreshVisitor(ctx: OpenCtx, asked: TokenRequest, token: string): Promise<TokenAnswer> {
  const claims = await ctx.env.tokens.verify('visitor-refresh', token, ctx.now);
  if (claims?.kind !== 'visitor') throw new AppError('invalid_grant');
  const { app, site } = await clientOf(ctx, asked, claims.app);
  if (site.id !== claims.site) throw new AppError('invalid_grant');
  return tokenAnswer(
    ctx,
    site,
    { kind: 'visitor', id: claims.subject, appId: app.id },
    await signVisitorRefreshToken(ctx, site, claims.subject, app.id),
  );
}

/** The vendor's clients send this one to `/oauth/access`. */
async function refreshApp(ctx: OpenCtx, asked: TokenRequest, token: string): Promise<TokenAnswer> {
  const client = await confidentialClient(ctx, asked);
  if (!isRefreshTokenOf(ctx, client, token)) throw new AppError('invalid_grant');
  const { app, site } = client;
  return tokenAnswer(ctx, site, { kind: 'app', id: app.id, appId: app.id }, token);
}

async function refreshMember(ctx: OpenCtx, asked: TokenRequest, token: string): Promise<TokenAnswer> {
  const site = await ctx.env.siteOfShortId(token.slice(0, token.indexOf('.')));
  const session = site ? await findRefreshToken(ctx.db, site.id, hashSecret(token), ctx.now) : undefined;
  if (!site || !session) throw new AppError('invalid_grant');
  const { app } = await clientOf(ctx, asked, session.app_id);
  const next = await useRefreshToken(ctx, site, token, session, app.rotate_refresh_tokens);
  if (next === null) throw new AppError('invalid_grant');
  const subject = { kind: 'member', id: session.member_id, appId: app.id, sessionId: session.session_id } as const;
  return tokenAnswer(ctx, site, subject, next);
}

/** The client that the token was made for; another one that is named may not use it (RFC 6749, section 6). */
async function clientOf(ctx: OpenCtx, asked: TokenRequest, appId: string | undefined): Promise<Client> {
  const client = asked.clientId ? await namedClient(ctx, asked) : await findClient(ctx, appId);
  if (!client || client.app.id !== appId) throw new AppError('invalid_grant');
  return client;
}
