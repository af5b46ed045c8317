/** The visitor and site of a request, loaded once before the loaders of its pages. Server only. */
import type { Language } from '@portico/domain';
import {
  type Auth,
  accessTokenAuth,
  type Calls,
  type Member,
  type TokenStorage,
  type Tokens,
  visitorAuth,
} from '@portico/sdk';
import { createFullClient, type FullClient } from '@portico/sdk/admin';
import { createContext, createCookie } from 'react-router';
import type { Host } from './host.ts';
import { chooseLanguage } from './language.ts';

/** The settings of the site that are public before the sign-in. */
export type SignInSettings = Calls['sites.settings.signIn']['response'];

export interface SiteInfo {
  readonly siteId: string;
  readonly name: string;
  readonly clientId: string | null;
  readonly timeZone: string;
  readonly starter: { readonly collectionId: string; readonly formId: string } | null;
}

export interface Visit {
  readonly site: SiteInfo;
  readonly settings: SignInSettings;
  readonly language: Language;
  /** The signed-in member; null for an anonymous visitor. */
  readonly member: Member | null;
  /** Calls the API as that member or visitor. */
  readonly client: FullClient;
  /** Calls the API with the session cookie of the browser, for signing in and out. */
  readonly browser: FullClient;
  /** Calls the API from loaders with the site's own origin, which the API requires for some calls. */
  readonly sameOriginClient: FullClient;
  /** Sets the cookie of the visitor; called for actions only, so that visitors who only read get no cookie. */
  rememberVisitor(): Promise<void>;
  /** The API in the same process. */
  readonly api: typeof fetch;
  /** Cookies of API responses and of the visit, to be added to the response. */
  readonly cookies: Headers;
}

export const visitContext = createContext<Visit>();

const VISITOR_COOKIE_DAYS = 180;

const noCredentials: Auth = { headers: async () => ({}) };

export async function beginVisit(request: Request, host: Host): Promise<Visit> {
  const cookies = new Headers();
  const api: typeof fetch = async (input, init) => {
    const response = await host.api(input, init);
    for (const cookie of response.headers.getSetCookie()) cookies.append('set-cookie', cookie);
    return response;
  };
  const browser = createFullClient({ url: '', fetch: api, retries: 0, auth: noCredentials });
  const [site, settings, session] = await Promise.all([
    browser.call('sites.info.get'),
    browser.call('sites.settings.signIn'),
    hasSession(request) ? browser.call('identity.session.get') : { member: null },
  ]);
  const { language, cookie } = chooseLanguage(request, settings.language);
  if (cookie) cookies.append('set-cookie', cookie);
  const visitor = await loadVisitor(request, site, api);
  const token = 'accessToken' in session ? session.accessToken : undefined;
  const auth = token ? accessTokenAuth(token) : visitor.auth;
  return {
    site,
    settings,
    language,
    member: session.member,
    client: createFullClient({ url: '', fetch: api, retries: 0, auth }),
    browser,
    sameOriginClient: createFullClient({ url: '', fetch: api, retries: 0, auth: originAuth(request) }),
    api: host.api,
    rememberVisitor: async () => {
      if (!token) cookies.append('set-cookie', await visitor.cookie());
    },
    cookies,
  };
}

/** Sends the origin that the browser would send with a POST from this page. Only calls that read use it. */
const originAuth = (request: Request): Auth => ({ headers: async () => ({ origin: new URL(request.url).origin }) });

const hasSession = (request: Request): boolean => /portico-session/.test(request.headers.get('cookie') ?? '');

/** Returns the anonymous visitor of the cookie, or a new one. The cookie contains only the visitor's refresh token. */
async function loadVisitor(request: Request, site: SiteInfo, api: typeof fetch) {
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
  let stored: Tokens | null = refreshToken
    ? { accessToken: { value: '', expiresAt: 0 }, refreshToken: { value: refreshToken, role: 'visitor' } }
    : null;
  return {
    load: () => stored,
    save(tokens) {
      stored = tokens;
    },
  };
}
