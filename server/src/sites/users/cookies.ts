import type { RequestInfo } from '../../http/bind.ts';
import type { Ctx } from '../../kernel/ctx.ts';

/** The dashboard's cookies: the session, and the proof that a user has signed in from this browser before. */
type Name = 'portico-dashboard' | 'portico-dashboard-device';

/** `__Host-` binds the cookie to this exact host over HTTPS, so that a sibling domain cannot plant one. */
const cookieNameOf = (ctx: Ctx, name: Name): string => (isHttps(ctx) ? `__Host-${name}` : name);

export const readCookie = (ctx: Ctx, request: RequestInfo, name: Name): string | undefined =>
  request.cookies[cookieNameOf(ctx, name)];

/** Returns a Set-Cookie header; `maxAgeSeconds` 0 deletes the cookie. */
export function toSetCookieHeader(ctx: Ctx, name: Name, value: string, maxAgeSeconds: number): string {
  const secure = isHttps(ctx) ? '; Secure' : '';
  return `${cookieNameOf(ctx, name)}=${value}; Path=/; HttpOnly; SameSite=Strict${secure}; Max-Age=${maxAgeSeconds}`;
}

const isHttps = (ctx: Ctx): boolean => ctx.env.dashboardOrigin.startsWith('https:');
