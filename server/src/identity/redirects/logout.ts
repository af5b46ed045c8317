import type { Input } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import type { RequestInfo } from '../../http/bind.ts';
import { Answer } from '../../kernel/answer.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { OpenCtx, Site } from '../../kernel/ctx.ts';
import { json } from '../hosted/own-page.ts';
import { assertPostFlowUrl } from '../oauth/allow-lists.ts';
import { findClient } from '../oauth/client.ts';
import { type Envelope, wrap } from '../oauth/envelope.ts';
import { clearCookie, readCookie } from '../sessions/cookies.ts';
import { endSessionFamily, useBrowserSession } from '../sessions/sessions.ts';

/**
 * GET /v1/logout: ends the session of the cookie and the one that the signed parameter names, with their refresh
 * tokens, and goes to the app's address, or to the site's home page. An address that is not on the app's lists is
 * refused before anything is ended. A call with a token ends the token's session too; its answer comes in an envelope,
 * because a script must not follow the redirect itself.
 */
export async function logout(
  ctx: OpenCtx,
  { query }: Input<(typeof identityEndpoints)['logout']>,
  info: RequestInfo,
): Promise<Answer> {
  if (ctx.caller.kind !== 'nobody') return json(await wrappedAnswer(() => endAndGo(ctx, query, info)));
  const { goTo, site } = await endAndGo(ctx, query, info);
  return new Answer(
    302,
    { location: goTo, 'cache-control': 'no-store', 'set-cookie': clearCookie(site, 'session') },
    '',
  );
}

interface Query {
  readonly clientId?: string;
  readonly postLogoutRedirectUri?: string;
  readonly session?: string;
}

async function endAndGo(ctx: OpenCtx, query: Query, info: RequestInfo): Promise<{ site: Site; goTo: string }> {
  const { site, goTo } = await destination(ctx, query, info);
  await endSignedSession(ctx, site, query.session);
  if (ctx.caller.kind === 'member' && ctx.site?.id === site.id) {
    await endSessionFamily(ctx, site, ctx.caller.sessionId);
  }
  const cookie = await useBrowserSession(ctx, site, readCookie(site, 'session', info));
  if (cookie) await endSessionFamily(ctx, site, cookie.id);
  return { site, goTo };
}

async function wrappedAnswer(work: () => Promise<{ goTo: string }>): Promise<Envelope> {
  try {
    return { statusCode: 302, body: '', headers: [{ key: 'location', value: (await work()).goTo }] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message: description, data } = error;
    return wrap(error.status, { message: description, details: { applicationError: { code, description, data } } });
  }
}

async function destination(ctx: OpenCtx, query: Query, info: RequestInfo): Promise<{ site: Site; goTo: string }> {
  const client = await findClient(ctx, query.clientId);
  if (query.clientId && !client) throw new AppError('INVALID_CLIENT');
  const site = client?.site ?? ctx.site ?? (await ctx.env.siteOfHost(info.host));
  if (!site) throw new AppError('INVALID_CLIENT');
  const { postLogoutRedirectUri } = query;
  if (!postLogoutRedirectUri) return { site, goTo: `${site.origin}/` };
  const lists = client?.app ?? { redirect_uris: [], redirect_domains: [] };
  assertPostFlowUrl(lists, site.origin, postLogoutRedirectUri);
  return { site, goTo: postLogoutRedirectUri };
}

/** Only a token that we signed for this purpose names a session: nobody can be signed out by a guessed id. */
async function endSignedSession(ctx: OpenCtx, site: Site, session: string | undefined): Promise<void> {
  const claims = session ? await ctx.env.tokens.verify('state', session, ctx.now) : null;
  if (claims?.kind === 'member' && claims.site === site.id && claims.session) {
    await endSessionFamily(ctx, site, claims.session);
  }
}
