/** Where a browser may be sent: the lists of the OAuth app. Open redirects and stolen codes are stopped here. */
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

/** True for an http(s) address, without userinfo, on one of the app's origins. */
export function isAllowedPostFlowUrl(app: Lists, ownOrigin: string, text: string): boolean {
  const url = URL.parse(text);
  // URL.parse repairs what browsers repair (backslashes, blanks); what needed repair is not what was allowed.
  if (url?.username !== '' || url.password !== '' || /[\\\s\p{C}]/u.test(text)) return false;
  return originOf(text) !== null && [ownOrigin, ...allowedOrigins(app)].includes(url.origin);
}

/** Null for what is not http(s): no page of such an address can receive a message or show a frame. */
function originOf(text: string): string | null {
  const url = URL.parse(text);
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.origin : null;
}

const isLoopback = (domain: string): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9-]+\.localhost)(:\d+)?$/i.test(domain);
