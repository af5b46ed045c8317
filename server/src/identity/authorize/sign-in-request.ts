/** The authorize request, kept in a signed parameter while the member signs in on the hosted pages. */
import type { Ctx, Site } from '../../kernel/ctx.ts';
import type { AuthorizeParams, AuthorizeRequest } from './authorize-request.ts';

const LIFETIME_SECONDS = 3_600;

/** The hosted page to go to: sign-up where the client asks for it, else sign-in. */
export async function signInPage(ctx: Ctx, { site, app, params }: AuthorizeRequest): Promise<string> {
  const kept = { site: site.id, kind: 'visitor', subject: 'authorize', app: app.id, extra: { params } } as const;
  const state = await ctx.env.tokens.sign('redirect', kept, LIFETIME_SECONDS, ctx.now);
  const path = params.prompt === 'signup' ? '/sign-up' : '/sign-in';
  const { lang } = params;
  return `${site.origin}${path}?${new URLSearchParams({ state, ...(lang ? { lang } : {}) })}`;
}

/**
 * Where to go on after signing in: the authorize URL of the kept request, or the account page. A request that is
 * forged, expired or of another site counts as none, so that no link can lead elsewhere (open redirect).
 */
export async function continueUrl(ctx: Ctx, site: Site, kept: string | undefined): Promise<string> {
  const claims = kept ? await ctx.env.tokens.verify('redirect', kept, ctx.now) : null;
  if (!claims || claims.site !== site.id || claims.subject !== 'authorize') return '/account';
  // A session token in it was refused already, and prompt would ask again.
  const { sessionToken: _used, prompt: _asked, ...params } = (claims.extra?.params ?? {}) as AuthorizeParams;
  return authorizeUrl(site, params);
}

/** The authorize request as real pages carry it: camelCase in the query (identity contract section 4). */
export const authorizeUrl = (site: Site, params: Readonly<Record<string, string>>): string =>
  `${authorizeEndpoint(site)}?${new URLSearchParams(params)}`;

export const authorizeEndpoint = (site: Site): string => `${site.origin}/_api/oauth2/authorize`;
