import { randomBytes } from 'node:crypto';
import { type Answer, page, redirect } from '../../kernel/answer.ts';
import { allowedOrigins, notOnList } from '../oauth/allow-lists.ts';
import type { AuthorizeRequest } from './authorize-request.ts';

/** What goes back to the client: a code or an error, always with the state (RFC 6749, sections 4.1.2 and 4.1.2.1). */
export type ClientAnswer = Readonly<Record<string, string>>;

/** Takes the answer to the client, the way it asked for; the address stands on its list. */
export function answerClient(request: AuthorizeRequest, answer: ClientAnswer): Answer {
  if (request.responseMode === 'web_message') return messagePage(targetsOf(request), answer);
  const url = new URL(request.redirectUri as string);
  if (request.responseMode === 'fragment') url.hash = new URLSearchParams(answer).toString();
  else for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  return redirect(url.href);
}

/** Without an address the message is posted once per origin of the app: the browser drops it at all others. */
function targetsOf({ app, redirectUri }: AuthorizeRequest): string[] {
  const origins = allowedOrigins(app);
  const targets = redirectUri === null ? origins : origins.filter((origin) => origin === new URL(redirectUri).origin);
  if (targets.length === 0) throw notOnList(redirectUri ?? undefined);
  return targets;
}

/**
 * A page that hands the answer to the window around it. Only the app's origins may frame it, and the message goes to
 * them by name, never to `*`: a page that frames it without being asked learns nothing.
 */
function messagePage(targets: readonly string[], answer: ClientAnswer): Answer {
  const nonce = randomBytes(16).toString('base64');
  const script = `for (const target of ${inScript(targets)}) window.parent.postMessage(${inScript(answer)}, target);`;
  return page(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Signing in</title></head><body><script nonce="${nonce}">${script}</script></body></html>`,
    {
      'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; frame-ancestors ${targets.join(' ')}`,
      'referrer-policy': 'no-referrer',
    },
  );
}

/** JSON inside a script element: `</script>` in a state parameter must not end it (cross-site scripting). */
const inScript = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
