/**
 * Calls of the site's own pages. A page of another origin cannot make them for a visitor: the Origin header, which no
 * script can forge, must be the site's. That stops login CSRF, by which an attacker signs the visitor in as the
 * attacker and reads what is entered then.
 */
import type { RequestInfo } from '../../http/bind.ts';
import { Answer } from '../../kernel/answer.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { OpenCtx, SiteCtx } from '../../kernel/ctx.ts';

/** @throws AppError FOREIGN_ORIGIN, SITE_NOT_FOUND */
export async function fromOwnPage(ctx: OpenCtx, info: RequestInfo): Promise<SiteCtx> {
  const onSite = await onSiteOfHost(ctx, info);
  if (info.origin !== onSite.site.origin) throw new AppError('FOREIGN_ORIGIN');
  return onSite;
}

/** For what only reads: the site's server asks without an Origin, a script with the site's. */
export const readByOwnPage = (ctx: OpenCtx, info: RequestInfo): Promise<SiteCtx> =>
  info.origin === null ? onSiteOfHost(ctx, info) : fromOwnPage(ctx, info);

async function onSiteOfHost(ctx: OpenCtx, info: RequestInfo): Promise<SiteCtx> {
  const site = await ctx.env.siteOfHost(info.host);
  if (!site) throw new AppError('SITE_NOT_FOUND');
  // A visitor's token may come along, so that who signs up stays the same visitor; one of another site's means nothing.
  return { ...ctx, site, caller: ctx.site?.id === site.id ? ctx.caller : { kind: 'nobody' } };
}

export const json = (body: unknown, cookies: readonly string[] = []): Answer =>
  new Answer(200, { 'content-type': 'application/json; charset=utf-8', 'set-cookie': cookies }, JSON.stringify(body));
