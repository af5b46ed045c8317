/** Sign-in, sign-up and sign-out on the site's own pages. */
import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import type { RequestInfo } from '../../http/bind.ts';
import type { OpenCtx, SiteCtx } from '../../kernel/ctx.ts';
import type { HttpResponse } from '../../kernel/http-response.ts';
import { findMember } from '../members/store.ts';
import { memberToWire } from '../members/wire.ts';
import { signAccessToken } from '../oauth/access-token.ts';
import { clearCookie, readCookie } from '../sessions/cookies.ts';
import { endSessionFamily, resumeBrowserSession } from '../sessions/sessions.ts';
import { advance } from '../sign-in/advance.ts';
import { checkCredentials } from '../sign-in/check-credentials.ts';
import { registerMember } from '../sign-in/register.ts';
import { deviceOfBrowser } from './browser-device.ts';
import { continueSignIn } from './continue-sign-in.ts';
import { allowServerOrSameOrigin, jsonResponse, requireSameOrigin } from './same-origin.ts';

type Endpoints = typeof identityEndpoints;

/** The lifetime is short, because the site's server requests a new token for each page. */
const ACCESS_TOKEN_LIFETIME_SECONDS = 600;

export async function hostedSignIn(
  ctx: OpenCtx,
  { body }: Input<Endpoints['hostedSignIn']>,
  info: RequestInfo,
): Promise<HttpResponse> {
  const siteCtx = await requireSameOrigin(ctx, info);
  const { device, cookies } = deviceOfBrowser(siteCtx.site, info);
  const member = await checkCredentials(siteCtx, body, device);
  return continueSignIn(siteCtx, await advance(siteCtx, member, device), body.request, info, cookies);
}

export async function hostedSignUp(
  ctx: OpenCtx,
  { body }: Input<Endpoints['hostedSignUp']>,
  info: RequestInfo,
): Promise<HttpResponse> {
  const siteCtx = await requireSameOrigin(ctx, info);
  const { device, cookies } = deviceOfBrowser(siteCtx.site, info);
  const result = await registerMember(siteCtx, body, device);
  return continueSignIn(siteCtx, result, body.request, info, cookies);
}

export async function hostedSignOut(ctx: OpenCtx, _input: unknown, info: RequestInfo): Promise<HttpResponse> {
  const siteCtx = await requireSameOrigin(ctx, info);
  await endCookieSession(siteCtx, info);
  return jsonResponse({ redirectTo: '/signed-out' }, [
    clearCookie(siteCtx.site, 'session'),
    clearCookie(siteCtx.site, 'step'),
  ]);
}

/**
 * Returns the member of the cookie and an access token. Called by the site's server, which forwards cookie and host.
 */
export async function getSession(
  ctx: OpenCtx,
  _input: unknown,
  info: RequestInfo,
): Promise<Output<Endpoints['getSession']>> {
  const { site } = await allowServerOrSameOrigin(ctx, info);
  const session = await resumeBrowserSession(ctx, site, readCookie(site, 'session', info));
  const member = session ? await findMember(ctx.db, site.id, session.member_id) : undefined;
  if (!session || !member) return { member: null };
  const subject = { kind: 'member', id: member.id, sessionId: session.id } as const;
  return {
    member: memberToWire(member, 'FULL'),
    accessToken: await signAccessToken(ctx, site, subject, ACCESS_TOKEN_LIFETIME_SECONDS),
    expiresInSeconds: ACCESS_TOKEN_LIFETIME_SECONDS,
  };
}

async function endCookieSession(ctx: SiteCtx, info: RequestInfo): Promise<void> {
  const session = await resumeBrowserSession(ctx, ctx.site, readCookie(ctx.site, 'session', info));
  if (session) await endSessionFamily(ctx, ctx.site, session.id);
}
