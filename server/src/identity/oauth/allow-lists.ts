/** Where a browser may be sent: the lists of the OAuth app. Open redirects and stolen codes are stopped here. */
import { AppError } from '../../kernel/app-error.ts';
import { isHost } from '../../sites/index.ts';
import type { App } from './client.ts';

type Lists = Pick<App, 'redirect_uris' | 'redirect_domains'>;

/**
 * True for an address that stands on the app's list, letter by letter (RFC 9700, section 4.1.3): no prefix, no case
 * folding, no port or path freedom, so that no spelling of another address can pass for it.
 */
export const isAllowedRedirectUri = (app: Lists, uri: string): boolean => app.redirect_uris.includes(uri);

/** Origins that the app's pages live on: those of its redirect addresses and its allowed domains. */
export function allowedOrigins(app: Lists): string[] {
  const ofUris = app.redirect_uris.map(originOf);
  const ofDomains = app.redirect_domains.flatMap((domain) =>
    (isLoopback(domain) ? [`http://${domain}`, `https://${domain}`] : [`https://${domain}`]).map(originOf),
  );
  return [...new Set([...ofUris, ...ofDomains])].filter((origin) => origin !== null);
}

/** @throws AppError INVALID_REDIRECT_URI, naming the address, unless it is on the app's list */
export function assertRedirectUri(app: Lists, uri: string): void {
  if (!isAllowedRedirectUri(app, uri)) throw notOnList(uri);
}

/** @throws AppError INVALID_REDIRECT_URI, naming the address, unless it is on one of the app's origins */
export function assertPostFlowUrl(app: Lists, ownOrigin: string, url: string): void {
  if (!isAllowedPostFlowUrl(app, ownOrigin, url)) throw notOnList(url);
}

/**
 * The refusal of an address, by its name: the developer has to correct it or to put exactly this one on the list. It
 * is shown on a page of the site, percent-encoded. Threat: a link to that page which makes it speak to its reader.
 */
export const notOnList = (address: string | undefined): AppError =>
  new AppError('INVALID_REDIRECT_URI', { address: address ? encoded(address.slice(0, 300)) : '(none)' });

const encoded = (address: string): string => address.toWellFormed().replace(/[^!-~]+|[<>"'`\\]/g, encodeURIComponent);

/** True for an http(s) address, without userinfo, on one of the app's origins. */
function isAllowedPostFlowUrl(app: Lists, ownOrigin: string, text: string): boolean {
  const url = URL.parse(text);
  // URL.parse repairs what browsers repair (backslashes, blanks); what needed repair is not what was allowed.
  if (url?.username !== '' || url.password !== '' || /[\\\s\p{C}]/u.test(text)) return false;
  return originOf(text) !== null && [ownOrigin, ...allowedOrigins(app)].includes(url.origin);
}

/**
 * Null for an address that is not http(s), because no page of it can receive a message or show a frame, and for a host
 * with a wildcard, which apps made before 0.2 may have on their lists.
 */
function originOf(text: string): string | null {
  const url = URL.parse(text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isWeb && isHost(url.host) ? url.origin : null;
}

const isLoopback = (domain: string): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9-]+\.localhost)(:\d+)?$/i.test(domain);
