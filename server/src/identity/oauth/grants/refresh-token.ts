import { AppError } from '../../../kernel/app-error.ts';
import type { OpenCtx } from '../../../kernel/ctx.ts';
import { hashSecret } from '../../../kernel/ids.ts';
import { useRefreshToken } from '../../sessions/refresh-tokens.ts';
import { findRefreshToken } from '../../sessions/store.ts';
import { type TokenAnswer, tokenAnswer } from '../access-token.ts';
import { type Client, findClient, namedClient } from '../client.ts';
import { required, type TokenRequest } from '../token-request.ts';
import { signVisitorRefreshToken } from '../visitor-refresh-token.ts';

/**
 * A new access token, and the refresh token to go on with: the same one, which the vendor's SDK sends several times at
 * once, or a new one where the app rotates them (identity contract sections 0 and 2). The client id may be absent.
 */
export async function refreshToken(ctx: OpenCtx, asked: TokenRequest): Promise<TokenAnswer> {
  const token = required(asked, 'refreshToken');
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
