/** Who is looking, at which site: made once for each request, before any page's loader runs. Server only. */
import type { Calls } from '@portico/contract';
import type { Language } from '@portico/domain';
import {
  type Auth,
  accessTokenAuth,
  type Client,
  createClient,
  type Member,
  type TokenStorage,
  type Tokens,
  visitorAuth,
} from '@portico/sdk';
import { createContext, createCookie } from 'react-router';
import type { Host } from './host.ts';
import { chooseLanguage } from './language.ts';

/** What any page may know of the site before somebody signs in. */
export type SignInSettings = Calls['sites.settings.signIn']['answer'];

export interface SiteInfo {
  readonly siteId: string;
  readonly name: string;
  readonly clientId: string | null;
  readonly starter: { readonly collectionId: string; readonly formId: string } | null;
}

export interface Visit {
  readonly site: SiteInfo;
  readonly settings: SignInSettings;
  readonly language: Language;
  /** the signed-in member; null for an anonymous visitor */
  readonly member: Member | null;
  /** calls as that member or visitor */
  readonly client: Client;
  /** calls as the browser itself, by its session cookie: signing in and out */
  readonly browser: Client;
  /** the same from a page that is only being opened: calls that one of the site's pages alone may make */
  readonly asOwnPage: Client;
  /** a visitor who does something is known again at the next visit; one who reads gets no cookie */
  rememberVisitor(): Promise<void>;
  /** the API as it stands in the server's process */
  readonly api: typeof fetch;
  /** cookies that the API or the visit wants set: to go with the answer */
  readonly cookies: Headers;
}

export const visitContext = createContext<Visit>();

const VISITOR_COOKIE_DAYS = 180;

const nobody: Auth = { headers: async () => ({}) };

export async function beginVisit(request: Request, host: Host): Promise<Visit> {
  const cookies = new Headers();
  const api: typeof fetch = async (input, init) => {
    const response = await host.api(input, init);
    for (const cookie of response.headers.getSetCookie()) cookies.append('set-cookie', cookie);
    return response;
  };
  const browser = createClient({ url: '', fetch: api, auth: nobody });
  const [site, settings, session] = await Promise.all([
    browser.call('sites.info.get'),
    browser.call('sites.settings.signIn'),
    hasSession(request) ? browser.call('identity.session.get') : { member: null },
  ]);
  const { language, cookie } = chooseLanguage(request, settings.language);
  if (cookie) cookies.append('set-cookie', cookie);
  const visitor = await openVisitor(request, site, api);
  const token = 'accessToken' in session ? session.accessToken : undefined;
  const auth = token ? accessTokenAuth(token) : visitor.auth;
  return {
    site,
    settings,
    language,
    member: session.member,
    client: createClient({ url: '', fetch: api, auth }),
    browser,
    asOwnPage: createClient({ url: '', fetch: api, auth: pageOf(request) }),
    api: host.api,
    rememberVisitor: async () => {
      if (!token) cookies.append('set-cookie', await visitor.cookie());
    },
    cookies,
  };
}

/** The origin that a browser would send with a post of this page; calls by it only read. */
const pageOf = (request: Request): Auth => ({ headers: async () => ({ origin: new URL(request.url).origin }) });

const hasSession = (request: Request): boolean => /portico-session/.test(request.headers.get('cookie') ?? '');

/** The anonymous visitor behind the cookie, or a new one. The cookie holds a visitor's refresh token and no more. */
async function openVisitor(request: Request, site: SiteInfo, api: typeof fetch) {
  const cookie = createCookie(`portico-visitor-${site.siteId.slice(0, 8)}`, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: new URL(request.url).protocol === 'https:',
    maxAge: VISITOR_COOKIE_DAYS * 86_400,
  });
  const known: unknown = await cookie.parse(request.headers.get('cookie'));
  const storage = storageOf(typeof known === 'string' ? known : '');
  const auth = visitorAuth({ url: '', fetch: api }, { clientId: site.clientId ?? '', storage });
  return { auth, cookie: async () => cookie.serialize((await auth.tokens()).refreshToken.value) };
}

function storageOf(refreshToken: string): TokenStorage {
  let held: Tokens | null = refreshToken
    ? { accessToken: { value: '', expiresAt: 0 }, refreshToken: { value: refreshToken, role: 'visitor' } }
    : null;
  return {
    load: () => held,
    save(tokens) {
      held = tokens;
    },
  };
}
