/**
 * Cookies of the hosted pages, their own names a site, so that sites on one host (ports, development) keep apart.
 * Http-only: a script planted in the site cannot carry them off. `__Host-` ties them to this very host over HTTPS: a
 * sibling domain cannot plant one. Lax, not Strict: the authorize request is a navigation from another site.
 */
import type { RequestInfo } from '../../http/bind.ts';
import type { Site } from '../../kernel/ctx.ts';
import { SESSION_DAYS } from './sessions.ts';

/** session: who is signed in; step: the sign-in that waits for a step; device: where a member has signed in before */
type Kind = 'session' | 'step' | 'device';

const DAY_SECONDS = 86_400;
const LIFETIME_SECONDS: Readonly<Record<Kind, number>> = {
  session: SESSION_DAYS * DAY_SECONDS,
  step: DAY_SECONDS,
  device: 400 * DAY_SECONDS,
};

export const setCookie = (site: Site, kind: Kind, value: string): string =>
  `${cookieName(site, kind)}=${value}; ${attributes(site)}; Max-Age=${LIFETIME_SECONDS[kind]}`;

export const clearCookie = (site: Site, kind: Kind): string =>
  `${cookieName(site, kind)}=; ${attributes(site)}; Max-Age=0`;

export const readCookie = (site: Site, kind: Kind, info: RequestInfo): string | undefined =>
  info.cookies[cookieName(site, kind)] || undefined;

const cookieName = (site: Site, kind: Kind): string =>
  `${isHttps(site) ? '__Host-' : ''}portico-${kind}-${site.shortId}`;

const attributes = (site: Site): string => `Path=/; HttpOnly; SameSite=Lax${isHttps(site) ? '; Secure' : ''}`;

const isHttps = (site: Site): boolean => site.origin.startsWith('https:');
