import { call, type Transport } from './call.ts';
import { PorticoError } from './error.ts';

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
}

/** The authorization of a client's calls. */
export interface Auth {
  /** Returns the headers of the next call, including Authorization. */
  headers(): Promise<Record<string, string>>;
  /** Called after a 401. Returns true if the call should be repeated. */
  renew?(): Promise<boolean>;
}

export interface VisitorAuth extends Auth {
  /** Returns the current tokens, and requests those of an anonymous visitor if there are none. */
  tokens(): Promise<Tokens>;
  /** Continues with these tokens. null starts as a new anonymous visitor. */
  setTokens(tokens: Tokens | null): Promise<void>;
  /** Returns true if a member is signed in (specification section 4, "Token roles"). */
  isLoggedIn(): Promise<boolean>;
}

/** Tokens are renewed this long before they expire, so that a pending call does not outlive its token. */
const RENEW_BEFORE_MS = 30_000;

/** Creates a storage with the lifetime of the page or process. */
export function memoryStorage(tokens: Tokens | null = null): TokenStorage {
  let held = tokens;
  return {
    load: () => held,
    save(tokens) {
      held = tokens;
    },
  };
}

/**
 * Authorizes calls as a visitor of a site: anonymous until a member's tokens are set. Tokens are refreshed before they
 * expire, and concurrent calls share one renewal.
 * @throws Error 'Failed to fetch tokens from OAuth API', with status and request id (specification section 8)
 */
export function visitorAuth(
  transport: Pick<Transport, 'url' | 'fetch'>,
  options: { clientId: string; storage?: TokenStorage; now?: () => number },
): VisitorAuth {
  const { clientId, storage = memoryStorage(), now = Date.now } = options;
  let pending: Promise<Tokens> | null = null;

  const requestTokens = async (body: Record<string, string>, held: Tokens['refreshToken']): Promise<Tokens> => {
    const open: Transport = { ...transport, headers: async () => ({}) };
    const answer = await call(open, 'identity.oauth.token', { body });
    if (!('access_token' in answer)) throw new Error('The response of the token endpoint contains no tokens.');
    return {
      accessToken: { value: answer.access_token, expiresAt: now() + answer.expires_in * 1_000 },
      // If the app rotates refresh tokens, reusing the old one would soon count as theft. Therefore the new one is
      // stored.
      refreshToken: { ...held, value: answer.refresh_token ?? held.value },
    };
  };
  const anonymous = () => requestTokens({ clientId, grantType: 'anonymous' }, { value: '', role: 'visitor' });
  const fetchTokens = async (): Promise<Tokens> => {
    try {
      const { refreshToken } = (await storage.load()) ?? {};
      const tokens = refreshToken?.value
        ? await requestTokens({ refreshToken: refreshToken.value, grantType: 'refresh_token' }, refreshToken).catch(
            // After an ended or revoked token, the visitor continues anonymously. Errors of the server do not sign out.
            (error: unknown) => (isRefusal(error) ? anonymous() : Promise.reject(error)),
          )
        : await anonymous();
      const meanwhile = await storage.load();
      // If somebody signed in or out during the request, its response belongs to the previous tokens.
      if (meanwhile?.refreshToken.value !== refreshToken?.value) return meanwhile ?? (await fetchTokens());
      await storage.save(tokens);
      return tokens;
    } catch (error) {
      throw tokenFailure(error);
    }
  };
  const renew = (): Promise<Tokens> => {
    pending ??= fetchTokens().finally(() => {
      pending = null;
    });
    return pending;
  };
  const tokens = async (): Promise<Tokens> => {
    const held = await storage.load();
    return held && now() < held.accessToken.expiresAt - RENEW_BEFORE_MS ? held : renew();
  };
  return {
    tokens,
    headers: async () => ({ authorization: (await tokens()).accessToken.value }),
    async renew() {
      await renew();
      return true;
    },
    async setTokens(tokens) {
      await storage.save(tokens);
    },
    isLoggedIn: async () => (await storage.load())?.refreshToken.role === 'member',
  };
}

/** Authorizes calls with one access token that the caller refreshes. */
export const accessTokenAuth = (accessToken: string): Auth => ({
  headers: async () => ({ authorization: accessToken }),
});

/** Authorizes calls with an API key. For servers only: never ship a key to a browser. */
export const apiKeyAuth = (apiKey: string, siteId: string): Auth => ({
  headers: async () => ({ authorization: apiKey, 'wix-site-id': siteId }),
});

const isRefusal = (error: unknown): boolean =>
  error instanceof PorticoError && error.status >= 400 && error.status < 429;

function tokenFailure(error: unknown): unknown {
  if (!(error instanceof PorticoError)) return error;
  const details = `${error.status} ${error.message}${error.requestId ? `, request-id: ${error.requestId}` : ''}`;
  return new Error(`Failed to fetch tokens from OAuth API: ${details}`, { cause: error });
}
