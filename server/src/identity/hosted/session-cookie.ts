import type { RequestInfo } from '../../http/bind.ts';
import type { Site } from '../../kernel/ctx.ts';
import { SESSION_DAYS } from '../sessions/sessions.ts';

/**
 * The cookie of the hosted pages: its own name a site, so that sites on one host (ports, development) keep apart.
 * Http-only: a script planted in the site cannot carry it off. `__Host-` ties it to this very host over HTTPS: a
 * sibling domain cannot plant one. Lax, not Strict: the authorize request is a navigation from another site.
 */
export const setSessionCookie = (site: Site, secret: string): string =>
  `${cookieName(site)}=${secret}; ${attributes(site)}; Max-Age=${SESSION_DAYS * 86_400}`;

export const clearSessionCookie = (site: Site): string => `${cookieName(site)}=; ${attributes(site)}; Max-Age=0`;

export const readSessionCookie = (site: Site, info: RequestInfo): string | undefined =>
  info.cookies[cookieName(site)] || undefined;

const cookieName = (site: Site): string => `${isHttps(site) ? '__Host-' : ''}portico-session-${site.shortId}`;

const attributes = (site: Site): string => `Path=/; HttpOnly; SameSite=Lax${isHttps(site) ? '; Secure' : ''}`;

const isHttps = (site: Site): boolean => site.origin.startsWith('https:');
