/**
 * Signing in, up and out on the site's own pages. A page of another origin cannot call these for a visitor: the
 * Origin header, which no script can forge, must be the site's. That stops login CSRF, by which an attacker signs the
 * visitor in as the attacker and reads what is entered then.
 */
import type { Input, Output } from '@portico/contract/endpoint';
import type { identityEndpoints } from '@portico/contract/identity';
import type { RequestInfo } from '../../http/bind.ts';
import { Answer } from '../../kernel/answer.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { OpenCtx, SiteCtx } from '../../kernel/ctx.ts';
import { continueUrl } from '../authorize/sign-in-request.ts';
import { findMember } from '../members/store.ts';
import { memberToWire } from '../members/wire.ts';
import { signAccessToken } from '../oauth/access-token.ts';
import { endSessionFamily, startBrowserSession, useBrowserSession } from '../sessions/sessions.ts';
import { checkCredentials } from '../sign-in/login.ts';
import { registerMember } from '../sign-in/register.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './session-cookie.ts';

type Endpoints = typeof identityEndpoints;

/** the site's server asks for a new one with each page */
const ACCESS_SECONDS = 600;

export async function hostedSignIn(
  ctx: OpenCtx,
  { body }: Input<Endpoints['hostedSignIn']>,
  info: RequestInfo,
): Promise<Answer> {
  const onSite = await fromOwnPage(ctx, info);
  const member = await checkCredentials(onSite, body.email, body.password);
  return startSession(onSite, member.id, body.request, info);
}

export async function hostedSignUp(
  ctx: OpenCtx,
  { body }: Input<Endpoints['hostedSignUp']>,
  info: RequestInfo,
): Promise<Answer> {
  const onSite = await fromOwnPage(ctx, info);
  const member = await registerMember(onSite, body);
  return startSession(onSite, member.id, body.request, info);
}

export async function hostedSignOut(ctx: OpenCtx, _input: unknown, info: RequestInfo): Promise<Answer> {
  const onSite = await fromOwnPage(ctx, info);
  await endCookieSession(onSite, info);
  return json({ redirectTo: '/' }, clearSessionCookie(onSite.site));
}

/** The member of the cookie, with a short access token; called by the site's server, which passes cookie and host on. */
export async function getSession(
  ctx: OpenCtx,
  _input: unknown,
  info: RequestInfo,
): Promise<Output<Endpoints['getSession']>> {
  const { site } = info.origin === null ? await siteOf(ctx, info) : await fromOwnPage(ctx, info);
  const session = await useBrowserSession(ctx, site, readSessionCookie(site, info));
  const member = session ? await findMember(ctx.db, site.id, session.member_id) : undefined;
  if (!session || !member) return { member: null };
  const subject = { kind: 'member', id: member.id, sessionId: session.id } as const;
  return {
    member: memberToWire(member, 'FULL'),
    accessToken: await signAccessToken(ctx, site, subject, ACCESS_SECONDS),
    expiresInSeconds: ACCESS_SECONDS,
  };
}

/** A fresh secret at each sign-in, and the former session ended: a cookie planted before is worth nothing (fixation). */
async function startSession(
  ctx: SiteCtx,
  memberId: string,
  kept: string | undefined,
  info: RequestInfo,
): Promise<Answer> {
  await endCookieSession(ctx, info);
  const { secret } = await startBrowserSession(ctx, ctx.site, memberId, { userAgent: info.headers['user-agent'] });
  return json({ redirectTo: await continueUrl(ctx, ctx.site, kept) }, setSessionCookie(ctx.site, secret));
}

async function endCookieSession(ctx: SiteCtx, info: RequestInfo): Promise<void> {
  const session = await useBrowserSession(ctx, ctx.site, readSessionCookie(ctx.site, info));
  if (session) await endSessionFamily(ctx, ctx.site, session.id);
}

async function fromOwnPage(ctx: OpenCtx, info: RequestInfo): Promise<SiteCtx> {
  const onSite = await siteOf(ctx, info);
  if (info.origin !== onSite.site.origin) throw new AppError('FOREIGN_ORIGIN');
  return onSite;
}

async function siteOf(ctx: OpenCtx, info: RequestInfo): Promise<SiteCtx> {
  const site = await ctx.env.siteOfHost(info.host);
  if (!site) throw new AppError('SITE_NOT_FOUND');
  // A visitor's token may come along, so that who signs up stays the same visitor; one of another site's means nothing.
  return { ...ctx, site, caller: ctx.site?.id === site.id ? ctx.caller : { kind: 'nobody' } };
}

const json = (body: unknown, cookie: string): Answer =>
  new Answer(200, { 'content-type': 'application/json; charset=utf-8', 'set-cookie': cookie }, JSON.stringify(body));
