import type { RequestInfo } from '../../http/bind.ts';
import type { Answer } from '../../kernel/answer.ts';
import type { SiteCtx } from '../../kernel/ctx.ts';
import { continueUrl } from '../authorize/sign-in-request.ts';
import type { State } from '../members/steps.ts';
import { clearCookie, readCookie, setCookie } from '../sessions/cookies.ts';
import { endSessionFamily, startBrowserSession, useBrowserSession } from '../sessions/sessions.ts';
import type { Stand } from '../sign-in/advance.ts';
import { json } from './own-page.ts';

const PAGES: { readonly [state in State]?: string } = {
  REQUIRE_EMAIL_VERIFICATION: '/verify-email',
  REQUIRE_MISSING_FIELDS: '/complete-profile',
  REQUIRE_OWNER_APPROVAL: '/waiting',
};

/**
 * Where the browser goes on: to the page of the step that is due, with a cookie that names the sign-in, or, signed in,
 * to where it was going.
 * @param kept the signed request of the app that waits, if any
 * @param goTo where to go on once signed in, checked before; else where `kept` says
 */
export async function goOn(
  ctx: SiteCtx,
  { state, member, stateToken }: Stand,
  kept: string | undefined,
  info: RequestInfo,
  cookies: readonly string[],
  goTo?: string,
): Promise<Answer> {
  const { site } = ctx;
  if (state === 'SUCCESS') {
    const redirectTo = goTo ?? (await continueUrl(ctx, site, kept));
    const session = await startSession(ctx, member.id, info);
    return json({ redirectTo }, [...cookies, session, clearCookie(site, 'step')]);
  }
  const page = PAGES[state];
  if (!page || !stateToken) throw new Error(`There is no page for the state ${state}`);
  const redirectTo = kept ? `${page}?${new URLSearchParams({ state: kept })}` : page;
  return json({ redirectTo }, [...cookies, setCookie(site, 'step', stateToken)]);
}

/** A fresh secret at each sign-in, and the former session ended: a cookie planted before is worth nothing (fixation). */
async function startSession(ctx: SiteCtx, memberId: string, info: RequestInfo): Promise<string> {
  const { site } = ctx;
  const former = await useBrowserSession(ctx, site, readCookie(site, 'session', info));
  if (former) await endSessionFamily(ctx, site, former.id);
  const { secret } = await startBrowserSession(ctx, site, memberId, { userAgent: info.headers['user-agent'] });
  return setCookie(site, 'session', secret);
}
