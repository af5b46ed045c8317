/** Tokens, where they are stored, and the authorizations of a client's calls. */

/** Tokens of a visitor or member (specification section 3, "Member tokens"). */
export interface Tokens {
  /** `expiresAt` is in milliseconds since 1970. */
  readonly accessToken: { readonly value: string; readonly expiresAt: number };
  readonly refreshToken: { readonly value: string; readonly role: 'visitor' | 'member' };
}

/** Stores tokens between calls. The default is memory. */
export interface TokenStorage {
  load(): Promise<Tokens | null> | Tokens | null;
  save(tokens: Tokens | null): Promise<void> | void;
  /** Names the storage if other tabs use it too. Clients with the same name refresh one after the other. */
  readonly sharedAs?: string | undefined;
  /**
   * Calls the listener after another tab has saved tokens.
   * @returns a function that ends the subscription
   */
  subscribe?(listener: () => void): () => void;
}

/** The authorization of a client's calls. */
export interface Auth {
  /** Returns the headers of the next call, including Authorization. */
  headers(): Promise<Record<string, string>>;
  /** Called if the server rejects the token of a call. Returns true if the call should be repeated. */
  renew?(): Promise<boolean>;
}

/** Creates a storage with the lifetime of the page or process. */
export function memoryStorage(tokens: Tokens | null = null): TokenStorage {
  let currentTokens = tokens;
  return {
    load: () => currentTokens,
    save(tokens) {
      currentTokens = tokens;
    },
  };
}

/** Authorizes calls with one access token, which the client does not refresh. */
export const accessTokenAuth = (accessToken: string): Auth => ({
  headers: async () => ({ authorization: accessToken }),
});

/**
 * Authorizes calls with an API key. For servers only: never ship a key to a browser.
 * @param siteId may be omitted, because a key belongs to one site; the server rejects the key of another site
 */
export const apiKeyAuth = (apiKey: string, siteId?: string): Auth => ({
  headers: async () => ({ authorization: apiKey, ...(siteId ? { 'wix-site-id': siteId } : {}) }),
});

/** Reads tokens from their JSON. Returns null for anything else, such as the value of an older version. */
export function parseTokens(json: string | null | undefined): Tokens | null {
  if (!json) return null;
  try {
    const { accessToken, refreshToken } = JSON.parse(json) as Tokens;
    const isValid =
      typeof accessToken.value === 'string' &&
      typeof accessToken.expiresAt === 'number' &&
      typeof refreshToken.value === 'string' &&
      (refreshToken.role === 'visitor' || refreshToken.role === 'member');
    return isValid ? { accessToken, refreshToken } : null;
  } catch {
    return null;
  }
}
