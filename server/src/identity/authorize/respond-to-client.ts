import { randomBytes } from 'node:crypto';
import { type HttpResponse, page, redirect } from '../../kernel/http-response.ts';
import { invalidRedirectUri, listAllowedOrigins } from '../oauth/allow-lists.ts';
import type { AuthorizeRequest } from './authorize-request.ts';

/** A code or an error, always with the state (RFC 6749, sections 4.1.2 and 4.1.2.1). */
export type ClientResponse = Readonly<Record<string, string>>;

/** Returns the response to the client in the requested mode. The redirect URI must have been checked. */
export function respondToClient(request: AuthorizeRequest, response: ClientResponse): HttpResponse {
  if (request.responseMode === 'web_message') return buildMessagePage(targetsOf(request), response);
  const url = new URL(request.redirectUri as string);
  if (request.responseMode === 'fragment') url.hash = new URLSearchParams(response).toString();
  else for (const [name, value] of Object.entries(response)) url.searchParams.set(name, value);
  return redirect(url.href);
}

/**
 * Without a redirect URI, the message is posted to every origin of the app; the browser delivers it only to the
 * matching one.
 */
function targetsOf({ app, redirectUri }: AuthorizeRequest): string[] {
  const origins = listAllowedOrigins(app);
  const targets = redirectUri === null ? origins : origins.filter((origin) => origin === new URL(redirectUri).origin);
  if (targets.length === 0) throw invalidRedirectUri(redirectUri ?? undefined);
  return targets;
}

/**
 * Returns a page that posts the response to the window that opened or frames it. Threat: a foreign page opens or frames
 * it to read the code. So only the app's origins may frame it, and the message is addressed to them, never to `*`.
 */
function buildMessagePage(targets: readonly string[], response: ClientResponse): HttpResponse {
  const nonce = randomBytes(16).toString('base64');
  const script = `for (const target of ${escapeForScript(targets)}) (window.opener ?? window.parent).postMessage(${escapeForScript(response)}, target);`;
  return page(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Signing in</title></head><body><script nonce="${nonce}">${script}</script></body></html>`,
    {
      'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; frame-ancestors ${targets.join(' ')}`,
      'referrer-policy': 'no-referrer',
    },
  );
}

/**
 * Escapes JSON for a script element. Threat: `</script>` in a state parameter would end the element (cross-site
 * scripting).
 */
const escapeForScript = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
