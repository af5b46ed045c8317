/**
 * The token of a mailed link. It is in the address for one request only, which puts it into a cookie and goes on to the
 * page without it: no history, no Referer and no script of the page ever holds it.
 */
import { createCookie, redirect } from 'react-router';
import type { Visit } from '../visit.ts';

const MINUTES = 30;
const LONGEST_TOKEN = 1_000;

interface Opened {
  readonly token: string;
  /** makes the browser forget the token */
  forget(): Promise<string>;
}

/**
 * @param path of the page: nothing else of the site gets the cookie
 * @throws Response the redirect to the page, where the token stands in the address
 */
export async function openLink(request: Request, { site }: Visit, path: string): Promise<Opened> {
  const url = new URL(request.url);
  const cookie = createCookie(`portico-link-${site.siteId.slice(0, 8)}`, {
    path,
    httpOnly: true,
    // Not strict: the mail is read on another site, and a link from there leads here.
    sameSite: 'lax',
    secure: url.protocol === 'https:',
  });
  const given = url.searchParams.get('token');
  if (given !== null) {
    url.searchParams.delete('token');
    const held = await cookie.serialize(given.slice(0, LONGEST_TOKEN), { maxAge: MINUTES * 60 });
    throw redirect(path + url.search, { headers: { 'set-cookie': held } });
  }
  const token: unknown = await cookie.parse(request.headers.get('cookie'));
  return {
    token: typeof token === 'string' ? token : '',
    forget: () => cookie.serialize('', { maxAge: 0 }),
  };
}
