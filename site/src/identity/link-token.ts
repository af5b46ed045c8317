/**
 * Reads the token of a mailed link. The first request moves it from the URL to a cookie and redirects to the page.
 * Threat: the token would otherwise be visible in the history and in the Referer header, and to scripts.
 */
import { createCookie, redirect } from 'react-router';
import type { Visit } from '../visit.ts';

const COOKIE_MINUTES = 30;
const MAX_TOKEN_LENGTH = 1_000;

interface LinkToken {
  readonly token: string;
  /** Returns the Set-Cookie header that deletes the token. */
  clearCookie(): Promise<string>;
}

/**
 * Reads the token.
 * @param path the path of the page, the only one that receives the cookie
 * @throws Response a redirect to the page, if the token is in the URL
 */
export async function readLinkToken(request: Request, { site }: Visit, path: string): Promise<LinkToken> {
  const url = new URL(request.url);
  const cookie = createCookie(`portico-link-${site.siteId.slice(0, 8)}`, {
    path,
    httpOnly: true,
    // With `strict`, browsers would not send the cookie if the link was opened from a webmail site.
    sameSite: 'lax',
    secure: url.protocol === 'https:',
  });
  const received = url.searchParams.get('token');
  if (received !== null) {
    url.searchParams.delete('token');
    const setCookie = await cookie.serialize(received.slice(0, MAX_TOKEN_LENGTH), { maxAge: COOKIE_MINUTES * 60 });
    throw redirect(path + url.search, { headers: { 'set-cookie': setCookie } });
  }
  const token: unknown = await cookie.parse(request.headers.get('cookie'));
  return {
    token: typeof token === 'string' ? token : '',
    clearCookie: () => cookie.serialize('', { maxAge: 0 }),
  };
}
