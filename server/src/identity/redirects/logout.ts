import type { Input } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import type { RequestInfo } from '../../http/bind.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { OpenCtx, Site } from '../../kernel/ctx.ts';
import { HttpResponse } from '../../kernel/http-response.ts';
import { jsonResponse } from '../hosted/same-origin.ts';
import { assertPostFlowUrl } from '../oauth/allow-lists.ts';
import { findClient } from '../oauth/client.ts';
import { type Envelope, wrap } from '../oauth/envelope.ts';
import { clearCookie, readCookie } from '../sessions/cookies.ts';
import { endSessionFamily, resumeBrowserSession } from '../sessions/sessions.ts';

/**
 * GET /v1/logout: ends the session of the cookie and the session in the signed parameter, with their refresh tokens,
 * and redirects to the app's address or to the site's home page. Rejects an address that is not on the app's lists
 * before it ends anything. A call with an access token also ends the session of that token. Such a call gets the
 * redirect in an envelope, because a script must not follow a redirect itself.
 */
export async function logout(
  ctx: OpenCtx,
  { query }: Input<(typeof identityEndpoints)['logout']>,
  info: RequestInfo,
): Promise<HttpResponse> {
  if (ctx.caller.kind !== 'unauthenticated')
    return jsonResponse(await respondInEnvelope(() => endSessions(ctx, query, info)));
  const { redirectUri, site } = await endSessions(ctx, query, info);
  return new HttpResponse(
    302,
    { location: redirectUri, 'cache-control': 'no-store', 'set-cookie': clearCookie(site, 'session') },
    '',
  );
}

interface Query {
  readonly clientId?: string;
  readonly postLogoutRedirectUri?: string;
  readonly session?: string;
}

async function endSessions(
  ctx: OpenCtx,
  query: Query,
  info: RequestInfo,
): Promise<{ site: Site; redirectUri: string }> {
  const { site, redirectUri } = await findDestination(ctx, query, info);
  await endSessionOfToken(ctx, site, query.session);
  if (ctx.caller.kind === 'member' && ctx.site?.id === site.id) {
    await endSessionFamily(ctx, site, ctx.caller.sessionId);
  }
  const cookie = await resumeBrowserSession(ctx, site, readCookie(site, 'session', info));
  if (cookie) await endSessionFamily(ctx, site, cookie.id);
  return { site, redirectUri };
}

async function respondInEnvelope(work: () => Promise<{ redirectUri: string }>): Promise<Envelope> {
  try {
    return { statusCode: 302, body: '', headers: [{ key: 'location', value: (await work()).redirectUri }] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message: description, data } = error;
    return wrap(error.status, { message: description, details: { applicationError: { code, description, data } } });
  }
}

async function findDestination(
  ctx: OpenCtx,
  query: Query,
  info: RequestInfo,
): Promise<{ site: Site; redirectUri: string }> {
  const client = await findClient(ctx, query.clientId);
  if (query.clientId && !client) throw new AppError('INVALID_CLIENT');
  const site = client?.site ?? ctx.site ?? (await ctx.env.siteOfHost(info.host));
  if (!site) throw new AppError('INVALID_CLIENT');
  const { postLogoutRedirectUri } = query;
  if (!postLogoutRedirectUri) return { site, redirectUri: `${site.origin}/` };
  const lists = client?.app ?? { redirect_uris: [], redirect_domains: [] };
  assertPostFlowUrl(lists, site.origin, postLogoutRedirectUri);
  return { site, redirectUri: postLogoutRedirectUri };
}

/**
 * Accepts only a session in a token that was signed for this purpose, so that nobody can sign others out by guessing
 * ids.
 */
async function endSessionOfToken(ctx: OpenCtx, site: Site, session: string | undefined): Promise<void> {
  const claims = session ? await ctx.env.tokenSigner.verify('state', session, ctx.now) : null;
  if (claims?.kind === 'member' && claims.site === site.id && claims.session) {
    await endSessionFamily(ctx, site, claims.session);
  }
}
