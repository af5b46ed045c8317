/** Carries the authorize request in a signed parameter while the member signs in on the hosted pages. */
import type { Ctx, Site } from '../../kernel/ctx.ts';
import type { AuthorizeParams, AuthorizeRequest } from './authorize-request.ts';

const LIFETIME_SECONDS = 3_600;

/** Returns the URL of the hosted sign-in page, or of the sign-up page if the client requests it. */
export async function buildSignInUrl(ctx: Ctx, { site, app, params }: AuthorizeRequest): Promise<string> {
  const claims = { site: site.id, kind: 'visitor', subject: 'authorize', app: app.id, extra: { params } } as const;
  const state = await ctx.env.tokenSigner.sign('redirect', claims, LIFETIME_SECONDS, ctx.now);
  const path = params.prompt === 'signup' ? '/sign-up' : '/sign-in';
  const { lang } = params;
  return `${site.origin}${path}?${new URLSearchParams({ state, ...(lang ? { lang } : {}) })}`;
}

/**
 * Returns the URL to open after the sign-in: the authorize URL of the signed request, or the account page. A request
 * that is forged, expired or of another site is ignored, which prevents open redirects.
 */
export async function buildContinueUrl(ctx: Ctx, site: Site, signedRequest: string | undefined): Promise<string> {
  const claims = signedRequest ? await ctx.env.tokenSigner.verify('redirect', signedRequest, ctx.now) : null;
  if (!claims || claims.site !== site.id || claims.subject !== 'authorize') return '/account';
  // Omits the session token, which was rejected before, and the prompt, which would show the page again.
  const { sessionToken: _sessionToken, prompt: _prompt, ...params } = (claims.extra?.params ?? {}) as AuthorizeParams;
  return authorizeUrl(site, params);
}

/** Returns the authorize URL with parameters in camelCase, as the vendor's pages do (identity contract section 4). */
export const authorizeUrl = (site: Site, params: Readonly<Record<string, string>>): string =>
  `${authorizeEndpoint(site)}?${new URLSearchParams(params)}`;

export const authorizeEndpoint = (site: Site): string => `${site.origin}/_api/oauth2/authorize`;
