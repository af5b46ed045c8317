import { base64url, bytesOf } from '../base64url.ts';
import { browser, type Channel, requireDocument } from './browser.ts';
import { parseTokens, type TokenStorage, type Tokens } from './tokens.ts';

export interface Cookie {
  readonly name: string;
  readonly value: string;
}

/** A cookie to write. An empty value with `maxAge` 0 deletes it. */
export interface CookieToSet extends Cookie {
  readonly options: {
    readonly path: string;
    readonly sameSite: 'lax';
    readonly secure: boolean;
    readonly httpOnly: boolean;
    /** In seconds. */
    readonly maxAge: number;
  };
}

/** Reads and writes the cookies of one request (on a server) or of the page. */
export interface CookieJar {
  getAll(): Promise<readonly Cookie[]> | readonly Cookie[];
  /**
   * Omit it where cookies cannot be written, as in a React Server Component; then the tokens are only read.
   * @param headers must be set on the response together with the cookies. Threat: a shared cache that stores a response
   *   with Set-Cookie signs other visitors in as this one.
   */
  setAll?(cookies: readonly CookieToSet[], headers: Readonly<Record<string, string>>): Promise<void> | void;
}

export interface CookieStorageOptions {
  /** Distinguishes several clients on one host. Default `portico-tokens`. */
  readonly name?: string | undefined;
  /** Default true. Set false only for a site without HTTPS. */
  readonly secure?: boolean | undefined;
  /** True hides the cookies from scripts. Use it where only the server calls Portico. Default false. */
  readonly httpOnly?: boolean | undefined;
  /** Lifetime in seconds. Default 400 days, the maximum of browsers. */
  readonly maxAge?: number | undefined;
}

/** Maximum number of characters of the encoded tokens per cookie. Browsers limit name and value to 4096 bytes. */
const CHUNK_LENGTH = 3_180;
const MAX_CHUNKS = 8;
const NO_STORE = { 'cache-control': 'private, no-cache, no-store, must-revalidate', expires: '0', pragma: 'no-cache' };

/**
 * Keeps tokens in cookies, which a website's server and browser can share. On a server, create one storage and one client
 * per request: a client that is shared by requests would mix up their members.
 */
export function cookieTokenStorage(jar: CookieJar, options: CookieStorageOptions = {}): TokenStorage {
  const { name = 'portico-tokens', secure = true, httpOnly = false, maxAge = 400 * 86_400 } = options;
  // A request's cookies do not change when the response sets some, so this storage remembers what it has saved.
  let lastSave: { readonly tokens: Tokens | null } | null = null;
  const cookie = (index: number, value: string): CookieToSet => ({
    name: `${name}.${index}`,
    value,
    options: { path: '/', sameSite: 'lax', secure, httpOnly, maxAge: value ? maxAge : 0 },
  });
  const valuesOf = (cookies: readonly Cookie[]): string[] => {
    const values: string[] = [];
    for (let index = 0; index < MAX_CHUNKS; index += 1) {
      const value = cookies.find((cookie) => cookie.name === `${name}.${index}`)?.value;
      if (!value) break;
      values.push(value);
    }
    return values;
  };
  return {
    async load() {
      return lastSave ? lastSave.tokens : joinTokens(valuesOf(await jar.getAll()));
    },
    async save(tokens) {
      lastSave = { tokens };
      if (!jar.setAll) return;
      const cookies = (tokens ? split(tokens) : []).map((value, index) => cookie(index, value));
      const before = valuesOf(await jar.getAll()).length;
      for (let index = cookies.length; index < before; index += 1) cookies.push(cookie(index, ''));
      await jar.setAll(cookies, NO_STORE);
    },
  };
}

/**
 * Splits tokens into the values of several cookies, because browsers limit the length of one. Each value starts with the
 * number of cookies and the expiry of the access token, so that cookies of two writes are not joined.
 */
function split(tokens: Tokens): string[] {
  const text = base64url(new TextEncoder().encode(JSON.stringify(tokens)));
  const count = Math.ceil(text.length / CHUNK_LENGTH);
  const stamp = tokens.accessToken.expiresAt.toString(36);
  return Array.from(
    { length: count },
    (_, index) => `${count}.${stamp}.${text.slice(index * CHUNK_LENGTH, (index + 1) * CHUNK_LENGTH)}`,
  );
}

/** Joins the values of cookies. Returns null if cookies are missing or belong to different writes. */
function joinTokens(values: readonly string[]): Tokens | null {
  const parts = values.map((value) => value.split('.'));
  const [count, stamp] = parts[0] ?? [];
  const writtenParts = parts.slice(0, Number(count));
  const isComplete =
    writtenParts.length === Number(count) && writtenParts.every((part) => part[0] === count && part[1] === stamp);
  const bytes = isComplete ? bytesOf(writtenParts.map((part) => part[2] ?? '').join('')) : null;
  return bytes && parseTokens(new TextDecoder().decode(bytes));
}

/**
 * Keeps tokens in the cookies of the page, so that the website's server receives them with each request. Its tabs share
 * the session. Threat: every script of the page can read them.
 */
export function browserCookieStorage(options: CookieStorageOptions = {}): TokenStorage {
  const name = options.name ?? 'portico-tokens';
  const secure = options.secure ?? browser.location?.protocol === 'https:';
  const jar: CookieJar = {
    getAll: () =>
      requireDocument()
        .cookie.split('; ')
        .map((pair) => {
          const [name = '', ...value] = pair.split('=');
          return { name, value: value.join('=') };
        }),
    setAll(cookies) {
      for (const { name, value, options } of cookies) {
        requireDocument().cookie = `${name}=${value}; path=${options.path}; max-age=${options.maxAge}; samesite=lax${options.secure ? '; secure' : ''}`;
      }
    },
  };
  // Each access reads the cookies again, because other tabs and the server write them too.
  const newStorage = () => cookieTokenStorage(jar, { ...options, secure, httpOnly: false });
  let subscription: Channel | undefined;
  return {
    sharedAs: name,
    load: () => newStorage().load(),
    async save(tokens) {
      await newStorage().save(tokens);
      // The message has no tokens: other tabs read the cookies. A channel does not receive its own messages.
      const channel = subscription ?? openChannel(name);
      channel?.postMessage(null);
      if (channel !== subscription) channel?.close();
    },
    subscribe(listener) {
      const channel = openChannel(name);
      if (channel) channel.onmessage = listener;
      subscription = channel;
      return () => {
        channel?.close();
        if (subscription === channel) subscription = undefined;
      };
    },
  };
}

/** Returns undefined in old browsers, whose tabs notice a change with their next call. */
const openChannel = (name: string): Channel | undefined =>
  browser.BroadcastChannel && new browser.BroadcastChannel(`portico:${name}`);
