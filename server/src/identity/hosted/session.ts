/** Signing in, up and out on the site's own pages. */
import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import type { RequestInfo } from '../../http/bind.ts';
import type { Answer } from '../../kernel/answer.ts';
import type { OpenCtx, SiteCtx } from '../../kernel/ctx.ts';
import { findMember } from '../members/store.ts';
import { memberToWire } from '../members/wire.ts';
import { signAccessToken } from '../oauth/access-token.ts';
import { clearCookie, readCookie } from '../sessions/cookies.ts';
import { endSessionFamily, useBrowserSession } from '../sessions/sessions.ts';
import { advance } from '../sign-in/advance.ts';
import { checkCredentials } from '../sign-in/check-credentials.ts';
import { registerMember } from '../sign-in/register.ts';
import { deviceOfBrowser } from './browser-device.ts';
import { goOn } from './go-on.ts';
import { fromOwnPage, json, readByOwnPage } from './own-page.ts';

type Endpoints = typeof identityEndpoints;

/** the site's server asks for a new one with each page */
const ACCESS_SECONDS = 600;

export async function hostedSignIn(
  ctx: OpenCtx,
  { body }: Input<Endpoints['hostedSignIn']>,
  info: RequestInfo,
): Promise<Answer> {
  const onSite = await fromOwnPage(ctx, info);
  const { device, cookies } = deviceOfBrowser(onSite.site, info);
  const member = await checkCredentials(onSite, body, device);
  return goOn(onSite, await advance(onSite, member, device), body.request, info, cookies);
}

export async function hostedSignUp(
  ctx: OpenCtx,
  { body }: Input<Endpoints['hostedSignUp']>,
  info: RequestInfo,
): Promise<Answer> {
  const onSite = await fromOwnPage(ctx, info);
  const { device, cookies } = deviceOfBrowser(onSite.site, info);
  const stand = await registerMember(onSite, body, device);
  return goOn(onSite, stand, body.request, info, cookies);
}

export async function hostedSignOut(ctx: OpenCtx, _input: unknown, info: RequestInfo): Promise<Answer> {
  const onSite = await fromOwnPage(ctx, info);
  await endCookieSession(onSite, info);
  return json({ redirectTo: '/signed-out' }, [clearCookie(onSite.site, 'session'), clearCookie(onSite.site, 'step')]);
}

/** The member of the cookie, with a short access token; called by the site's server, which passes cookie and host on. */
export async function getSession(
  ctx: OpenCtx,
  _input: unknown,
  info: RequestInfo,
): Promise<Output<Endpoints['getSession']>> {
  const { site } = await readByOwnPage(ctx, info);
  const session = await useBrowserSession(ctx, site, readCookie(site, 'session', info));
  const member = session ? await findMember(ctx.db, site.id, session.member_id) : undefined;
  if (!session || !member) return { member: null };
  const subject = { kind: 'member', id: member.id, sessionId: session.id } as const;
  return {
    member: memberToWire(member, 'FULL'),
    accessToken: await signAccessToken(ctx, site, subject, ACCESS_SECONDS),
    expiresInSeconds: ACCESS_SECONDS,
  };
}

async function endCookieSession(ctx: SiteCtx, info: RequestInfo): Promise<void> {
  const session = await useBrowserSession(ctx, ctx.site, readCookie(ctx.site, 'session', info));
  if (session) await endSessionFamily(ctx, ctx.site, session.id);
}
