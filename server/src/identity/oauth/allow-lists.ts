/** Checks redirect addresses against the lists of the OAuth app, which prevents open redirects and stolen codes. */
import { AppError } from '../../kernel/app-error.ts';
import { isHost } from '../../sites/index.ts';
import type { App } from './client.ts';

type AllowLists = Pick<App, 'redirect_uris' | 'redirect_domains'>;

/**
 * Compares exactly (RFC 9700, section 4.1.3), without prefixes, case folding or variable ports and paths, so that no
 * other address can match.
 */
export const isAllowedRedirectUri = (app: AllowLists, uri: string): boolean => app.redirect_uris.includes(uri);

/** Returns the origins of the app's pages: those of its redirect URIs and its allowed domains. */
export function listAllowedOrigins(app: AllowLists): string[] {
  const uriOrigins = app.redirect_uris.map(originOf);
  const domainOrigins = app.redirect_domains.flatMap((domain) =>
    (isLoopback(domain) ? [`http://${domain}`, `https://${domain}`] : [`https://${domain}`]).map(originOf),
  );
  return [...new Set([...uriOrigins, ...domainOrigins])].filter((origin) => origin !== null);
}

/**
 * Rejects a redirect URI that is not on the app's list.
 * @throws AppError INVALID_REDIRECT_URI with the address
 */
export function assertRedirectUri(app: AllowLists, uri: string): void {
  if (!isAllowedRedirectUri(app, uri)) throw invalidRedirectUri(uri);
}

/**
 * Rejects an address whose origin is not one of the app's.
 * @throws AppError INVALID_REDIRECT_URI with the address
 */
export function assertPostFlowUrl(app: AllowLists, ownOrigin: string, url: string): void {
  if (!isAllowedPostFlowUrl(app, ownOrigin, url)) throw invalidRedirectUri(url);
}

/**
 * Returns an error that contains the address, because the developer has to correct it or to add it to the list. The
 * address is percent-encoded, because a page of the site shows it. Threat: a crafted link could otherwise make that
 * page display a message of an attacker.
 */
export const invalidRedirectUri = (address: string | undefined): AppError =>
  new AppError('INVALID_REDIRECT_URI', { address: address ? encodeAddress(address.slice(0, 300)) : '(none)' });

const encodeAddress = (address: string): string =>
  address.toWellFormed().replace(/[^!-~]+|[<>"'`\\]/g, encodeURIComponent);

/** True for an http(s) address, without userinfo, on one of the app's origins. */
function isAllowedPostFlowUrl(app: AllowLists, ownOrigin: string, text: string): boolean {
  const url = URL.parse(text);
  // URL.parse corrects backslashes and blanks, as browsers do. An address that needs corrections is rejected.
  if (url?.username !== '' || url.password !== '' || /[\\\s\p{C}]/u.test(text)) return false;
  return originOf(text) !== null && [ownOrigin, ...listAllowedOrigins(app)].includes(url.origin);
}

/**
 * Returns null for an address that is not http(s), because its pages can neither receive a message nor contain a frame,
 * and for a host with a wildcard, which apps created before 0.2 may have on their lists.
 */
function originOf(text: string): string | null {
  const url = URL.parse(text);
  const isHttpUrl = url?.protocol === 'https:' || url?.protocol === 'http:';
  return isHttpUrl && isHost(url.host) ? url.origin : null;
}

const isLoopback = (domain: string): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9-]+\.localhost)(:\d+)?$/i.test(domain);
