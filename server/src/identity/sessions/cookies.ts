/**
 * Cookies of the hosted pages. Their names contain the site, so that sites on one host (different ports, in
 * development) do not share them. HttpOnly prevents injected scripts from reading them. The prefix `__Host-` prevents
 * sibling domains from setting them. SameSite is Lax, not Strict, because the authorize request is a navigation from
 * another site.
 */
import type { RequestInfo } from '../../http/bind.ts';
import type { Site } from '../../kernel/ctx.ts';
import { SESSION_DAYS } from './sessions.ts';

/**
 * `session` holds the signed-in session, `step` a sign-in that waits for a step, `device` a device on which a member
 * has signed in.
 */
type Kind = 'session' | 'step' | 'device';

const DAY_SECONDS = 86_400;
const LIFETIME_SECONDS: Readonly<Record<Kind, number>> = {
  session: SESSION_DAYS * DAY_SECONDS,
  step: DAY_SECONDS,
  device: 400 * DAY_SECONDS,
};

export const setCookie = (site: Site, kind: Kind, value: string): string =>
  `${cookieNameOf(site, kind)}=${value}; ${attributesFor(site)}; Max-Age=${LIFETIME_SECONDS[kind]}`;

export const clearCookie = (site: Site, kind: Kind): string =>
  `${cookieNameOf(site, kind)}=; ${attributesFor(site)}; Max-Age=0`;

export const readCookie = (site: Site, kind: Kind, info: RequestInfo): string | undefined =>
  info.cookies[cookieNameOf(site, kind)] || undefined;

const cookieNameOf = (site: Site, kind: Kind): string =>
  `${isHttps(site) ? '__Host-' : ''}portico-${kind}-${site.shortId}`;

const attributesFor = (site: Site): string => `Path=/; HttpOnly; SameSite=Lax${isHttps(site) ? '; Secure' : ''}`;

const isHttps = (site: Site): boolean => site.origin.startsWith('https:');
