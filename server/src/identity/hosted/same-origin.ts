/**
 * Restricts calls to the site's own pages: the Origin header, which scripts cannot forge, must be the site's. Threat:
 * login CSRF, by which a page of an attacker signs the visitor in to the attacker's account and reads what the visitor
 * enters there.
 */
import type { RequestInfo } from '../../http/bind.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { OpenCtx, SiteCtx } from '../../kernel/ctx.ts';
import { HttpResponse } from '../../kernel/http-response.ts';

/** @throws AppError FOREIGN_ORIGIN, SITE_NOT_FOUND */
export async function requireSameOrigin(ctx: OpenCtx, info: RequestInfo): Promise<SiteCtx> {
  const siteCtx = await ctxOfHost(ctx, info);
  if (info.origin !== siteCtx.site.origin) throw new AppError('FOREIGN_ORIGIN');
  return siteCtx;
}

/**
 * Restricts calls that only read. The site's server makes them without an Origin header; scripts of its pages make them
 * with the site's origin.
 */
export const allowServerOrSameOrigin = (ctx: OpenCtx, info: RequestInfo): Promise<SiteCtx> =>
  info.origin === null ? ctxOfHost(ctx, info) : requireSameOrigin(ctx, info);

async function ctxOfHost(ctx: OpenCtx, info: RequestInfo): Promise<SiteCtx> {
  const site = await ctx.env.siteOfHost(info.host);
  if (!site) throw new AppError('SITE_NOT_FOUND');
  // Keeps the visitor of the token, so that what the visitor created belongs to the new member.
  return { ...ctx, site, caller: ctx.site?.id === site.id ? ctx.caller : { kind: 'unauthenticated' } };
}

export const jsonResponse = (body: unknown, cookies: readonly string[] = []): HttpResponse =>
  new HttpResponse(
    200,
    { 'content-type': 'application/json; charset=utf-8', 'set-cookie': cookies },
    JSON.stringify(body),
  );
