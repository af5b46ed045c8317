import type { RequestInfo } from '../../../http/bind.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { OpenCtx } from '../../../kernel/ctx.ts';
import { isGuid, newId } from '../../../kernel/ids.ts';
import { findMember } from '../../members/store.ts';
import { mayImpersonate } from '../../permissions.ts';
import { startAppSession, takeSessionToken } from '../../sessions/sessions.ts';
import { type TokenAnswer, tokenAnswer } from '../access-token.ts';
import { findClient } from '../client.ts';
import { required, type TokenRequest } from '../token-request.ts';

/**
 * Tokens of a member on the word of an API key, for sites that sign people in elsewhere: the request comes with
 * `<access token>,<api key>`. With a session token of a sign-on, that token must be the member's.
 */
export async function authorizedClient(ctx: OpenCtx, asked: TokenRequest, request: RequestInfo): Promise<TokenAnswer> {
  const { site } = ctx;
  if (!site || !mayImpersonate(ctx.caller)) throw new AppError('unauthorized_client');
  const memberId = required(asked, 'memberId');
  const member = isGuid(memberId) ? await findMember(ctx.db, site.id, memberId) : undefined;
  if (member?.status !== 'ACTIVE') throw new AppError('invalid_grant');
  if (asked.sessionToken && (await takeSessionToken(ctx, site, asked.sessionToken)) !== member.id) {
    throw new AppError('invalid_grant');
  }
  const appId = await appOf(ctx, asked);
  const from = { sessionId: newId(), memberId: member.id, appId, parentId: null };
  const refreshToken = await startAppSession(ctx, site, from, { userAgent: request.headers['user-agent'] });
  return tokenAnswer(
    ctx,
    site,
    { kind: 'member', id: member.id, appId: appId ?? undefined, sessionId: from.sessionId },
    refreshToken,
  );
}

/** The app of the visitor's token that came along with the key, or the one named; a refresh token needs one. */
async function appOf(ctx: OpenCtx, asked: TokenRequest): Promise<string | null> {
  const paired = ctx.paired?.kind === 'visitor' || ctx.paired?.kind === 'member' ? ctx.paired.appId : null;
  const client = await findClient(ctx, asked.clientId ?? paired ?? undefined);
  return client && client.site.id === ctx.site?.id ? client.app.id : null;
}
