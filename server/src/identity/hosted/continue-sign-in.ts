import type { RequestInfo } from '../../http/bind.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import type { HttpResponse } from '../../kernel/http-response.ts';
import { buildContinueUrl } from '../authorize/sign-in-request.ts';
import type { State } from '../members/steps.ts';
import { clearCookie, readCookie, setCookie } from '../sessions/cookies.ts';
import { endSessionFamily, resumeBrowserSession, startBrowserSession } from '../sessions/sessions.ts';
import type { SignInResult } from '../sign-in/advance.ts';
import { jsonResponse } from './same-origin.ts';

const PAGES: { readonly [state in State]?: string } = {
  REQUIRE_EMAIL_VERIFICATION: '/verify-email',
  REQUIRE_MISSING_FIELDS: '/complete-profile',
  REQUIRE_OWNER_APPROVAL: '/waiting',
};

/**
 * Responds with the next page: the page of the due step, with a cookie that identifies the sign-in, or the destination
 * after the sign-in, with a session cookie.
 * @param appRequest signed authorize request of the app that waits for the sign-in, if any
 * @param destination address to open after the sign-in, already checked; by default, the address in `appRequest`
 */
export async function continueSignIn(
  ctx: SiteCtx,
  { state, member, stateToken }: SignInResult,
  appRequest: string | undefined,
  info: RequestInfo,
  cookies: readonly string[],
  destination?: string,
): Promise<HttpResponse> {
  const { site } = ctx;
  if (state === 'SUCCESS') {
    const redirectTo = destination ?? (await buildContinueUrl(ctx, site, appRequest));
    const session = await startSession(ctx, member.id, info);
    return jsonResponse({ redirectTo }, [...cookies, session, clearCookie(site, 'step')]);
  }
  const page = PAGES[state];
  if (!page || !stateToken) throw new Error(`There is no page for the state ${state}`);
  const redirectTo = appRequest ? `${page}?${new URLSearchParams({ state: appRequest })}` : page;
  return jsonResponse({ redirectTo }, [...cookies, setCookie(site, 'step', stateToken)]);
}

/**
 * Creates a new secret and ends the previous session at each sign-in, which prevents session fixation by a planted
 * cookie.
 */
async function startSession(ctx: SiteCtx, memberId: string, info: RequestInfo): Promise<string> {
  const { site } = ctx;
  const previous = await resumeBrowserSession(ctx, site, readCookie(site, 'session', info));
  if (previous) await endSessionFamily(ctx, site, previous.id);
  const { secret } = await startBrowserSession(ctx, site, memberId, { userAgent: info.headers['user-agent'] });
  return setCookie(site, 'session', secret);
}
